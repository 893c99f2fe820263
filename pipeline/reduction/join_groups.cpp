#include "pipeline/reduction/join_groups.hpp"

#include <algorithm>
#include <cstdint>
#include <queue>
#include <set>
#include <span>
#include <tuple>

#include "pipeline/base/stop.hpp"

namespace rigkiln::reduction {
namespace {

/// Groups that are compared with each other when there are too many for all pairs.
constexpr std::size_t kBlockOfGroups = 256;
/// One part of this many groups must have joined in a round for another round.
constexpr std::size_t kLeastJoinedPart = 8;

/// Returns the bytes that two groups save by sharing their times; 0 when they save none.
std::size_t saving(const KeyGroup& left, const KeyGroup& right) {
    const std::size_t apart =
        bytesOf(left.keys.size(), left.bytesPerKey) + bytesOf(right.keys.size(), right.bytesPerKey);
    const std::size_t perKey = bytesOf(1, left.bytesPerKey + right.bytesPerKey);
    // Together they need at least the keys of the one that needs more.
    if (std::max(left.keys.size(), right.keys.size()) * perKey >= apart) return 0;
    std::size_t together = perKey;
    for (std::size_t frame = 0; frame + 1 < left.reach.size(); together += perKey) {
        if (together >= apart) return 0;
        frame = std::min(left.reach[frame], right.reach[frame]);
    }
    return apart > together ? apart - together : 0;
}

/// Empties `other`.
void absorb(KeyGroup& group, KeyGroup& other) {
    std::ranges::transform(group.reach, other.reach, group.reach.begin(),
                           [](std::uint32_t left, std::uint32_t right) { return std::min(left, right); });
    group.tracks.insert(group.tracks.end(), other.tracks.begin(), other.tracks.end());
    group.bytesPerKey += other.bytesPerKey;
    group.keys = farthestKeys(group.reach);
    other.tracks.clear();
}

/// Joins some of the groups, comparing all of their pairs.
class PairJoiner {
public:
    /// `members`: numbers of the groups, ascending.
    PairJoiner(std::vector<KeyGroup>& groups, std::span<const std::size_t> members)
        : groups_(groups), members_(members), joins_(members.size(), 0) {
        for (std::uint32_t left = 0; left < members.size(); ++left) {
            for (std::uint32_t right = left + 1; right < members.size(); ++right)
                add(left, right);
        }
    }

    void run() {
        while (!pairs_.empty()) {
            const Pair pair = pairs_.top();
            pairs_.pop();
            if (pair.leftJoins != joins_[pair.left] || pair.rightJoins != joins_[pair.right]) continue;
            absorb(groupAt(pair.left), groupAt(pair.right));
            ++joins_[pair.left];
            ++joins_[pair.right];
            for (std::uint32_t other = 0; other < members_.size(); ++other) {
                if (other != pair.left && !groupAt(other).tracks.empty())
                    add(std::min(other, pair.left), std::max(other, pair.left));
            }
        }
    }

private:
    /// Two members that save bytes, as they were after a number of joins of each.
    struct Pair {
        std::size_t saved = 0;
        std::uint32_t left = 0;
        std::uint32_t right = 0;
        std::uint32_t leftJoins = 0;
        std::uint32_t rightJoins = 0;

        bool operator<(const Pair& other) const {  // std::priority_queue gives the greatest first
            return std::tie(saved, other.left, other.right) < std::tie(other.saved, left, right);
        }
    };

    KeyGroup& groupAt(std::uint32_t member) { return groups_[members_[member]]; }

    void add(std::uint32_t left, std::uint32_t right) {
        checkStop();
        const std::size_t saved = saving(groupAt(left), groupAt(right));
        if (saved > 0) pairs_.push({saved, left, right, joins_[left], joins_[right]});
    }

    std::vector<KeyGroup>& groups_;
    std::span<const std::size_t> members_;
    std::vector<std::uint32_t> joins_;  ///< by member
    std::priority_queue<Pair> pairs_;
};

/// Joins groups of equal reach. Returns the numbers of those that are left, ascending.
std::vector<std::size_t> joinEqual(std::vector<KeyGroup>& groups) {
    const auto isLess = [&](std::size_t left, std::size_t right) {
        return groups[left].reach < groups[right].reach;
    };
    std::set<std::size_t, decltype(isLess)> known(isLess);
    std::vector<std::size_t> left;
    for (std::size_t number = 0; number < groups.size(); ++number) {
        checkStop();
        const auto [first, isNew] = known.insert(number);
        if (isNew) {
            left.push_back(number);
            continue;
        }
        KeyGroup& group = groups[*first];
        KeyGroup& other = groups[number];
        group.tracks.insert(group.tracks.end(), other.tracks.begin(), other.tracks.end());
        group.bytesPerKey += other.bytesPerKey;
        other.tracks.clear();
    }
    return left;
}

void joinInBlocks(std::vector<KeyGroup>& groups, std::vector<std::size_t>& members) {
    std::ranges::sort(members, [&](std::size_t left, std::size_t right) {
        const std::vector<std::uint32_t>& ofLeft = groups[left].keys;
        const std::vector<std::uint32_t>& ofRight = groups[right].keys;
        if (ofLeft.size() != ofRight.size()) return ofLeft.size() < ofRight.size();
        return std::tie(ofLeft, left) < std::tie(ofRight, right);
    });
    for (std::size_t first = 0; first < members.size(); first += kBlockOfGroups) {
        const auto block =
            std::span(members).subspan(first, std::min(kBlockOfGroups, members.size() - first));
        std::ranges::sort(block);
        PairJoiner(groups, block).run();
    }
    std::erase_if(members, [&](std::size_t number) { return groups[number].tracks.empty(); });
}

}  // namespace

void joinGroups(std::vector<KeyGroup>& groups) {
    std::vector<std::size_t> members = joinEqual(groups);
    while (members.size() > kMostGroupsCompared) {
        const std::size_t before = members.size();
        joinInBlocks(groups, members);
        if (before - members.size() < before / kLeastJoinedPart) break;
    }
    std::ranges::sort(members);
    if (members.size() <= kMostGroupsCompared) PairJoiner(groups, members).run();
    std::erase_if(groups, [](const KeyGroup& group) { return group.tracks.empty(); });
}

}  // namespace rigkiln::reduction
