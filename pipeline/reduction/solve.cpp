#include "pipeline/reduction/solve.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "pipeline/base/stop.hpp"
#include "pipeline/reduction/adapt_tolerances.hpp"
#include "pipeline/reduction/held_times.hpp"
#include "pipeline/reduction/join_groups.hpp"
#include "pipeline/reduction/key_widths.hpp"
#include "pipeline/reduction/repair.hpp"
#include "pipeline/reduction/spans.hpp"

namespace rigkiln::reduction {
namespace {

/// Rounds in which tolerances are adapted to measured errors. After them keys are only added.
constexpr int kRounds = 4;
/// Tracks are grouped in the first round and in this one.
constexpr int kSecondGrouping = 2;
/// Limit of rounds of adding keys. Each adds at least one; most clips need fewer than ten.
constexpr int kRepairs = 60;
/// Allowed error at check times relative to the bound. The rest is a margin for the times in between.
constexpr double kTarget = 0.995;
/// Share of the bound that rounding rotations to sixteen bits may use before any key is removed. Floats take
/// 8 bytes more per key, which costs more than using more keys. Of 0.5, 0.7, 0.8, 0.9 and 0.95 the last two
/// give the fewest bytes for generated rigs; all but the first give the same for the public samples at 0.17
/// mm.
constexpr double kShareOfRounding = 0.9;
/// Keys are only added to results of rounds whose errors are at most this many times the bound, and always to
/// the last one. Earlier rounds than kFirstToRepair are guesses.
constexpr double kMostToRepair = 2;
constexpr int kFirstToRepair = 1;

glm::dquat quaternionOf(const glm::dvec4& value) {
    return {value.w, value.x, value.y, value.z};
}

glm::dvec4 valueOf(const glm::dquat& rotation) {
    return {rotation.x, rotation.y, rotation.z, rotation.w};
}

bool isLess(std::span<const std::uint32_t> left, std::span<const std::uint32_t> right) {
    return std::ranges::lexicographical_compare(left, right);
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
          isToExpand_(tracks.size(), false),
          expanded_(tracks.size()),
          heldTimes_(tracks),
          turned_(check.jointCount()),
          sourceTurned_(check.jointCount()) {
        for (std::size_t joint = 0; joint < check.jointCount(); ++joint)
            sourceTurned_[joint] = turnsOf(joint, true);
    }

    /// The errors of a round do not predict how many keys must be added, so keys are added to several rounds
    /// and the smallest result is taken. With only the last round, 5 instead of 2 of 3,000 doublings of the
    /// bound gave more bytes.
    std::optional<KeyState> solve() {
        isWide_ = chooseWidths(tracks_, grid_, check_, {bound_, kShareOfRounding});
        std::vector<KeyState> found = searchRounds();
        std::optional<KeyState> best;
        bool isBest = true;
        for (std::size_t round = found.size(); round-- > 0;) {
            if (found[round].bytes >= mostBytes_) continue;
            if (round + 1 < found.size()) goBackTo(found[round]);
            isBest = mend();
            if (!isBest) continue;
            best = stateOf(tracks_, groups_, bytes());
            mostBytes_ = best->bytes;
        }
        if (best && !isBest) {
            goBackTo(*best);
            measureBetween();
        }
        return best;
    }

private:
    /// Adapts tolerances to measured errors. Returns the rounds that are worth adding keys to, always
    /// including the last one, whose state the tracks have afterwards.
    std::vector<KeyState> searchRounds() {
        std::vector<KeyState> found;
        for (int round = 0; round < kRounds; ++round) {
            const bool isEarly = round <= kSecondGrouping;
            if (round > 0) adaptTolerances(tracks_, check_, {bound_, isEarly});
            chooseConstants();
            chooseGroups(round == 0 || round == kSecondGrouping);
            std::fill(changed_.begin(), changed_.end(), true);
            fit();
            measure();
            const bool isNear = round >= kFirstToRepair && check_.worst(0) <= kMostToRepair;
            if (isNear || round + 1 == kRounds) found.push_back(stateOf(tracks_, groups_, bytes()));
        }
        return found;
    }

    /// Adds keys until the bound holds. Returns false when that needs too many bytes.
    bool mend() {
        for (int repair = 0; repair < kRepairs; ++repair) {
            if (bytes() >= mostBytes_) return false;
            const std::size_t plane = check_.worst(0) > kTarget ? 0 : 1;
            if (plane == 1) measureBetween();
            if (check_.worst(plane) <= kTarget) return true;
            std::fill(changed_.begin(), changed_.end(), false);
            if (!addKeys(groups_, tracks_, grid_, check_, plane, kTarget, changed_)) return false;
            fit();
            measure();
        }
        return false;
    }

    void measureBetween() {
        for (std::size_t number = 0; number < tracks_.size(); ++number) {
            if (isToExpand_[number]) expandKeys(tracks_[number], grid_, 1);
            isToExpand_[number] = false;
        }
        check_.measure(1);
        check_.raiseToPeaks();
    }

    void goBackTo(const KeyState& state) {
        putBack(state, tracks_);
        groups_ = state.groups;
        for (std::uint32_t number = 0; number < tracks_.size(); ++number) {
            if (!tracks_[number].source->isKept) expand(number);
        }
        for (std::size_t joint = 0; joint < check_.jointCount(); ++joint)
            turned_[joint] = turnsOf(joint, false);
        measure();
    }

    [[nodiscard]] std::size_t bytes() const {
        std::size_t sum = 0;
        bool hasConstants = false;
        for (const MotionTrack& track : tracks_) {
            if (track.source->isKept || track.choice.isDropped) continue;
            sum += track.choice.keys.size() * track.bytesPerKey();
            hasConstants = hasConstants || track.choice.keys.size() == 1;
        }
        if (hasConstants) sum += sizeof(float);  // all constants share one time
        // Equal times are stored once.
        std::set<std::span<const std::uint32_t>, decltype(&isLess)> counted(&isLess);
        for (const KeyGroup& group : groups_) {
            if (!heldTimes_.contain(group.keys) && counted.insert(group.keys).second)
                sum += group.keys.size() * sizeof(float);
        }
        return sum;
    }

    /// Returns true when one value replaces the whole track within half of its tolerance.
    static bool holds(const MotionTrack& track, const glm::dvec4& value) {
        constexpr double kShare = 0.5;
        for (std::size_t frame = 0; frame < track.source->frames.size(); ++frame) {
            const glm::dvec4 difference = value - track.source->frames[frame];
            const double moved =
                glm::length(difference) * track.source->unitsPerDifference() * track.budget.lever[frame];
            if (!(moved <= track.budget.tolerance[frame] * kShare)) return false;
        }
        return true;
    }

    void chooseConstants() {
        moving_.clear();
        for (std::uint32_t number = 0; number < tracks_.size(); ++number) {
            checkStop();
            MotionTrack& track = tracks_[number];
            if (track.source->isKept) continue;
            // The required range of tangents is known before keys are chosen.
            track.choice.isFloat =
                isWide_[number] || track.seam.needsFloats || (track.form.isSpline && track.form.isFast);
            track.choice.isDropped = isOneValue(track, track.source->rest);
            track.choice.keys = {0};
            if (track.choice.isDropped || track.source->isConstant) continue;
            if (!isOneValue(track, track.source->middle)) moving_.push_back(number);
        }
    }

    /// Returns true when one value can replace the track. If the clip continues beyond a pinned end, the
    /// value must be exact, because the next window does not know the errors of this one.
    [[nodiscard]] bool isOneValue(const MotionTrack& track, const glm::dvec4& value) const {
        if (pinned_.first && value != track.pinnedFirst()) return false;
        if (pinned_.first || pinned_.last)
            return track.source->isConstant && value == track.source->frames.front();
        return holds(track, value);
    }

    void chooseGroups(bool anew) {
        if (anew) {
            groupAnew();
        } else {
            keepMoving();
        }
        for (KeyGroup& group : groups_) {
            placeKeys(group, tracks_, grid_.frames);
            if (const auto held = heldTimes_.cheaper(group)) group.keys = heldTimes_.at(*held);
            for (const std::uint32_t number : group.tracks)
                tracks_[number].choice.keys = group.keys;
        }
    }

    /// Groups all moving tracks. Tracks that can use the times of kept tracks get them for free and join no
    /// other group.
    void groupAnew() {
        groups_.clear();
        std::vector<KeyGroup> held(heldTimes_.size());
        for (const std::uint32_t number : moving_) {
            KeyGroup single = singleGroup(number, tracks_[number], grid_.frames);
            const std::optional<std::size_t> times = heldTimes_.cheaper(single);
            if (!times) {
                groups_.push_back(std::move(single));
                continue;
            }
            KeyGroup& group = held[*times];
            group.tracks.push_back(number);
            group.bytesPerKey += single.bytesPerKey;
        }
        joinGroups(groups_);
        for (KeyGroup& group : held) {
            if (!group.tracks.empty()) groups_.push_back(std::move(group));
        }
    }

    /// Updates the groups: tracks that became constant leave them, and tracks that move again get their own
    /// group.
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

    /// Returns the rotations of a joint in model space by frame, of the source or of the reduced tracks.
    std::vector<glm::dquat> turnsOf(std::size_t joint, bool ofSource) {
        checkStop();
        std::vector<glm::dquat> turns(grid_.size());
        const std::uint32_t number = check_.tracksOf(joint)[static_cast<std::size_t>(Part::Rotation)];
        const auto parent = check_.parent(joint);
        const auto& parents = ofSource ? sourceTurned_ : turned_;
        for (std::size_t frame = 0; frame < turns.size(); ++frame) {
            glm::dquat local = check_.restRotation(joint);
            if (number != PoseCheck::kNone) {
                const MotionTrack& track = tracks_[number];
                local =
                    quaternionOf(ofSource ? track.source->frames[frame] : track.reduced[0].value(2 * frame));
            }
            turns[frame] = parent ? parents[*parent][frame] * local : local;
        }
        return turns;
    }

    /// Fits changed tracks, parents first, so that a joint can compensate errors of its parents' rotations.
    void fit() {
        std::vector<bool> isTurned(check_.jointCount(), false);
        for (std::size_t joint = 0; joint < check_.jointCount(); ++joint) {
            const auto parent = check_.parent(joint);
            isTurned[joint] = parent && isTurned[*parent];
            for (const std::uint32_t number : check_.tracksOf(joint)) {
                if (number == PoseCheck::kNone || !changed_[number] || tracks_[number].source->isKept)
                    continue;
                MotionTrack& track = tracks_[number];
                if (track.source->part == Part::Rotation) {
                    isTurned[joint] = true;
                    if (parent && track.choice.keys.size() > 1 && track.choice.keys.size() < grid_.size()) {
                        fitTurn(number, *parent);
                        continue;
                    }
                }
                fitTo(number, track.source->frames);
            }
            if (isTurned[joint] || turned_[joint].empty()) turned_[joint] = turnsOf(joint, false);
        }
    }

    void fitTurn(std::uint32_t number, std::size_t parent) {
        const MotionTrack& track = tracks_[number];
        target_.resize(grid_.size());
        for (std::size_t frame = 0; frame < target_.size(); ++frame) {
            const glm::dvec4 turn =
                valueOf(glm::conjugate(turned_[parent][frame]) * sourceTurned_[parent][frame] *
                        quaternionOf(track.source->frames[frame]));
            target_[frame] = glm::dot(turn, track.source->frames[frame]) < 0 ? -turn : turn;
        }
        fitTo(number, target_);
    }

    void fitTo(std::uint32_t number, std::span<const glm::dvec4> target) {
        MotionTrack& track = tracks_[number];
        fitKeys(track, grid_.frames, target, endsOf(track));
        expand(number);
    }

    /// Skips tracks whose keys did not change, which need not be measured again.
    void expand(std::uint32_t number) {
        MotionTrack& track = tracks_[number];
        Expanded& expanded = expanded_[number];
        if (expanded.keys == track.choice.keys && expanded.values == track.choice.values &&
            expanded.tangents == track.choice.tangents)
            return;
        expanded = {track.choice.keys, track.choice.values, track.choice.tangents};
        expandKeys(track, grid_, 0);
        toMeasure_[number] = true;
        isToExpand_[number] = true;
    }

    void measure() {
        check_.changed(toMeasure_);
        check_.measure(0);
        std::fill(toMeasure_.begin(), toMeasure_.end(), false);
    }

    [[nodiscard]] PinnedEnds endsOf(const MotionTrack& track) const {
        if (track.choice.keys.size() == 1) return {};
        return {pinned_.first || track.source->isLoop, pinned_.last || track.source->isLoop};
    }

    std::span<MotionTrack> tracks_;
    const TimeGrid& grid_;
    PoseCheck& check_;
    PinnedEnds pinned_;
    double bound_;
    std::size_t mostBytes_;
    std::vector<bool> changed_;     ///< got other keys in this round
    std::vector<bool> toMeasure_;   ///< expanded since the last measurement
    std::vector<bool> isToExpand_;  ///< not yet expanded in plane 1, which few rounds measure
    /// Keys from which the reduced values of a track were computed.
    struct Expanded {
        std::vector<std::uint32_t> keys{};
        std::vector<glm::dvec4> values{};
        std::vector<KeyTangents> tangents{};
    };
    std::vector<Expanded> expanded_;
    std::vector<std::uint32_t> moving_;
    std::vector<bool> isWide_;  ///< rotations that use floats from the start
    std::vector<KeyGroup> groups_;
    HeldTimes heldTimes_;
    std::vector<std::vector<glm::dquat>> turned_;
    std::vector<std::vector<glm::dquat>> sourceTurned_;
    std::vector<glm::dvec4> target_;
};

}  // namespace

std::optional<KeyState> chooseKeys(std::span<MotionTrack> tracks, const TimeGrid& grid, PoseCheck& check,
                                   const KeyLimits& limits) {
    return Solver(tracks, grid, check, limits).solve();
}

}  // namespace rigkiln::reduction
