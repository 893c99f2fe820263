#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <glm/vec4.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln::reduction {

/// Where a clip is looked at. Frames are the times that may become keys: those at which any track has
/// one, and the last moment before each step. Errors
/// are measured on two planes of check times: frames and the middles between them, which are enough to
/// choose keys by, and the quarters beside the middles, which complete the proof.
struct TimeGrid {
    static constexpr std::size_t kPlanes = 2;

    std::vector<float> frames;
    /// Plane 0: frame 0, middle, frame 1, middle ... last frame. Plane 1: both quarters of each interval.
    std::array<std::vector<double>, kPlanes> checks;

    /// Precondition: strictly ascending, at least two.
    explicit TimeGrid(std::span<const float> times);

    [[nodiscard]] std::size_t size() const { return frames.size(); }
    /// The check times of both planes next to one of a plane, before and after it; at the ends that time
    /// itself.
    [[nodiscard]] std::pair<double, double> around(std::size_t plane, std::size_t check) const;
    /// The frame before or at a check time of a plane.
    [[nodiscard]] static std::size_t frameOf(std::size_t check) { return check / 2; }
};

/// Values at the check times of a plane, two and two: x of both, y of both, z, w. An odd last time is
/// followed by its like.
class CheckValues {
public:
    /// Precondition of the others: not before this.
    void resize(std::size_t checks) { numbers_.resize((checks + 1) / 2 * kPerPair); }
    [[nodiscard]] std::size_t pairs() const { return numbers_.size() / kPerPair; }

    /// One component at both times of a pair.
    [[nodiscard]] double* at(std::size_t pair, std::size_t component) {
        return numbers_.data() + pair * kPerPair + 2 * component;
    }
    [[nodiscard]] const double* at(std::size_t pair, std::size_t component) const {
        return numbers_.data() + pair * kPerPair + 2 * component;
    }
    [[nodiscard]] glm::dvec4 value(std::size_t check) const {
        const double* first = at(check / 2, 0) + check % 2;
        return {first[0], first[2], first[4], first[6]};
    }
    void set(std::size_t check, const glm::dvec4& value) {
        double* first = at(check / 2, 0) + check % 2;
        first[0] = value.x;
        first[2] = value.y;
        first[4] = value.z;
        first[6] = value.w;
    }

private:
    static constexpr std::size_t kPerPair = 8;

    std::vector<double> numbers_;
};

/// Change of a value per second before and behind a key of a spline.
struct KeyTangents {
    glm::dvec4 in{0.0};
    glm::dvec4 out{0.0};

    bool operator==(const KeyTangents&) const = default;
};

enum class Part : std::uint8_t { Translation, Rotation, Scale };

/// One moving property of a joint: what the source says, and what the keys that are left say. Rotations are
/// unit quaternions x, y, z, w with neighbours in one hemisphere; the others leave w at 0.
struct MotionTrack {
    std::uint32_t joint = 0;
    Part part = Part::Translation;
    bool isConstant = false;  ///< the source holds one value
    bool isKept = false;      ///< not ours to reduce: holds steps or curves, and is taken as it is
    bool isLoop = false;      ///< ends as it begins, and has to go on doing so
    glm::dvec4 rest{0.0};

    glm::dvec4 middle{0.0};  ///< halfway of what the source holds; the first frame where there is no halfway

    std::vector<glm::dvec4> frames;  ///< of the source, at the frames
    std::array<CheckValues, TimeGrid::kPlanes> source;
    std::array<CheckValues, TimeGrid::kPlanes> reduced;

    std::vector<double> lever;      ///< how far one unit of this track moves a point at most, by frame
    std::vector<double> tolerance;  ///< how far this track may move points, by frame

    // What is left of it.
    std::vector<std::uint32_t>
        keys;  ///< numbers of frames; one: a constant; those of the source where it is kept
    std::vector<glm::dvec4> values;  ///< as readers will see them
    bool isFloat = false;            ///< sixteen bits are not enough for this rotation
    bool isDropped = false;          ///< the rest pose says the same

    /// What the window before has at this one's first frame, as it will be stored; none in the first window.
    std::optional<glm::dvec4> seam{};
    bool isFloatBefore = false;  ///< takes floats whatever its keys are: another window does

    bool isSpline = false;              ///< keys are those of a cubic spline (fit_spline.hpp)
    bool isFast = false;                ///< tangents of this rotation, per second, are beyond sixteen bits
    std::vector<KeyTangents> tangents;  ///< of a spline of several keys, one for each of them

    /// What a key on the first or the last frame holds where the clip goes on beyond it.
    [[nodiscard]] glm::dvec4 pinnedFirst() const { return seam.value_or(frames.front()); }
    [[nodiscard]] int components() const { return part == Part::Rotation ? 4 : 3; }
    /// Displacement by a difference of values, per unit of the lever: angles of rotations are twice those
    /// between their quaternions.
    [[nodiscard]] double unitsPerDifference() const { return part == Part::Rotation ? 2 : 1; }
    [[nodiscard]] std::size_t bytesPerKey() const {
        constexpr std::size_t kShorts = 8;
        constexpr std::size_t kFloats = 16;
        constexpr std::size_t kVector = 12;
        const std::size_t bytes = part != Part::Rotation ? kVector : isFloat ? kFloats : kShorts;
        return isSpline ? 3 * bytes : bytes;
    }
};

/// Every track of the clip with more than no key, sampled on the grid.
[[nodiscard]] std::vector<MotionTrack> sampleMotion(const Scene& scene, const Clip& clip,
                                                    const TimeGrid& grid);

/// The times of all keys of a clip, the last moments before its steps, and its end; each once. It begins with
/// the first key, so that a clip that begins late still does; with 0 where that key is the end as well.
[[nodiscard]] std::vector<float> keyTimes(const Clip& clip);

}  // namespace rigkiln::reduction
