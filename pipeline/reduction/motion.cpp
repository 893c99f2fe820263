#include "pipeline/reduction/motion.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "pipeline/animation/arc.hpp"
#include "pipeline/animation/hermite.hpp"
#include "pipeline/animation/key_times.hpp"
#include "pipeline/base/stop.hpp"

namespace rigkiln::reduction {
namespace {

glm::dvec4 stored(const glm::vec3& value) {
    return {glm::dvec3(value), 0.0};
}

glm::dvec4 stored(const glm::quat& value) {
    return {value.x, value.y, value.z, value.w};
}

glm::dvec4 wide(const glm::vec3& value) {
    return stored(value);
}

glm::dvec4 wide(const glm::quat& value) {
    return glm::normalize(stored(value));
}

/// Evaluates a track at ascending times.
template <class Value>
class TrackCursor {
public:
    explicit TrackCursor(const Track<Value>& track) : track_(track) {}

    /// Precondition: `time` is not before that of the last call.
    glm::dvec4 at(double time) {
        const std::vector<float>& times = track_.times;
        const bool isSpline = track_.interpolation == Interpolation::CubicSpline;
        while (next_ < times.size() && static_cast<double>(times[next_]) <= time)
            ++next_;
        const auto valueOf = [&](std::size_t key) {
            return wide(track_.values[isSpline ? 3 * key + 1 : key]);
        };
        if (next_ == 0) return valueOf(0);
        const glm::dvec4 before = valueOf(next_ - 1);
        if (next_ == times.size() || track_.interpolation == Interpolation::Step) return before;
        const auto begin = static_cast<double>(times[next_ - 1]);
        const double length = static_cast<double>(times[next_]) - begin;
        const double fraction = (time - begin) / length;
        if (fraction == 0) return before;
        if (isSpline) return onSpline({fraction, length});
        return between(before, wide(track_.values[next_]), fraction);
    }

private:
    /// Evaluates a spline between two keys. Uses doubles, because other clips are measured against the
    /// result.
    [[nodiscard]] glm::dvec4 onSpline(const SplinePlace& place) const {
        const std::size_t from = 3 * next_ - 2;
        const glm::dvec4 value = hermite(place, stored(track_.values[from]), stored(track_.values[from + 1]),
                                         stored(track_.values[from + 2]), stored(track_.values[from + 3]));
        return std::is_same_v<Value, glm::quat> ? glm::normalize(value) : value;
    }

    glm::dvec4 between(const glm::dvec4& from, glm::dvec4 to, double fraction) {
        if constexpr (std::is_same_v<Value, glm::quat>) {
            double cosine = glm::dot(from, to);
            if (cosine < 0) {
                to = -to;
                cosine = -cosine;
            }
            if (arcTo_ != next_) arc_ = Arc::ofCosine(cosine);
            arcTo_ = next_;
            return glm::normalize(from * arc_.farWeight(1 - fraction) + to * arc_.farWeight(fraction));
        } else {
            return from * (1 - fraction) + to * fraction;
        }
    }

    const Track<Value>& track_;
    std::size_t next_ = 0;
    Arc arc_;                ///< the arc that ends at key arcTo_
    std::size_t arcTo_ = 0;  ///< 0: none, because no arc ends at the first key
};

/// Negates rotations so that neighbours lie in one hemisphere.
struct SignKeeper {
    bool isRotation = false;
    glm::dvec4 previous{0.0};

