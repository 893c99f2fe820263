#include "pipeline/scene/add_tracks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace rigkiln {
namespace {

/// A side of a time at which a track may bend.
enum class Side : std::uint8_t { Before, After };

/// A track as a function in doubles, with its slope.
class Curve {
public:
    explicit Curve(const Track<glm::vec3>& track) : track_(track) {}

    [[nodiscard]] glm::dvec3 value(float time) const {
        const auto segment = segmentAt(time, Side::After);
        if (!segment) return time < track_.times.front() ? key(0) : key(track_.times.size() - 1);
        if (track_.interpolation == Interpolation::Step) return key(segment->first);
        const double t = segment->fraction;
        const glm::dvec3 from = key(segment->first);
        const glm::dvec3 to = key(segment->first + 1);
        if (track_.interpolation == Interpolation::Linear) return from * (1 - t) + to * t;
        const double t2 = t * t;
        const double t3 = t2 * t;
        return from * (2 * t3 - 3 * t2 + 1) + outTangent(*segment) * (segment->length * (t3 - 2 * t2 + t)) +
               to * (-2 * t3 + 3 * t2) + inTangent(*segment) * (segment->length * (t3 - t2));
    }

    /// Returns the derivative per second on one side of a time.
    [[nodiscard]] glm::dvec3 slope(float time, Side side) const {
        const auto segment = segmentAt(time, side);
        if (!segment || track_.interpolation == Interpolation::Step) return glm::dvec3(0.0);
        const glm::dvec3 rise = (key(segment->first + 1) - key(segment->first)) / segment->length;
        if (track_.interpolation == Interpolation::Linear) return rise;
        const double t = segment->fraction;
        const double t2 = t * t;
        return rise * (6 * t - 6 * t2) + outTangent(*segment) * (3 * t2 - 4 * t + 1) +
               inTangent(*segment) * (3 * t2 - 2 * t);
    }

private:
    struct Segment {
        std::size_t first = 0;  ///< key at its start
        double fraction = 0;
        double length = 0;  ///< seconds
    };

    /// Returns the keys between which a time is; nothing where the first or the last key holds.
    [[nodiscard]] std::optional<Segment> segmentAt(float time, Side side) const {
        const std::vector<float>& times = track_.times;
        const auto next = side == Side::After ? std::ranges::upper_bound(times, time)
                                              : std::ranges::lower_bound(times, time);
        if (next == times.begin() || next == times.end()) return std::nullopt;
        const auto first = static_cast<std::size_t>(next - times.begin()) - 1;
        const double start = times[first];
        const double length = static_cast<double>(*next) - start;
        return Segment{
            .first = first, .fraction = (static_cast<double>(time) - start) / length, .length = length};
    }

    [[nodiscard]] glm::dvec3 key(std::size_t index) const {
        return glm::dvec3(
            track_.values[track_.interpolation == Interpolation::CubicSpline ? index * 3 + 1 : index]);
    }
    [[nodiscard]] glm::dvec3 outTangent(const Segment& segment) const {
        return glm::dvec3(track_.values[segment.first * 3 + 2]);
    }
    [[nodiscard]] glm::dvec3 inTangent(const Segment& segment) const {
        return glm::dvec3(track_.values[segment.first * 3 + 3]);
    }

    const Track<glm::vec3>& track_;
};

glm::vec3 sum(const glm::vec3& left, const glm::vec3& right) {
    return glm::vec3(glm::dvec3(left) + glm::dvec3(right));
}

/// Adds a constant to a track.
Track<glm::vec3> shifted(Track<glm::vec3> track, const glm::vec3& by) {
    const bool isSpline = track.interpolation == Interpolation::CubicSpline;
    for (std::size_t i = isSpline ? 1 : 0; i < track.values.size(); i += isSpline ? 3 : 1)
        track.values[i] = sum(track.values[i], by);
    return track;
}

void addTimes(const Track<glm::vec3>& track, bool hasKeysBeforeSteps, std::vector<float>& times) {
    times.insert(times.end(), track.times.begin(), track.times.end());
    if (!hasKeysBeforeSteps || track.interpolation != Interpolation::Step) return;
    for (std::size_t key = 1; key < track.times.size(); ++key)
        times.push_back(std::nextafter(track.times[key], 0.0F));
}

}  // namespace

Track<glm::vec3> addTracks(const Track<glm::vec3>& left, const Track<glm::vec3>& right) {
    const Curve leftCurve(left);
    const Curve rightCurve(right);
    if (right.times.size() == 1) return shifted(left, glm::vec3(rightCurve.value(0)));
    if (left.times.size() == 1) return shifted(right, glm::vec3(leftCurve.value(0)));
    Track<glm::vec3> result;
    if (left.interpolation == right.interpolation && left.times == right.times) {
        result = left;
        std::ranges::transform(left.values, right.values, result.values.begin(), sum);
        return result;
    }
    const bool isStep =
        left.interpolation == Interpolation::Step && right.interpolation == Interpolation::Step;
    const bool isSpline =
        left.interpolation == Interpolation::CubicSpline || right.interpolation == Interpolation::CubicSpline;
    if (isStep) result.interpolation = Interpolation::Step;
    if (isSpline) result.interpolation = Interpolation::CubicSpline;
    addTimes(left, !isStep, result.times);
    addTimes(right, !isStep, result.times);
    std::ranges::sort(result.times);
    result.times.erase(std::unique(result.times.begin(), result.times.end()), result.times.end());
    const auto slope = [&](float time, Side side) {
        return glm::vec3(leftCurve.slope(time, side) + rightCurve.slope(time, side));
    };
    for (const float time : result.times) {
        if (isSpline) result.values.push_back(slope(time, Side::Before));
        result.values.emplace_back(leftCurve.value(time) + rightCurve.value(time));
        if (isSpline) result.values.push_back(slope(time, Side::After));
    }
    return result;
}

Track<glm::vec3> transformTrack(Track<glm::vec3> track, const glm::dmat3& matrix) {
    for (glm::vec3& value : track.values)
        value = glm::vec3(matrix * glm::dvec3(value));
    return track;
}

JointTracks& ClipTranslations::tracksOf(IndexOf<Joint> joint) {
    const auto sortedEnd = clip_.joints.begin() + static_cast<std::ptrdiff_t>(sortedCount_);
    const auto known =
        std::ranges::lower_bound(clip_.joints.begin(), sortedEnd, joint, {}, &JointTracks::joint);
    if (known != sortedEnd && known->joint == joint) return *known;
    const auto [place, isNew] = appended_.try_emplace(joint.value, clip_.joints.size());
    if (isNew) clip_.joints.emplace_back().joint = joint;
    return clip_.joints[place->second];
}

void ClipTranslations::add(IndexOf<Joint> joint, const Track<glm::vec3>& added) {
    JointTracks& tracks = tracksOf(joint);
    if (tracks.translation.empty()) {
        tracks.translation.times = {0.0F};
        tracks.translation.values = {scene_.joints[joint.value].rest.translation};
    }
    tracks.translation = addTracks(tracks.translation, added);
    tracks.holdsRestPose = false;
}

void ClipTranslations::finish() {
    if (!appended_.empty()) std::ranges::sort(clip_.joints, {}, &JointTracks::joint);
    sortedCount_ = clip_.joints.size();
    appended_.clear();
}

void addToTranslation(Clip& clip, const Scene& scene, IndexOf<Joint> joint, const Track<glm::vec3>& added) {
    ClipTranslations translations(clip, scene);
    translations.add(joint, added);
    translations.finish();
}

}  // namespace rigkiln
