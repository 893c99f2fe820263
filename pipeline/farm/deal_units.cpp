#include "pipeline/farm/deal_units.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <string>
#include <utility>

#include "pipeline/run/group_units.hpp"

namespace rigkiln {
namespace {

/// Units that stay together.
struct Bundle {
    const std::string* place = nullptr;  ///< of Neighbourhoods
    std::vector<std::uint32_t> units{};
    double cost = 0;
};

/// Returns the archive that the file lies in, or its folder: what it shares with its neighbours.
class Neighbourhoods {
public:
    explicit Neighbourhoods(Disk& disk) : disk_(disk) {}

    /// The result is the same object for the same place.
    const std::string& of(const std::string& path) {
        const std::string folder = path.substr(0, path.rfind('/'));
        const auto known = places_.find(folder);
        if (known != places_.end()) return *known->second;
        const std::string place = isFolder(folder) ? folder : archiveAbove(folder);
        return *places_.emplace(folder, &*names_.insert(place).first).first->second;
    }

private:
    [[nodiscard]] bool isFolder(const std::string& path) const {
        const DiskResult<FileStatus> there = disk_.lookAt(Disk::kNoFolder, path, Links::Follow);
        return there && there.value.type == FileType::Folder;
    }

    /// A folder that is not on the disk is in the file above it.
    [[nodiscard]] std::string archiveAbove(std::string path) const {
        while (path.size() > 1) {
            const DiskResult<FileStatus> there = disk_.lookAt(Disk::kNoFolder, path, Links::Follow);
            if (there) break;
            path.resize(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
        }
        return path;
    }

    Disk& disk_;
    std::set<std::string> names_;
    std::map<std::string, const std::string*> places_;  ///< by folder
};

/// Returns bundles of one reading each, with those of one neighbourhood in a row.
std::vector<Bundle> readTogether(const UnitTable& table, const std::vector<std::uint32_t>& units,
                                 const UnitCosts& costs, Neighbourhoods& neighbourhoods) {
    const std::vector<bool> isAsked = [&] {
        std::vector<bool> asked(table.size());
        for (const std::uint32_t unit : units)
            asked[unit] = true;
        return asked;
    }();
    std::vector<Bundle> bundles;
    const UnitGroups groups(table);
    for (const UnitGroup& group : groups.all()) {
        Bundle bundle;
        for (const std::size_t unit : group) {
            if (!isAsked[unit]) continue;
            bundle.units.push_back(static_cast<std::uint32_t>(unit));
            // They are read once, and each is converted.
            bundle.cost += static_cast<double>(costs.weight(unit));
        }
        if (bundle.units.empty()) continue;
        bundle.place = &neighbourhoods.of(table.mainPath(bundle.units.front()).text());
        bundles.push_back(std::move(bundle));
    }
    std::ranges::stable_sort(bundles, {},
                             [](const Bundle& bundle) -> const std::string& { return *bundle.place; });
    return bundles;
}

/// Joins neighbours up to a cost.
std::vector<Bundle> joined(std::vector<Bundle> bundles, double mostCost) {
    std::vector<Bundle> pieces;
    for (Bundle& bundle : bundles) {
        const bool joins = !pieces.empty() && pieces.back().place == bundle.place &&
                           pieces.back().cost + bundle.cost <= mostCost;
        if (!joins) {
            pieces.push_back(std::move(bundle));
            continue;
        }
        Bundle& last = pieces.back();
        last.units.insert(last.units.end(), bundle.units.begin(), bundle.units.end());
        last.cost += bundle.cost;
    }
    return pieces;
}

/// Gives each piece to the shard with the least cost. Precondition: the most expensive piece comes first.
void deal(std::vector<Bundle>::iterator first, std::vector<Bundle>::iterator last, std::size_t count,
          std::vector<ShardUnits>& shards) {
    using Load = std::pair<double, std::size_t>;
    std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
    const std::size_t begin = shards.size();
    for (std::size_t i = 0; i < count; ++i) {
        shards.emplace_back();
        loads.emplace(0, begin + i);
    }
    for (; first != last; ++first) {
        auto [cost, shard] = loads.top();
        loads.pop();
        ShardUnits& taker = shards[shard];
        taker.units.insert(taker.units.end(), first->units.begin(), first->units.end());
        taker.cost += first->cost;
        loads.emplace(taker.cost, shard);
    }
}

}  // namespace

std::vector<ShardUnits> dealUnits(const UnitTable& table, const std::vector<std::uint32_t>& units,
                                  const UnitCosts& costs, std::size_t shards, Disk& disk) {
    constexpr std::size_t kPiecesPerShard = 8;
    constexpr std::size_t kShardsPerSmall = 5;
    constexpr double kSmallCost = 0.1;
    Neighbourhoods neighbourhoods(disk);
    std::vector<Bundle> bundles = readTogether(table, units, costs, neighbourhoods);
    const double total = std::accumulate(bundles.begin(), bundles.end(), 0.0,
                                         [](double sum, const Bundle& bundle) { return sum + bundle.cost; });
    const std::size_t wanted = std::max<std::size_t>(1, shards);
    const std::size_t small = wanted / kShardsPerSmall;
    std::vector<Bundle> pieces =
        joined(std::move(bundles), total / static_cast<double>(wanted * kPiecesPerShard));
    std::ranges::stable_sort(pieces, std::greater<>(), &Bundle::cost);
    auto split = pieces.end();
    if (small > 0) {
        double cost = 0;
        split = std::ranges::find_if(pieces, [&](const Bundle& piece) {
            const bool isRest = cost >= total * (1 - kSmallCost);
            cost += piece.cost;
            return isRest;
        });
    }
    std::vector<ShardUnits> dealt;
    deal(pieces.begin(), split, wanted - small, dealt);
    deal(split, pieces.end(), small, dealt);
    std::erase_if(dealt, [](const ShardUnits& shard) { return shard.units.empty(); });
    for (ShardUnits& shard : dealt)
        std::ranges::sort(shard.units);
    return dealt;
}

}  // namespace rigkiln
