#include "pipeline/reduction/solve.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "pipeline/reduction/repair.hpp"
#include "pipeline/reduction/spans.hpp"

namespace rigkiln::reduction {
namespace {

/// Rounds in which the tolerances are fitted to what is measured, before keys are only added.
constexpr int kRounds = 5;
/// In the first and in this round the tracks are grouped.
constexpr int kSecondGrouping = 2;
/// Rounds of adding keys; each adds at least one, most need fewer than ten.
constexpr int kRepairs = 60;
/// What the error measured at check times may be, of the bound: the rest is for what lies between them.
constexpr double kTarget = 0.995;
/// No track is given more tolerance than this many times the bound.
constexpr double kMostTolerance = 1.5;
/// A rotation gets floats when sixteen bits would take more than this part of its tolerance.
constexpr double kShortsShare = 0.6;

glm::dquat quaternionOf(const glm::dvec4& value) {
    return {value.w, value.x, value.y, value.z};
}

glm::dvec4 valueOf(const glm::dquat& rotation) {
    return {rotation.x, rotation.y, rotation.z, rotation.w};
}

class Solver {
public:
    Solver(std::span<MotionTrack> tracks, const TimeGrid& grid, PoseCheck& check, const KeyLimits& limits)
        : tracks_(tracks),
          grid_(grid),
          check_(check),
          pinned_(limits.pinned),
          bound_(limits.bound),
          mostBytes_(limits.mostBytes),
          changed_(tracks.size(), true),
          toMeasure_(tracks.size(), true),
          expanded_(tracks.size()),
          turned_(check.jointCount()),
          sourceTurned_(check.jointCount()) {
        for (std::size_t joint = 0; joint < check.jointCount(); ++joint)
            sourceTurned_[joint] = turnsOf(joint, true);
    }

    bool solve() {
        for (int round = 0; round < kRounds; ++round) {
            isEarly_ = round <= kSecondGrouping;
            if (round > 0) adaptTolerances();
            chooseConstants();
            chooseGroups(round == 0 || round == kSecondGrouping);
            std::fill(changed_.begin(), changed_.end(), true);
            fit();
            measure();
        }
        for (int repair = 0; repair < kRepairs; ++repair) {
            const std::size_t plane = check_.worst(0) > kTarget ? 0 : 1;
            if (plane == 1) {
                check_.measure(1);
                check_.raiseToPeaks();
            }
            if (check_.worst(plane) <= kTarget) return true;
            if (bytes() >= mostBytes_) return false;
            std::fill(changed_.begin(), changed_.end(), false);
            if (!addKeys(groups_, tracks_, grid_, check_, plane, kTarget, changed_)) return false;
            fit();
            measure();
        }
        return false;
    }

private:
    [[nodiscard]] std::size_t bytes() const {
        std::size_t sum = 0;
        for (const MotionTrack& track : tracks_) {
            if (!track.isKept && !track.isDropped) sum += track.keys.size() * track.bytesPerKey();
        }
        for (const KeyGroup& group : groups_)
            sum += group.keys.size() * sizeof(float);
        return sum;
    }

    /// Whether a value stands for the whole track with half of its tolerance.
    static bool holds(const MotionTrack& track, const glm::dvec4& value) {
        constexpr double kShare = 0.5;
        for (std::size_t frame = 0; frame < track.frames.size(); ++frame) {
            const glm::dvec4 difference = value - track.frames[frame];
            const double moved = glm::length(difference) * track.unitsPerDifference() * track.lever[frame];
            if (!(moved <= track.tolerance[frame] * kShare)) return false;
        }
        return true;
    }

    void chooseConstants() {
        moving_.clear();
        for (std::uint32_t number = 0; number < tracks_.size(); ++number) {
            MotionTrack& track = tracks_[number];
            if (track.isKept) continue;
            if (track.part == Part::Rotation) {
                double least = track.tolerance.front() / track.lever.front();
                for (std::size_t frame = 0; frame < track.lever.size(); ++frame)
                    least = std::min(least, track.tolerance[frame] / track.lever[frame]);
                track.isFloat =
                    kShortRotationError > kShortsShare * least || (track.isSpline && track.isFast);
            }
            track.isDropped = isOneValue(track, track.rest);
            track.keys = {0};
            if (track.isDropped || track.isConstant) continue;
            if (!isOneValue(track, track.middle)) moving_.push_back(number);
        }
    }

