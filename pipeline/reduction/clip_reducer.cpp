#include "pipeline/reduction/clip_reducer.hpp"

#include <algorithm>
#include <utility>

#include <glm/geometric.hpp>

#include "pipeline/animation/pose_error.hpp"
#include "pipeline/reduction/budgets.hpp"
#include "pipeline/reduction/motion.hpp"
#include "pipeline/reduction/solve.hpp"

namespace rigkiln::reduction {
namespace {

/// Share of bytes above which a result counts as hardly smaller. The bound is then about the rounding of
/// sixteen bits, and results of neighbouring bounds are unrelated.
constexpr double kSmall = 0.85;

}  // namespace

ErrorSummary::ErrorSummary(const PoseCheck& check, const TimeGrid& grid, double bound) {
    for (std::size_t joint = 0; joint < check.jointCount(); ++joint) {
        for (std::size_t plane = 0; plane < TimeGrid::kPlanes; ++plane) {
            for (std::size_t i = 0; i < grid.checks[plane].size(); ++i) {
                const double error = check.errors(plane, joint)[i] * bound;
                errors_.push_back(static_cast<float>(error));
                if (error <= worst_) continue;
                worst_ = error;
                joint_ = joint;
                time_ = grid.checks[plane][i];
            }
        }
    }
}

void ErrorSummary::append(const ErrorSummary& other) {
    errors_.insert(errors_.end(), other.errors_.begin(), other.errors_.end());
    if (other.worst_ <= worst_) return;
    worst_ = other.worst_;
    joint_ = other.joint_;
    time_ = other.time_;
}

double ErrorSummary::p99() const {
    return p99Of(errors_);
}

std::optional<Clip> ClipReducer::run(std::span<const float> times) {
    std::optional<Clip> reduced = runWindows(times);
    if (reduced || joined_.empty() || choice_ != nullptr) return reduced;
    // Sixteen bits may be enough for one window, but its rounding of the shared frame may exceed the
    // tolerance of the next window. Retries with floats.
    joined_.clear();
    errors_ = {};
    takesFloats_ = true;
    return runWindows(times);
}

std::optional<Clip> ClipReducer::runWindows(std::span<const float> times) {
    for (std::size_t first = 0; first + 1 < times.size(); first += kWindow) {
        const std::size_t count = std::min(kWindow + 1, times.size() - first);
        const PinnedEnds pinned{first > 0, first + count < times.size()};
        if (!runWindow(times.subspan(first, count), pinned)) return std::nullopt;
    }
    Clip reduced = clip_;
    storeKeys(joined_, reduced);
    return reduced;
}

bool ClipReducer::runWindow(std::span<const float> times, PinnedEnds pinned) {
    const TimeGrid grid(times);
    std::vector<MotionTrack> tracks = sampleMotion(scene_, clip_, grid);
    if (choice_ != nullptr) choice_->mark(tracks, grid.frames);
    for (MotionTrack& track : tracks)
        track.seam.needsFloats = takesFloats_;
    if (!joined_.empty()) continueTracks(tracks);
    std::optional<Found> found = search(tracks, grid, pinned);
    if (found) {
        putBack(found->state, tracks);
        takeOver(tracks, grid);
        errors_.append(found->errors);
    }
    if (choice_ != nullptr) choice_->add(tracks, grid.frames);
    return found.has_value();
}

std::optional<ClipReducer::Found> ClipReducer::search(std::vector<MotionTrack>& tracks, const TimeGrid& grid,
                                                      PinnedEnds pinned) const {
    PoseCheck check(scene_, clip_, probes_, grid, tracks);
    std::optional<Found> best;
    for (std::size_t i = 0; i < limits_.bounds.size(); ++i) {
        const bool isSmall =
            best && static_cast<double>(best->state.bytes) < kSmall * static_cast<double>(limits_.mostBytes);
        if (i >= limits_.leastBounds && isSmall) break;
        const double bound = limits_.bounds[i];
        check.setBound(bound);
        // Resets the result of the last search, so that the result of a bound does not depend on other
        // bounds.
        for (MotionTrack& track : tracks)
            track.choice.isFloat = false;
        shareBound(tracks, grid.frames, check, bound);
        const std::size_t mostBytes = best ? best->state.bytes : limits_.mostBytes;
        std::optional<KeyState> state =
            chooseKeys(tracks, grid, check, {.bound = bound, .mostBytes = mostBytes, .pinned = pinned});
        if (state) best = Found{.state = std::move(*state), .errors = ErrorSummary(check, grid, bound)};
    }
    return best;
}

/// Takes over the last key of the previous window. The shared frame then has one value, so the bound holds
/// for the joined clip because it holds for each window.
void ClipReducer::continueTracks(std::vector<MotionTrack>& tracks) const {
    for (std::size_t number = 0; number < tracks.size(); ++number) {
        MotionTrack& track = tracks[number];
        if (track.source->isKept) continue;
        const JoinedKeys& before = joined_[number];
        const glm::dvec4& last = before.values.back();
        const bool isOtherSign =
            track.source->part == Part::Rotation && glm::dot(last, track.source->frames.front()) < 0;
        track.seam.value = isOtherSign ? -last : last;
        // A rest pose, for example, may not be representable with sixteen bits.
        const bool isShort = roundKey(track, *track.seam.value) == glm::dvec4(glm::vec4(*track.seam.value));
        track.seam.needsFloats = takesFloats_ || before.isFloat || !isShort;
    }
}

void ClipReducer::takeOver(const std::vector<MotionTrack>& tracks, const TimeGrid& grid) {
    joined_.resize(tracks.size());
    for (std::size_t number = 0; number < tracks.size(); ++number) {
        joined_[number].joint = tracks[number].source->joint;
        joined_[number].part = tracks[number].source->part;
        joined_[number].isKept = tracks[number].source->isKept;
        joined_[number].isSpline = tracks[number].form.isSpline;
        if (!tracks[number].source->isKept) joined_[number].append(tracks[number], grid.frames);
    }
}

}  // namespace rigkiln::reduction
