#include "pipeline/reduction/spans.hpp"

#include <algorithm>

#include "pipeline/reduction/span_check.hpp"

namespace rigkiln::reduction {
namespace {

constexpr std::size_t kTimeBytes = 4;

/// Returns the reach of each frame. `holds(first, last)` tells whether one span is good enough.
template <class Holds>
std::vector<std::uint32_t> findReach(std::size_t frames, Holds holds) {
    std::vector<std::uint32_t> reach(frames, static_cast<std::uint32_t>(frames - 1));
    std::size_t last = 0;
    for (std::size_t first = 0; first + 1 < frames; ++first) {
        last = std::max(last, first + 1);
        while (last + 1 < frames && holds(first, last + 1))
            ++last;
        reach[first] = static_cast<std::uint32_t>(last);
    }
    return reach;
}

std::vector<std::uint32_t> farthestKeys(std::span<const std::uint32_t> reach) {
    std::vector<std::uint32_t> keys = {0};
    while (keys.back() + 1 < reach.size())
        keys.push_back(reach[keys.back()]);
    return keys;
}

/// Returns the number of keys that two groups would need together.
std::size_t countTogether(const KeyGroup& left, const KeyGroup& right) {
    std::size_t keys = 1;
    for (std::size_t frame = 0; frame + 1 < left.reach.size(); ++keys)
        frame = std::min(left.reach[frame], right.reach[frame]);
    return keys;
}

std::size_t bytesOf(std::size_t keys, std::size_t bytesPerKey) {
    return keys * (kTimeBytes + bytesPerKey);
}

/// Returns the bytes that two groups save by sharing their times; 0 when they save none.
std::size_t saving(const KeyGroup& left, const KeyGroup& right) {
    const std::size_t apart =
        bytesOf(left.keys.size(), left.bytesPerKey) + bytesOf(right.keys.size(), right.bytesPerKey);
    const std::size_t together = bytesOf(countTogether(left, right), left.bytesPerKey + right.bytesPerKey);
    return apart > together ? apart - together : 0;
}

void join(KeyGroup& group, const KeyGroup& other) {
    std::ranges::transform(group.reach, other.reach, group.reach.begin(),
                           [](std::uint32_t left, std::uint32_t right) { return std::min(left, right); });
    group.tracks.insert(group.tracks.end(), other.tracks.begin(), other.tracks.end());
    group.bytesPerKey += other.bytesPerKey;
    group.keys = farthestKeys(group.reach);
}

/// Savings of all pairs of groups, updated as groups are joined.
class SavingTable {
public:
    explicit SavingTable(const std::vector<KeyGroup>& groups)
        : groups_(groups), table_(groups.size() * groups.size(), 0), bestOf_(groups.size(), 0) {
        for (std::size_t left = 0; left < groups.size(); ++left)
            update(left);
    }

    /// Returns the pair that saves most, the first one of equals. Returns two equal numbers when nothing can
    /// be saved.
    [[nodiscard]] std::pair<std::size_t, std::size_t> best() const {
        std::size_t most = 0;
        std::pair<std::size_t, std::size_t> found = {0, 0};
        for (std::size_t left = 0; left < groups_.size(); ++left) {
            const std::size_t saved = at(left, bestOf_[left]);
            if (saved <= most) continue;
            most = saved;
            found = {left, bestOf_[left]};
        }
        return found;
    }

    /// Updates the table after `left` has absorbed `right`.
    void joined(std::size_t left, std::size_t right) {
        for (std::size_t other = 0; other < groups_.size(); ++other) {
            at(other, right) = 0;
            at(right, other) = 0;
        }
        update(left);
        for (std::size_t other = 0; other < right; ++other) {
            if (other < left)
                at(other, left) = groups_[other].tracks.empty() ? 0 : saving(groups_[other], groups_[left]);
            updateBest(other, left, right);
        }
    }

private:
    std::size_t& at(std::size_t left, std::size_t right) { return table_[left * groups_.size() + right]; }
    [[nodiscard]] std::size_t at(std::size_t left, std::size_t right) const {
        return table_[left * groups_.size() + right];
    }

    void update(std::size_t left) {
        for (std::size_t right = left + 1; right < groups_.size(); ++right)
            at(left, right) = groups_[right].tracks.empty() ? 0 : saving(groups_[left], groups_[right]);
        findBest(left);
    }