    /// Whether one value stands for the track. Where the clip goes on beyond a pinned end, only one that is
    /// exact: the next window knows nothing of this one's errors.
    [[nodiscard]] bool isOneValue(const MotionTrack& track, const glm::dvec4& value) const {
        if (pinned_.first || pinned_.last) return track.isConstant && value == track.frames.front();
        return holds(track, value);
    }

    void chooseGroups(bool anew) {
        if (anew) {
            groups_.clear();
            for (const std::uint32_t number : moving_)
                groups_.push_back(singleGroup(number, tracks_[number], grid_.frames));
            joinGroups(groups_);
        } else {
            keepMoving();
        }
        for (KeyGroup& group : groups_) {
            placeKeys(group, tracks_, grid_.frames);
            for (const std::uint32_t number : group.tracks)
                tracks_[number].keys = group.keys;
        }
    }

    /// Tracks that have become constant leave their group, and those that move again get one of their own.
    void keepMoving() {
        std::vector<bool> isMissing(tracks_.size(), false);
        for (const std::uint32_t number : moving_)
            isMissing[number] = true;
        for (KeyGroup& group : groups_) {
            std::erase_if(group.tracks, [&](std::uint32_t number) { return !isMissing[number]; });
            for (const std::uint32_t number : group.tracks)
                isMissing[number] = false;
        }
        std::erase_if(groups_, [](const KeyGroup& group) { return group.tracks.empty(); });
        for (const std::uint32_t number : moving_) {
            if (!isMissing[number]) continue;
            KeyGroup& group = groups_.emplace_back();
            group.tracks = {number};
            group.bytesPerKey = tracks_[number].bytesPerKey();
        }
    }

    /// Rotations of a joint in model space by frame, of the source or of what is left.
    std::vector<glm::dquat> turnsOf(std::size_t joint, bool ofSource) {
        std::vector<glm::dquat> turns(grid_.size());
        const std::uint32_t number = check_.tracksOf(joint)[static_cast<std::size_t>(Part::Rotation)];
        const auto parent = check_.parent(joint);
        const auto& parents = ofSource ? sourceTurned_ : turned_;
        for (std::size_t frame = 0; frame < turns.size(); ++frame) {
            glm::dquat local = check_.restRotation(joint);
            if (number != PoseCheck::kNone) {
                const MotionTrack& track = tracks_[number];
                local = quaternionOf(ofSource ? track.frames[frame] : track.reduced[0].value(2 * frame));
            }
            turns[frame] = parent ? parents[*parent][frame] * local : local;
        }
        return turns;
    }

    /// Parents first, so that a joint can take back what its parents' rotations are off by.
    void fit() {
        std::vector<bool> isTurned(check_.jointCount(), false);
        for (std::size_t joint = 0; joint < check_.jointCount(); ++joint) {
            const auto parent = check_.parent(joint);
            isTurned[joint] = parent && isTurned[*parent];
            for (const std::uint32_t number : check_.tracksOf(joint)) {
                if (number == PoseCheck::kNone || !changed_[number] || tracks_[number].isKept) continue;
                MotionTrack& track = tracks_[number];
                if (track.part == Part::Rotation) {
                    isTurned[joint] = true;
                    if (parent && track.keys.size() > 1 && track.keys.size() < grid_.size()) {
                        fitTurn(number, *parent);
                        continue;
                    }
                }
                fitTo(number, track.frames);
            }
            if (isTurned[joint] || turned_[joint].empty()) turned_[joint] = turnsOf(joint, false);
        }
    }

    void fitTurn(std::uint32_t number, std::size_t parent) {
        const MotionTrack& track = tracks_[number];
        target_.resize(grid_.size());
        for (std::size_t frame = 0; frame < target_.size(); ++frame) {
            const glm::dvec4 turn = valueOf(glm::conjugate(turned_[parent][frame]) *
                                            sourceTurned_[parent][frame] * quaternionOf(track.frames[frame]));
            target_[frame] = glm::dot(turn, track.frames[frame]) < 0 ? -turn : turn;
        }
        fitTo(number, target_);
    }

    /// What comes out as it is already is neither expanded nor measured again.
    void fitTo(std::uint32_t number, std::span<const glm::dvec4> target) {
        MotionTrack& track = tracks_[number];
        Expanded& expanded = expanded_[number];
        fitKeys(track, grid_.frames, target, endsOf(track));
        if (expanded.keys == track.keys && expanded.values == track.values &&
            expanded.tangents == track.tangents)
            return;
        expanded = {track.keys, track.values, track.tangents};
        expandKeys(track, grid_);
        toMeasure_[number] = true;
    }

