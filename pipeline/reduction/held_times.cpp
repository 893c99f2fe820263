#include "pipeline/reduction/held_times.hpp"

#include <algorithm>

#include "pipeline/base/stop.hpp"

namespace rigkiln::reduction {
namespace {

/// Returns true when spans between these keys are good enough for a group.
bool serves(const KeyGroup& group, std::span<const std::uint32_t> keys) {
    for (std::size_t key = 0; key + 1 < keys.size(); ++key) {
        if (keys[key + 1] > group.reach[keys[key]]) return false;
    }
    return true;
}

}  // namespace

HeldTimes::HeldTimes(std::span<const MotionTrack> tracks) {
    std::set<const std::vector<std::uint32_t>*, IsLess> seen;
    for (const MotionTrack& track : tracks) {
        if (track.source->isKept && seen.insert(&track.choice.keys).second)
            times_.push_back(track.choice.keys);
    }
    const std::size_t frames = tracks.empty() ? 0 : tracks.front().source->frames.size();
    for (std::size_t number = 0; number < times_.size(); ++number) {
        const std::vector<std::uint32_t>& keys = times_[number];
        known_.insert(&keys);
        if (!keys.empty() && keys.front() == 0 && keys.back() + 1 == frames) usable_.push_back(number);
    }
    std::ranges::stable_sort(usable_, {}, [this](std::size_t number) { return times_[number].size(); });
}

std::optional<std::size_t> HeldTimes::cheaper(const KeyGroup& group) const {
    const std::size_t own = bytesOf(group.keys.size(), group.bytesPerKey);
    auto number = std::ranges::lower_bound(usable_, group.keys.size(), {},
                                           [this](std::size_t held) { return times_[held].size(); });
    checkStop();
    for (std::size_t tried = 0; tried < kMostTried && number != usable_.end(); ++tried, ++number) {
        const std::vector<std::uint32_t>& keys = times_[*number];
        if (keys.size() * group.bytesPerKey >= own) return std::nullopt;
        if (serves(group, keys)) return *number;
    }
    return std::nullopt;
}

}  // namespace rigkiln::reduction
