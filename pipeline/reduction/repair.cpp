#include "pipeline/reduction/repair.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>

#include <glm/geometric.hpp>

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

class Repair {
public:
    Repair(std::vector<KeyGroup>& groups, std::span<MotionTrack> tracks, const TimeGrid& grid,
           const PoseCheck& check, std::size_t plane)
        : groups_(groups),
          tracks_(tracks),
          grid_(grid),
          check_(check),
          plane_(plane),
          groupOf_(tracks.size(), PoseCheck::kNone) {
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
                tracks_[number].keys = keys;
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

    [[nodiscard]] bool isTouched(std::size_t group, std::size_t span) const {
        return std::ranges::find(touched_[group], span) != touched_[group].end();
    }

    /// Returns true when keys or precision can be added to the track around a frame.
    [[nodiscard]] bool canImprove(std::uint32_t number, std::size_t frame) const {
        const MotionTrack& track = tracks_[number];
        if (track.isKept) return false;
        if (groupOf_[number] == PoseCheck::kNone)
            return track.isDropped || !track.isConstant || canWiden(track);
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

    static bool canWiden(const MotionTrack& track) { return track.part == Part::Rotation && !track.isFloat; }

    /// Returns false when nothing can be done, or when the place was already changed in this round.
    bool repair(const Fault& fault, std::vector<bool>& changed) {
        const std::size_t frame = std::min(TimeGrid::frameOf(fault.check), grid_.size() - 1);
        double most = std::numeric_limits<double>::lowest();
        std::uint32_t chosen = PoseCheck::kNone;
        for (const auto& [number, along] : check_.contributions(plane_, fault.joint, fault.check)) {
            if (changed[number]) return false;
            const std::uint32_t group = groupOf_[number];
            if (group != PoseCheck::kNone && isTouched(group, spanAt(group, frame))) return false;
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
        changed[number] = true;
        if (track.isConstant) {
            // Rounding or the rest pose was too inaccurate.
            if (!track.isDropped) track.isFloat = true;
            track.isDropped = false;
            return;
        }
        track.isDropped = false;
        KeyGroup& group = groups_.emplace_back();
        group.tracks = {number};
        group.bytesPerKey = track.bytesPerKey();
        placeKeys(group, tracks_, grid_.frames);
        track.keys = group.keys;
        groupOf_[number] = static_cast<std::uint32_t>(groups_.size() - 1);
        touched_.emplace_back();
        added_.emplace_back();
        for (std::size_t span = 0; span + 1 < group.keys.size(); ++span)
            touched_.back().push_back(span);
    }

    /// Returns true when the displacement is explained by sixteen-bit rounding, so that more keys would not
    /// help.
    static bool isRounding(const MotionTrack& track, std::size_t frame, double displacement) {
        return canWiden(track) && displacement <= kShortRotationError * track.lever[frame];
    }

    void improve(std::uint32_t number, std::size_t frame, bool isToWiden, std::vector<bool>& changed) {
        const std::uint32_t group = groupOf_[number];
        const std::optional<std::size_t> span = spanToDivide(group, frame);
        if (span && !isToWiden) return divide(number, frame, *span);
        touched_[group].push_back(spanAt(group, frame));
        tracks_[number].isFloat = true;
        changed[number] = true;
    }

    void divide(std::uint32_t number, std::size_t frame, std::size_t span) {
        const MotionTrack& track = tracks_[number];
        const std::uint32_t group = groupOf_[number];
        const std::size_t here = spanAt(group, frame);
        touched_[group].push_back(here);
        if (span != here) {
            if (isTouched(group, span)) return;
            touched_[group].push_back(span);
        }
        const std::uint32_t first = groups_[group].keys[span];
        const std::uint32_t last = groups_[group].keys[span + 1];
        std::uint32_t best = first + 1;
        double most = -1;
        for (std::uint32_t key = first + 1; key < last; ++key) {
            constexpr double kLeast = 1e-9;
            const glm::dvec4 reduced = track.reduced[0].value(2 * std::size_t{key});
            // Prefers the middle to the frame with the largest error, so that both halves become shorter.
            const double gain = (glm::length(reduced - track.frames[key]) * track.lever[key] + kLeast) *
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
    std::vector<std::vector<std::size_t>> touched_;  ///< spans by group
    std::vector<std::vector<std::uint32_t>> added_;  ///< frames by group
};

}  // namespace

bool addKeys(std::vector<KeyGroup>& groups, std::span<MotionTrack> tracks, const TimeGrid& grid,
             const PoseCheck& check, std::size_t plane, double limit, std::vector<bool>& changed) {
    return Repair(groups, tracks, grid, check, plane).run(limit, changed);
}

}  // namespace rigkiln::reduction