    glm::dvec4 keep(glm::dvec4 value) {
        if (isRotation && glm::dot(previous, value) < 0) value = -value;
        previous = value;
        return value;
    }
};

template <class Value>
void sample(const Track<Value>& track, const TimeGrid& grid, TrackSource& source) {
    const std::size_t frames = grid.size();
    source.frames.resize(frames);
    for (std::size_t plane = 0; plane < TimeGrid::kPlanes; ++plane)
        source.checks[plane].resize(grid.checks[plane].size());
    SignKeeper signs{.isRotation = std::is_same_v<Value, glm::quat>};
    TrackCursor<Value> cursor(track);
    const auto put = [&](std::size_t plane, std::size_t check) {
        const glm::dvec4 value = signs.keep(cursor.at(grid.checks[plane][check]));
        source.checks[plane].set(check, value);
        return value;
    };
    for (std::size_t frame = 0; frame < frames; ++frame) {
        source.frames[frame] = put(0, 2 * frame);
        if (frame + 1 == frames) break;
        put(1, 2 * frame);
        put(0, 2 * frame + 1);
        put(1, 2 * frame + 1);
    }
    // Pads plane 0, which has an odd number of times.
    source.checks[0].set(2 * frames - 1, source.frames.back());
}

glm::dvec4 middleOf(std::span<const glm::dvec4> values, Part part) {
    glm::dvec4 low = values.front();
    glm::dvec4 high = low;
    for (const glm::dvec4& value : values) {
        low = glm::min(low, value);
        high = glm::max(high, value);
    }
    const glm::dvec4 middle = (low + high) / 2.0;
    if (part != Part::Rotation) return middle;
    // A rotation through a full turn has no middle.
    constexpr double kLeastLength = 0.1;
    return glm::length(middle) < kLeastLength ? values.front() : glm::normalize(middle);
}

/// Largest difference of first and last frame in a loop.
constexpr double kLoopTolerance = 1e-6;

double largestDifference(const glm::dvec4& left, const glm::dvec4& right) {
    const glm::dvec4 difference = glm::abs(left - right);
    return std::max({difference.x, difference.y, difference.z, difference.w});
}

/// Returns the frames at those of the times that are on the grid. A long clip has several grids.
std::vector<std::uint32_t> framesAt(std::span<const float> times, const TimeGrid& grid) {
    std::vector<std::uint32_t> numbers;
    for (const float time : times) {
        const auto frame = std::ranges::lower_bound(grid.frames, time);
        if (frame == grid.frames.end() || *frame != time) continue;
        numbers.push_back(static_cast<std::uint32_t>(frame - grid.frames.begin()));
    }
    return numbers;
}

template <class Value>
void addTrack(const Track<Value>& track, const Value& rest, Part part, std::uint32_t joint,
              const TimeGrid& grid, std::vector<MotionTrack>& motions) {
    if (track.empty()) return;
    checkStop();
    TrackSource source;
    source.joint = joint;
    source.part = part;
    source.rest = wide(rest);
    sample(track, grid, source);
    const std::vector<glm::dvec4>& frames = source.frames;
    if (part == Part::Rotation && glm::dot(source.rest, frames.front()) < 0) source.rest = -source.rest;
    source.isConstant =
        std::ranges::all_of(frames, [&](const glm::dvec4& value) { return value == frames.front(); });
    source.isKept = track.interpolation != Interpolation::Linear && track.times.size() > 1;
    // The values of a spline at all frames may be equal although it moves in between.
    if (track.interpolation == Interpolation::CubicSpline && track.times.size() > 1)
        source.isConstant = false;
    source.isLoop = largestDifference(frames.front(), frames.back()) < kLoopTolerance;
    source.middle = middleOf(frames, part);
    MotionTrack& motion = motions.emplace_back();
    if (source.isKept) motion.choice.keys = framesAt(track.times, grid);
    motion.reduced = source.checks;
    motion.source = std::make_shared<const TrackSource>(std::move(source));
}

/// Returns the time of the first key, at most the end of the clip. Nothing moves, appears or hides before it.
float firstKeyTime(const Clip& clip) {
    float first = clip.duration;
    const auto note = [&](const auto& track) {
        if (!track.empty()) first = std::min(first, track.times.front());
    };
    for (const JointTracks& tracks : clip.joints) {
        note(tracks.translation);
        note(tracks.rotation);
        note(tracks.scale);
        note(tracks.visibility);
    }
    return first;
}

}  // namespace

TimeGrid::TimeGrid(std::span<const float> times) : frames(times.begin(), times.end()) {
    checks[0].reserve(2 * frames.size() - 1);
    checks[1].reserve(2 * frames.size() - 2);
    for (std::size_t frame = 0; frame + 1 < frames.size(); ++frame) {
        const auto begin = static_cast<double>(frames[frame]);
        const double length = static_cast<double>(frames[frame + 1]) - begin;
        checks[0].push_back(begin);
        checks[1].push_back(begin + length / 4);
        checks[0].push_back(begin + length / 2);
        checks[1].push_back(begin + length * 3 / 4);
    }
    checks[0].push_back(static_cast<double>(frames.back()));
}

std::pair<double, double> TimeGrid::around(std::size_t plane, std::size_t check) const {
    // Check times of both planes alternate in time.
    const std::size_t last = checks[0].size() + checks[1].size() - 1;
    const auto at = [this](std::size_t number) { return checks[number % 2][number / 2]; };
    const std::size_t number = 2 * check + plane;
    return {at(number > 0 ? number - 1 : 0), at(std::min(number + 1, last))};
}

std::vector<MotionTrack> sampleMotion(const Scene& scene, const Clip& clip, const TimeGrid& grid) {
    std::vector<MotionTrack> motions;
    for (const JointTracks& tracks : clip.joints) {
        const Transform& rest = scene.joints[tracks.joint.value].rest;
        addTrack(tracks.translation, rest.translation, Part::Translation, tracks.joint.value, grid, motions);
        addTrack(tracks.rotation, rest.rotation, Part::Rotation, tracks.joint.value, grid, motions);
        addTrack(tracks.scale, rest.scale, Part::Scale, tracks.joint.value, grid, motions);
    }
    return motions;
}

std::vector<float> keyTimes(const Clip& clip) {
    const float first = firstKeyTime(clip);
    const float begin = first < clip.duration ? first : 0.0F;
    std::vector<float> times = {begin, clip.duration};
    addMotionTimes(clip, times);
    // The last moment before a step may be earlier than the beginning.
    std::erase_if(times, [begin](float time) { return time < begin; });
    sortTimes(times);
    return times;
}

}  // namespace rigkiln::reduction
