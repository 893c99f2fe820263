#include "pipeline/reduction/repair.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

#include <glm/geometric.hpp>

#include "pipeline/base/stop.hpp"
#include "pipeline/reduction/fit_keys.hpp"

namespace rigkiln::reduction {
namespace {

struct Fault {
    double error = 0;
    std::uint32_t joint = 0;
    std::uint32_t check = 0;
};

/// Returns the errors above the limit, worst first; equal ones in a fixed order.
std::vector<Fault> findFaults(const PoseCheck& check, std::size_t plane, double limit) {
    std::vector<Fault> faults;
    for (std::size_t joint = 0; joint < check.jointCount(); ++joint) {
        const std::span<const double> errors = check.errors(plane, joint);
        for (std::size_t i = 0; i < errors.size(); ++i) {
            if (errors[i] > limit)
                faults.push_back(
                    {errors[i], static_cast<std::uint32_t>(joint), static_cast<std::uint32_t>(i)});
        }
    }
    std::ranges::sort(faults, [](const Fault& left, const Fault& right) {
        return std::tie(right.error, left.joint, left.check) < std::tie(left.error, right.joint, right.check);
    });
    return faults;
}

/// Places of joints at frames, for questions about a joint and everything above it. All answers together take
/// time in proportion to the number of places, however deep the hierarchy is.
class PlacesInHierarchy {
public:
    PlacesInHierarchy(const PoseCheck& check, std::size_t frames)
        : check_(check),
          frames_(frames),
          firstChild_(check.jointCount(), PoseCheck::kNone),
          nextSibling_(check.jointCount(), PoseCheck::kNone),
          isClosed_(check.jointCount() * frames, false),
          isHopeless_(check.jointCount() * frames, false) {
        for (auto joint = static_cast<std::uint32_t>(check.jointCount()); joint-- > 0;) {
            const auto parent = check.parent(joint);
            if (parent) nextSibling_[joint] = std::exchange(firstChild_[*parent], joint);
        }
    }

    [[nodiscard]] bool isClosed(std::uint32_t joint, std::size_t frame) const {
        return isClosed_[placeOf(joint, frame)];
    }

    /// Closes a joint and everything below it at a frame.
    void close(std::uint32_t top, std::size_t frame) {
        toClose_ = {top};
        while (!toClose_.empty()) {
            const std::uint32_t joint = toClose_.back();
            toClose_.pop_back();
            if (isClosed(joint, frame)) continue;  // so is everything below
            isClosed_[placeOf(joint, frame)] = true;
            for (std::uint32_t child = firstChild_[joint]; child != PoseCheck::kNone;
                 child = nextSibling_[child])
                toClose_.push_back(child);
        }
    }

    /// Returns true when `has(joint)` holds for no joint from this one up. It must not come to hold later.
    template <class Has>
    bool isHopeless(std::uint32_t joint, std::size_t frame, const Has& has) {
        std::optional<std::uint32_t> known = joint;
        for (; known && !isHopeless_[placeOf(*known, frame)]; known = check_.parent(*known)) {
            if (has(*known)) return false;
        }
        for (std::optional<std::uint32_t> at = joint; at != known; at = check_.parent(*at))
            isHopeless_[placeOf(*at, frame)] = true;
        return true;
    }

private:
    [[nodiscard]] std::size_t placeOf(std::uint32_t joint, std::size_t frame) const {
        return joint * frames_ + frame;
    }

    const PoseCheck& check_;
    std::size_t frames_;
    std::vector<std::uint32_t> firstChild_;
    std::vector<std::uint32_t> nextSibling_;
    std::vector<bool> isClosed_;
    std::vector<bool> isHopeless_;
    std::vector<std::uint32_t> toClose_;
};

class Repair {
public:
    Repair(std::vector<KeyGroup>& groups, std::span<MotionTrack> tracks, const TimeGrid& grid,
           const PoseCheck& check, std::size_t plane)
        : groups_(groups),
          tracks_(tracks),
          grid_(grid),
          check_(check),
          plane_(plane),
          groupOf_(tracks.size(), PoseCheck::kNone),
          places_(check, grid.size()) {
        for (std::size_t group = 0; group < groups.size(); ++group) {
            for (const std::uint32_t number : groups[group].tracks)
                groupOf_[number] = static_cast<std::uint32_t>(group);
        }
        touched_.resize(groups.size());
        added_.resize(groups.size());
    }

