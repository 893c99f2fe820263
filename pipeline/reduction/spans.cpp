#include "pipeline/reduction/spans.hpp"

#include <algorithm>

#include "pipeline/base/stop.hpp"
#include "pipeline/reduction/span_check.hpp"

namespace rigkiln::reduction {
namespace {

/// Returns the reach of each frame. `holds(first, last)` tells whether one span is good enough.
template <class Holds>
std::vector<std::uint32_t> findReach(std::size_t frames, Holds holds) {
    std::vector<std::uint32_t> reach(frames, static_cast<std::uint32_t>(frames - 1));
    std::size_t last = 0;
    for (std::size_t first = 0; first + 1 < frames; ++first) {
        checkStop();
        last = std::max(last, first + 1);
        while (last + 1 < frames && holds(first, last + 1))
            ++last;
        reach[first] = static_cast<std::uint32_t>(last);
    }
    return reach;
}

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

}  // namespace

std::vector<std::uint32_t> farthestKeys(std::span<const std::uint32_t> reach) {
    std::vector<std::uint32_t> keys = {0};
    while (keys.back() + 1 < reach.size())
        keys.push_back(reach[keys.back()]);
    return keys;
}

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

}  // namespace rigkiln::reduction