    void measure() {
        check_.changed(toMeasure_);
        check_.measure(0);
        std::fill(toMeasure_.begin(), toMeasure_.end(), false);
    }

    [[nodiscard]] PinnedEnds endsOf(const MotionTrack& track) const {
        if (track.keys.size() == 1) return {};
        return {pinned_.first || track.isLoop, pinned_.last || track.isLoop};
    }

    /// Largest error at or below each joint, by frame.
    void findWorst() {
        worst_.assign(check_.jointCount(), std::vector<double>(grid_.size(), 0.0));
        for (std::size_t joint = check_.jointCount(); joint-- > 0;) {
            const std::span<const double> errors = check_.errors(0, joint);
            std::vector<double>& worst = worst_[joint];
            for (std::size_t frame = 0; frame < worst.size(); ++frame) {
                worst[frame] = std::max({worst[frame], errors[2 * frame], errors[2 * frame + 1]});
                if (frame > 0) worst[frame] = std::max(worst[frame], errors[2 * frame - 1]);
            }
            const auto parent = check_.parent(joint);
            if (!parent) continue;
            std::ranges::transform(worst, worst_[*parent], worst_[*parent].begin(),
                                   [](double left, double right) { return std::max(left, right); });
        }
    }

    /// More tolerance where the pose has been better than it has to be, less where it has been worse; for a
    /// whole span at once, as errors swing to 0 within it.
    void adaptTolerances() {
        findWorst();
        for (MotionTrack& track : tracks_) {
            if (track.isKept) continue;
            double factor = 1;
            if (track.keys.size() == 1) {
                factor = scaleSpan(track, 0, grid_.size() - 1);
            } else {
                for (std::size_t key = 0; key + 1 < track.keys.size(); ++key)
                    factor = scaleSpan(track, track.keys[key], track.keys[key + 1]);
            }
            track.tolerance.back() = std::min(track.tolerance.back() * factor, bound_ * kMostTolerance);
        }
    }

    double scaleSpan(MotionTrack& track, std::size_t first, std::size_t last) {
        constexpr double kAim = 0.97;
        constexpr double kLeastError = 1e-3;
        constexpr double kMostGrowth = 1.35;
        // Where errors are so far below the bound, what tracks were given at first was far too little. Later
        // rounds have to settle.
        constexpr double kFarBelow = 0.25;
        constexpr double kGrowthFarBelow = 3;
        const std::vector<double>& errors = worst_[track.joint];
        double worst = kLeastError;
        for (std::size_t frame = first; frame <= last; ++frame)
            worst = std::max(worst, errors[frame]);
        // Roots damp: what is measured is the sum of several tracks, and all of them answer to it.
        const double mostGrowth = isEarly_ && worst < kFarBelow ? kGrowthFarBelow : kMostGrowth;
        const double factor = std::min(mostGrowth, std::sqrt(kAim / worst));
        for (std::size_t frame = first; frame < last; ++frame)
            track.tolerance[frame] = std::min(track.tolerance[frame] * factor, bound_ * kMostTolerance);
        return factor;
    }

    std::span<MotionTrack> tracks_;
    const TimeGrid& grid_;
    PoseCheck& check_;
    PinnedEnds pinned_;
    double bound_;
    std::size_t mostBytes_;
    std::vector<bool> changed_;    ///< given other keys in this round
    bool isEarly_ = true;          ///< a round in which tracks are still grouped
    std::vector<bool> toMeasure_;  ///< expanded since the last measurement
    /// The keys that the reduced values of a track were made of.
    struct Expanded {
        std::vector<std::uint32_t> keys{};
        std::vector<glm::dvec4> values{};
        std::vector<KeyTangents> tangents{};
    };
    std::vector<Expanded> expanded_;
    std::vector<std::uint32_t> moving_;
    std::vector<KeyGroup> groups_;
    std::vector<std::vector<glm::dquat>> turned_;
    std::vector<std::vector<glm::dquat>> sourceTurned_;
    std::vector<std::vector<double>> worst_;
    std::vector<glm::dvec4> target_;
};

}  // namespace

bool chooseKeys(std::span<MotionTrack> tracks, const TimeGrid& grid, PoseCheck& check,
                const KeyLimits& limits) {
    return Solver(tracks, grid, check, limits).solve();
}

}  // namespace rigkiln::reduction