    bool run(double limit, std::vector<bool>& changed) {
        bool any = false;
        for (const Fault& fault : findFaults(check_, plane_, limit))
            any = repair(fault, changed) || any;
        for (std::size_t group = 0; group < groups_.size(); ++group) {
            if (added_[group].empty()) continue;
            std::vector<std::uint32_t>& keys = groups_[group].keys;
            keys.insert(keys.end(), added_[group].begin(), added_[group].end());
            std::ranges::sort(keys);
            for (const std::uint32_t number : groups_[group].tracks) {
                tracks_[number].choice.keys = keys;
                changed[number] = true;
            }
        }
        return any;
    }

private:
    /// Returns the number of the span that contains a frame, which is that of its first key.
    [[nodiscard]] std::size_t spanAt(std::size_t group, std::size_t frame) const {
        const std::vector<std::uint32_t>& keys = groups_[group].keys;
        const auto after = std::upper_bound(keys.begin(), keys.end() - 1, frame);
        return static_cast<std::size_t>(after - keys.begin()) - 1;
    }

    /// Returns false when the span was changed before in this round. Otherwise nothing that the tracks of the
    /// group move at its frames changes any more.
    bool touch(std::size_t group, std::size_t span) {
        const std::vector<std::uint32_t>& keys = groups_[group].keys;
        touched_[group].resize(keys.size() - 1);
        if (touched_[group][span]) return false;
        touched_[group][span] = true;
        // The last span has the last frame too.
        const std::size_t end = span + 2 < keys.size() ? keys[span + 1] : grid_.size();
        for (const std::uint32_t number : groups_[group].tracks) {
            for (std::size_t frame = keys[span]; frame < end; ++frame)
                places_.close(tracks_[number].source->joint, frame);
        }
        return true;
    }

    void change(std::uint32_t number, std::vector<bool>& changed) {
        changed[number] = true;
        for (std::size_t frame = 0; frame < grid_.size(); ++frame)
            places_.close(tracks_[number].source->joint, frame);
    }

    [[nodiscard]] bool canImproveAny(std::uint32_t joint, std::size_t frame) const {
        return std::ranges::any_of(check_.tracksOf(joint), [&](std::uint32_t number) {
            return number != PoseCheck::kNone && canImprove(number, frame);
        });
    }

    /// Returns true when keys or precision can be added to the track around a frame.
    [[nodiscard]] bool canImprove(std::uint32_t number, std::size_t frame) const {
        const MotionTrack& track = tracks_[number];
        if (track.source->isKept) return false;
        if (groupOf_[number] == PoseCheck::kNone)
            return track.choice.isDropped || !track.source->isConstant || canWiden(track);
        return spanToDivide(groupOf_[number], frame) || canWiden(track);
    }

    /// Returns the span around a frame. When it has no frame between its keys, returns the longer of the
    /// neighbouring spans, which affect those keys; nothing when these cannot be divided either.
    [[nodiscard]] std::optional<std::size_t> spanToDivide(std::size_t group, std::size_t frame) const {
        const std::vector<std::uint32_t>& keys = groups_[group].keys;
        const std::size_t here = spanAt(group, frame);
        std::size_t best = here;
        if (keys[here + 1] - keys[here] < 2) {
            const auto length = [&](std::size_t span) { return keys[span + 1] - keys[span]; };
            if (here > 0) best = here - 1;
            if (here + 2 < keys.size() && length(here + 1) > length(best)) best = here + 1;
            if (length(best) < 2) return std::nullopt;
        }
        return best;
    }

    static bool canWiden(const MotionTrack& track) {
        return track.source->part == Part::Rotation && !track.choice.isFloat;
    }

