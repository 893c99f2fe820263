#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <glm/vec4.hpp>

#include "pipeline/scene/scene.hpp"

namespace rigkiln::reduction {

/// The times at which a clip is sampled and measured. Frames are the times that may become keys: all key
/// times of all tracks, and the last moment before each step. Errors are measured at two planes of check
/// times. Plane 0 has the frames and the middles between them, which are enough for choosing keys. Plane 1
/// has the quarters, which complete the proof.
struct TimeGrid {
    static constexpr std::size_t kPlanes = 2;

    std::vector<float> frames;
    /// Plane 0: frame 0, middle, frame 1, middle ... last frame. Plane 1: both quarters of each interval.
    std::array<std::vector<double>, kPlanes> checks;

    /// Precondition: times are strictly ascending, at least two.
    explicit TimeGrid(std::span<const float> times);

    [[nodiscard]] std::size_t size() const { return frames.size(); }
    /// Returns the neighbouring check times of both planes before and after a check time; at the ends the
    /// time itself.
    [[nodiscard]] std::pair<double, double> around(std::size_t plane, std::size_t check) const;
    /// Returns the frame at or before a check time of a plane.
    [[nodiscard]] static std::size_t frameOf(std::size_t check) { return check / 2; }
};

/// Values at the check times of a plane, stored in pairs of times: x of both, y of both, z, w. The last value
/// is repeated when the number of times is odd.
class CheckValues {
public:
    /// Must be called before the other functions.
    void resize(std::size_t checks) { numbers_.resize((checks + 1) / 2 * kPerPair); }
    [[nodiscard]] std::size_t pairs() const { return numbers_.size() / kPerPair; }

    /// Returns one component at both times of a pair.
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

/// Tangents before and after a key of a spline, as change per second.
struct KeyTangents {
    glm::dvec4 in{0.0};
    glm::dvec4 out{0.0};

    bool operator==(const KeyTangents&) const = default;
};

enum class Part : std::uint8_t { Translation, Rotation, Scale };

/// One animated property of a joint, as the clip has it in a window of frames. Rotations are unit quaternions
/// x, y, z, w with neighbours in one hemisphere; other properties leave w at 0. `sampleMotion` makes it, and
/// nothing can change it.
struct TrackSource {
    std::uint32_t joint = 0;
    Part part = Part::Translation;
    bool isConstant = false;  ///< a single value
    bool isKept = false;      ///< not reduced, because it has steps or curves
    bool isLoop = false;      ///< ends as it begins, which must stay so
    glm::dvec4 rest{0.0};
    glm::dvec4 middle{0.0};            ///< middle of the range of values; the first frame if there is none
    std::vector<glm::dvec4> frames{};  ///< values at the frames
    std::array<CheckValues, TimeGrid::kPlanes> checks{};

    [[nodiscard]] int components() const { return part == Part::Rotation ? 4 : 3; }
    /// Returns the displacement per difference of values and unit of the lever. It is 2 for rotations, whose
    /// angles are twice those between their quaternions.
    [[nodiscard]] double unitsPerDifference() const { return part == Part::Rotation ? 2 : 1; }
};

/// How far keys may be from the source, by frame.
struct TrackBudget {
    std::vector<double> lever{};      ///< largest displacement of a point per unit of the track
    std::vector<double> tolerance{};  ///< displacement of points that the track may cause
};

/// First value and width of the keys of a track, as the windows before have them.
struct WindowSeam {
    /// Stored value of the previous window at this window's first frame; empty in the first window.
    std::optional<glm::dvec4> value{};
    bool needsFloats = false;  ///< because another window has them
};

/// Kind of the keys of a track, which is decided before they are chosen.
struct KeyForm {
    bool isSpline = false;  ///< keys are those of a cubic spline (fit_spline.hpp)
    bool isFast = false;    ///< some tangents of this rotation exceed the range of sixteen bits
};

/// The keys of a track.
struct KeyChoice {
    std::vector<std::uint32_t>
        keys{};  ///< frame numbers; one: a constant; those of the source for kept tracks
    std::vector<glm::dvec4> values{};     ///< as stored in the file
    std::vector<KeyTangents> tangents{};  ///< for a spline with several keys: one per key
    bool isFloat = false;                 ///< sixteen bits are not enough for this rotation
    bool isDropped = false;               ///< replaced by the rest pose
};

/// A track on its way from the clip to its keys: what is given, what it may cost, and what was chosen.
struct MotionTrack {
    std::shared_ptr<const TrackSource> source = std::make_shared<const TrackSource>();
    TrackBudget budget{};
    WindowSeam seam{};
    KeyForm form{};
    KeyChoice choice{};
    std::array<CheckValues, TimeGrid::kPlanes> reduced{};  ///< values of the chosen keys

    /// Returns the value of a key at the first frame when the clip continues before it.
    [[nodiscard]] glm::dvec4 pinnedFirst() const { return seam.value.value_or(source->frames.front()); }
    [[nodiscard]] std::size_t bytesPerKey() const {
        constexpr std::size_t kShorts = 8;
        constexpr std::size_t kFloats = 16;
        constexpr std::size_t kVector = 12;
        const std::size_t bytes = source->part != Part::Rotation ? kVector
                                  : choice.isFloat               ? kFloats
                                                                 : kShorts;
        return form.isSpline ? 3 * bytes : bytes;
    }
};

/// Samples all tracks of the clip that have keys on the grid.
[[nodiscard]] std::vector<MotionTrack> sampleMotion(const Scene& scene, const Clip& clip,
                                                    const TimeGrid& grid);

/// Returns the times of all keys, the last moments before steps, and the end of the clip, without duplicates.
/// Starts at the first key, so that a clip that begins late still does; or at 0 if that key is at the end.
[[nodiscard]] std::vector<float> keyTimes(const Clip& clip);

}  // namespace rigkiln::reduction