    void findBest(std::size_t left) {
        const auto row = table_.begin() + static_cast<std::ptrdiff_t>(left * groups_.size());
        const auto end = row + static_cast<std::ptrdiff_t>(groups_.size());
        bestOf_[left] = static_cast<std::size_t>(std::max_element(row, end) - row);
    }

    /// Updates the best partner of a group after its savings with these two have changed.
    void updateBest(std::size_t group, std::size_t left, std::size_t right) {
        std::size_t& best = bestOf_[group];
        if (best == left || best == right) return findBest(group);
        const std::size_t saved = at(group, left);
        const std::size_t most = at(group, best);
        if (saved > most || (saved == most && left < best)) best = left;
    }

    const std::vector<KeyGroup>& groups_;
    std::vector<std::size_t> table_;   ///< by left and right group, where left < right
    std::vector<std::size_t> bestOf_;  ///< by left group: the first partner with the largest saving
};

/// Returns the farthest keys, each moved halfway to the earliest frame from which the next key is still
/// reached.
std::vector<std::uint32_t> centredKeys(std::span<const std::uint32_t> reach) {
    const std::vector<std::uint32_t> farthest = farthestKeys(reach);
    std::vector<std::uint32_t> keys = farthest;
    std::uint32_t next = farthest.back();
    for (std::size_t i = farthest.size() - 1; i-- > 1;) {
        std::uint32_t earliest = farthest[i];
        while (earliest - 1 > farthest[i - 1] && reach[earliest - 1] >= next)
            --earliest;
        keys[i] = (earliest + farthest[i] + 1) / 2;
        next = earliest;
    }
    for (std::size_t i = keys.size() - 1; i-- > 1;)
        keys[i] = std::min(keys[i], keys[i + 1] - 1);
    return keys;
}

/// Returns true when spans between these keys are good enough for a group, from the first to the last frame.
bool serves(const KeyGroup& group, std::span<const std::uint32_t> keys) {
    if (keys.empty() || keys.front() != 0 || keys.back() + 1 != group.reach.size()) return false;
    for (std::size_t key = 0; key + 1 < keys.size(); ++key) {
        if (keys[key + 1] > group.reach[keys[key]]) return false;
    }
    return true;
}

}  // namespace

KeyGroup singleGroup(std::uint32_t number, const MotionTrack& track, std::span<const float> frames) {
    KeyGroup group;
    group.tracks = {number};
    group.bytesPerKey = track.bytesPerKey();
    const SpanCheck check(track, frames);
    group.reach = findReach(frames.size(),
                            [&](std::size_t first, std::size_t last) { return check.holds(first, last); });
    group.keys = farthestKeys(group.reach);
    return group;
}

void joinGroups(std::vector<KeyGroup>& groups) {
    SavingTable table(groups);
    while (true) {
        const auto [left, right] = table.best();
        if (left == right) break;
        join(groups[left], groups[right]);
        groups[right].tracks.clear();
        table.joined(left, right);
    }
    std::erase_if(groups, [](const KeyGroup& group) { return group.tracks.empty(); });
}

void placeKeys(KeyGroup& group, std::span<const MotionTrack> tracks, std::span<const float> frames) {
    std::vector<SpanCheck> checks;
    checks.reserve(group.tracks.size());
    for (const std::uint32_t number : group.tracks)
        checks.emplace_back(tracks[number], frames);
    // The track that failed last is the most likely one to fail next.
    std::size_t suspect = 0;
    group.reach = findReach(frames.size(), [&](std::size_t first, std::size_t last) {
        if (!checks[suspect].holds(first, last)) return false;
        for (std::size_t check = 0; check < checks.size(); ++check) {
            if (check == suspect || checks[check].holds(first, last)) continue;
            suspect = check;
            return false;
        }
        return true;
    });
    group.keys = centredKeys(group.reach);
}

const std::vector<std::uint32_t>* cheaperTimes(const KeyGroup& group,
                                               std::span<const std::vector<std::uint32_t>> held) {
    const std::vector<std::uint32_t>* best = nullptr;
    std::size_t fewest = bytesOf(group.keys.size(), group.bytesPerKey);
    for (const std::vector<std::uint32_t>& keys : held) {
        const std::size_t bytes = keys.size() * group.bytesPerKey;
        if (bytes >= fewest || !serves(group, keys)) continue;
        best = &keys;
        fewest = bytes;
    }
    return best;
}

}  // namespace rigkiln::reduction