    /// Returns false when nothing can be done, or when the place was already changed in this round.
    bool repair(const Fault& fault, std::vector<bool>& changed) {
        const std::size_t frame = std::min(TimeGrid::frameOf(fault.check), grid_.size() - 1);
        checkStop();
        if (places_.isClosed(fault.joint, frame)) return false;
        const auto canImproveAt = [&](std::uint32_t joint) { return canImproveAny(joint, frame); };
        if (places_.isHopeless(fault.joint, frame, canImproveAt)) return false;
        double most = std::numeric_limits<double>::lowest();
        std::uint32_t chosen = PoseCheck::kNone;
        for (const auto& [number, along] : check_.contributions(plane_, fault.joint, fault.check)) {
            if (along <= most || !canImprove(number, frame)) continue;
            most = along;
            chosen = number;
        }
        if (chosen == PoseCheck::kNone) return false;
        if (groupOf_[chosen] == PoseCheck::kNone)
            release(chosen, changed);
        else
            improve(chosen, frame, isRounding(tracks_[chosen], frame, most), changed);
        return true;
    }

    /// Frees a track that had a single value: it gets the source's value, or keys of its own.
    void release(std::uint32_t number, std::vector<bool>& changed) {
        MotionTrack& track = tracks_[number];
        change(number, changed);
        if (track.source->isConstant) {
            // Rounding or the rest pose was too inaccurate.
            if (!track.choice.isDropped) track.choice.isFloat = true;
            track.choice.isDropped = false;
            return;
        }
        track.choice.isDropped = false;
        KeyGroup& group = groups_.emplace_back();
        group.tracks = {number};
        group.bytesPerKey = track.bytesPerKey();
        placeKeys(group, tracks_, grid_.frames);
        track.choice.keys = group.keys;
        groupOf_[number] = static_cast<std::uint32_t>(groups_.size() - 1);
        touched_.emplace_back();
        added_.emplace_back();
    }

    /// Returns true when the displacement is explained by sixteen-bit rounding, so that more keys would not
    /// help.
    static bool isRounding(const MotionTrack& track, std::size_t frame, double displacement) {
        return canWiden(track) && displacement <= kShortRotationError * track.budget.lever[frame];
    }

    void improve(std::uint32_t number, std::size_t frame, bool isToWiden, std::vector<bool>& changed) {
        const std::uint32_t group = groupOf_[number];
        const std::optional<std::size_t> span = spanToDivide(group, frame);
        if (span && !isToWiden) return divide(number, frame, *span);
        touch(group, spanAt(group, frame));
        tracks_[number].choice.isFloat = true;
        change(number, changed);
    }

    void divide(std::uint32_t number, std::size_t frame, std::size_t span) {
        const MotionTrack& track = tracks_[number];
        const std::uint32_t group = groupOf_[number];
        const std::size_t here = spanAt(group, frame);
        touch(group, here);
        if (span != here && !touch(group, span)) return;
        const std::uint32_t first = groups_[group].keys[span];
        const std::uint32_t last = groups_[group].keys[span + 1];
        std::uint32_t best = first + 1;
        double most = -1;
        for (std::uint32_t key = first + 1; key < last; ++key) {
            constexpr double kLeast = 1e-9;
            const glm::dvec4 reduced = track.reduced[0].value(2 * std::size_t{key});
            // Prefers the middle to the frame with the largest error, so that both halves become shorter.
            const double gain =
                (glm::length(reduced - track.source->frames[key]) * track.budget.lever[key] + kLeast) *
                static_cast<double>(std::min(key - first, last - key));
            if (gain <= most) continue;
            most = gain;
            best = key;
        }
        added_[group].push_back(best);
    }

    std::vector<KeyGroup>& groups_;
    std::span<MotionTrack> tracks_;
    const TimeGrid& grid_;
    const PoseCheck& check_;
    std::size_t plane_;
    std::vector<std::uint32_t> groupOf_;             ///< by track
    std::vector<std::vector<bool>> touched_;         ///< by group and span; empty: none
    std::vector<std::vector<std::uint32_t>> added_;  ///< frames by group
    PlacesInHierarchy places_;                       ///< closed: moved by what changed in this round
};

}  // namespace

bool addKeys(std::vector<KeyGroup>& groups, std::span<MotionTrack> tracks, const TimeGrid& grid,
             const PoseCheck& check, std::size_t plane, double limit, std::vector<bool>& changed) {
    return Repair(groups, tracks, grid, check, plane).run(limit, changed);
}

}  // namespace rigkiln::reduction
