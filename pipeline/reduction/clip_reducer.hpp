#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/reduction/fit_keys.hpp"
#include "pipeline/reduction/joined_keys.hpp"
#include "pipeline/reduction/key_state.hpp"
#include "pipeline/reduction/pose_check.hpp"
#include "pipeline/reduction/spline_tracks.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::reduction {

/// All measured errors in units of the scene, and the place of the largest one.
class ErrorSummary {
public:
    ErrorSummary() = default;
    /// Converts the current errors of `check`, which are relative to `bound`.
    ErrorSummary(const PoseCheck& check, const TimeGrid& grid, double bound);

    /// Adds errors that were measured at other times.
    void append(const ErrorSummary& other);

    [[nodiscard]] bool empty() const { return errors_.empty(); }
    [[nodiscard]] double p99() const;
    [[nodiscard]] double worst() const { return worst_; }
    [[nodiscard]] std::size_t worstJoint() const { return joint_; }
    [[nodiscard]] double worstTime() const { return time_; }

private:
    std::vector<float> errors_;
    double worst_ = 0;
    std::size_t joint_ = 0;
    double time_ = 0;
};

/// Chooses the keys of one clip, window by window. For each window it takes the result with the fewest bytes
/// among those of several bounds.
class ClipReducer {
public:
    /// Number of frames per window, which limits memory. Neighbouring windows share a pinned frame.
    static constexpr std::size_t kWindow = 512;

    struct Limits {
        std::span<const double> bounds;  ///< largest first, at least one
        /// Number of bounds that are always tried. The others are tried while almost no bytes are saved.
        std::size_t leastBounds = 1;
        std::size_t mostBytes = 0;  ///< exclusive upper limit of useful results
    };

    /// All arguments must outlive this. `choice` decides which tracks become splines; null: none.
    ClipReducer(const Scene& scene, const Clip& clip, std::span<const JointProbes> probes,
                const Limits& limits, SplineChoice* choice)
        : scene_(scene), clip_(clip), probes_(probes), limits_(limits), choice_(choice) {}

    /// Reduces the clip. `times` are its keyTimes. Returns nothing when a window cannot be reduced.
    [[nodiscard]] std::optional<Clip> run(std::span<const float> times);

    [[nodiscard]] const ErrorSummary& errors() const { return errors_; }

private:
    /// Result of one window.
    struct Found {
        KeyState state;
        ErrorSummary errors;
    };

    [[nodiscard]] std::optional<Clip> runWindows(std::span<const float> times);
    [[nodiscard]] bool runWindow(std::span<const float> times, PinnedEnds pinned);
    [[nodiscard]] std::optional<Found> search(std::vector<MotionTrack>& tracks, const TimeGrid& grid,
                                              PinnedEnds pinned) const;
    void continueTracks(std::vector<MotionTrack>& tracks) const;
    void takeOver(const std::vector<MotionTrack>& tracks, const TimeGrid& grid);

    const Scene& scene_;
    const Clip& clip_;
    std::span<const JointProbes> probes_;
    Limits limits_;
    SplineChoice* choice_;
    bool takesFloats_ = false;  ///< all rotations are stored as floats
    std::vector<JoinedKeys> joined_;
    ErrorSummary errors_;
};

}  // namespace rigkiln::reduction
