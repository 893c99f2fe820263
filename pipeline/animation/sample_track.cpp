#include "pipeline/animation/sample_track.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "pipeline/animation/arc.hpp"
#include "pipeline/animation/hermite.hpp"

namespace rigkiln {
namespace {

/// The keys around a time and the position between them; `fraction` is 0 where a single key holds.
struct Segment {
    std::size_t before = 0;
    std::size_t after = 0;
    double fraction = 0;
    double length = 0;  ///< seconds
};

Segment segmentAt(const std::vector<float>& times, float time) {
    const auto next = std::ranges::upper_bound(times, time);
    if (next == times.begin()) return {};
    const auto before = static_cast<std::size_t>(next - times.begin()) - 1;
    if (next == times.end()) return {.before = before, .after = before};
    const double length = static_cast<double>(*next) - static_cast<double>(times[before]);
    return {.before = before,
            .after = before + 1,
            .fraction = (static_cast<double>(time) - static_cast<double>(times[before])) / length,
            .length = length};
}

glm::dquat shortestSlerp(const glm::dquat& from, glm::dquat to, double fraction) {
    double cosine = glm::dot(from, to);
    if (cosine < 0) {
        to = -to;
        cosine = -cosine;
    }
    const Arc arc = Arc::ofCosine(cosine);
    return glm::normalize(from * arc.farWeight(1 - fraction) + to * arc.farWeight(fraction));
}

/// Samples in `Wide`, the corresponding vector of doubles.
template <class Wide, class Vector>
Wide sampleVector(const Track<Vector>& track, float time) {
    const Segment segment = segmentAt(track.times, time);
    const bool isCubic = track.interpolation == Interpolation::CubicSpline;
    const auto keyAt = [&](std::size_t key) { return Wide(track.values[isCubic ? key * 3 + 1 : key]); };
    if (track.interpolation == Interpolation::Step || segment.before == segment.after)
        return keyAt(segment.before);
    if (isCubic) {
        return hermite({segment.fraction, segment.length}, keyAt(segment.before),
                       Wide(track.values[segment.before * 3 + 2]), Wide(track.values[segment.after * 3]),
                       keyAt(segment.after));
    }
    return keyAt(segment.before) * (1 - segment.fraction) + keyAt(segment.after) * segment.fraction;
}

}  // namespace

glm::vec2 sampleTrack(const Track<glm::vec2>& track, float time) {
    return glm::vec2(sampleVector<glm::dvec2>(track, time));
}

glm::vec3 sampleTrack(const Track<glm::vec3>& track, float time) {
    return glm::vec3(sampleWide(track, time));
}

glm::quat sampleTrack(const Track<glm::quat>& track, float time) {
    return glm::quat(sampleWide(track, time));
}

glm::dvec3 sampleWide(const Track<glm::vec3>& track, float time) {
    return sampleVector<glm::dvec3>(track, time);
}

glm::dquat sampleWide(const Track<glm::quat>& track, float time) {
    const Segment segment = segmentAt(track.times, time);
    const bool isCubic = track.interpolation == Interpolation::CubicSpline;
    const auto keyAt = [&](std::size_t key) { return glm::dquat(track.values[isCubic ? key * 3 + 1 : key]); };
    if (track.interpolation == Interpolation::Step || segment.before == segment.after) {
        return glm::normalize(keyAt(segment.before));
    }
    if (isCubic) {
        return glm::normalize(hermite({segment.fraction, segment.length}, keyAt(segment.before),
                                      glm::dquat(track.values[segment.before * 3 + 2]),
                                      glm::dquat(track.values[segment.after * 3]), keyAt(segment.after)));
    }
    return shortestSlerp(glm::normalize(keyAt(segment.before)), glm::normalize(keyAt(segment.after)),
                         segment.fraction);
}

std::uint8_t sampleTrack(const Track<std::uint8_t>& track, float time) {
    return track.values[segmentAt(track.times, time).before];
}

}  // namespace rigkiln
