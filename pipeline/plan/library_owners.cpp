#include "pipeline/plan/library_owners.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include <xxhash.h>

namespace rigkiln {
namespace {

/// Clips of a model and how they are read; models that share a library have equal ones.
struct SameClips {
    std::vector<std::uint32_t> rows{};  ///< files and settings of the clips, then settings of the model
    KeySettings keys{};

    bool operator==(const SameClips&) const = default;
};

SameClips sameClipsOf(const Asset& asset, const SourceTables& tables) {
    const AssetPart& part = asset.parts.front();
    SameClips same{.keys = asset.keys};
    same.rows.reserve(2 * part.clips.size() + 1);
    for (const SourceFile& clip : part.clips) {
        same.rows.push_back(tables.files.firstOf(clip.file));
        same.rows.push_back(clip.settings);
    }
    same.rows.push_back(part.model->settings);
    return same;
}

bool mayShare(const Asset& asset) {
    return asset.parts.size() == 1 && !asset.problem && asset.parts.front().model &&
           !asset.parts.front().clips.empty();
}

struct Candidate {
    std::uint64_t digest = 0;
    std::uint32_t asset = 0;
    FileTable::Index model = 0;
};

/// Gives the models of one digest their owners. `models` are in the order of their paths.
void findOwners(std::span<const Candidate> models, const AssetTable& assets, const SourceTables& tables,
                std::vector<std::uint32_t>& owners) {
    // Different clips have one digest only by chance or intent; whatever is beyond this shares nothing.
    constexpr std::size_t kMostKinds = 16;
    std::vector<std::pair<std::uint32_t, SameClips>> kinds;
    for (const Candidate& model : models) {
        SameClips same = sameClipsOf(assets[model.asset], tables);
        const auto known = std::ranges::find(kinds, same, &std::pair<std::uint32_t, SameClips>::second);
        if (known != kinds.end()) {
            owners[model.asset] = known->first;
        } else if (kinds.size() < kMostKinds) {
            kinds.emplace_back(model.asset, std::move(same));
        }
    }
}

}  // namespace

LibraryOwners::LibraryOwners(const AssetTable& assets, const SourceTables& tables) : owners_(assets.size()) {
    std::iota(owners_.begin(), owners_.end(), std::uint32_t{0});
    std::vector<Candidate> candidates;
    for (std::uint32_t i = 0; i < assets.size(); ++i) {
        const Asset asset = assets[i];
        if (!mayShare(asset)) continue;
        const SameClips same = sameClipsOf(asset, tables);
        candidates.push_back(
            {.digest = XXH3_64bits(same.rows.data(), same.rows.size() * sizeof(std::uint32_t)),
             .asset = i,
             .model = asset.mainSource().file});
    }
    std::ranges::sort(candidates, [&](const Candidate& left, const Candidate& right) {
        if (left.digest != right.digest) return left.digest < right.digest;
        if (tables.files.isBefore(left.model, right.model)) return true;
        return !tables.files.isBefore(right.model, left.model) && left.asset < right.asset;
    });
    for (std::size_t begin = 0; begin < candidates.size();) {
        std::size_t end = begin + 1;
        while (end < candidates.size() && candidates[end].digest == candidates[begin].digest)
            ++end;
        if (end - begin > 1)
            findOwners(std::span(candidates).subspan(begin, end - begin), assets, tables, owners_);
        begin = end;
    }
}

std::optional<std::size_t> LibraryOwners::ownerOf(std::size_t asset) const {
    if (owners_.empty() || owners_[asset] == asset) return std::nullopt;
    return owners_[asset];
}

std::string relativeTo(std::string_view fromFile, std::string_view file) {
    std::size_t common = 0;  // behind the last slash that both have
    for (std::size_t i = 0; i < std::min(fromFile.size(), file.size()) && fromFile[i] == file[i]; ++i) {
        if (file[i] == '/') common = i + 1;
    }
    std::string way;
    for (const char character : fromFile.substr(common)) {
        if (character == '/') way += "../";
    }
    return way.append(file.substr(common));
}

}  // namespace rigkiln
