#include "pipeline/reduction/key_widths.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "pipeline/reduction/fit_keys.hpp"

namespace rigkiln::reduction {
namespace {

class WidthChooser {
public:
    WidthChooser(std::span<MotionTrack> tracks, const TimeGrid& grid, PoseCheck& check,
                 const RoundingLimit& limit)
        : tracks_(tracks), grid_(grid), check_(check), share_(limit.share), isShort_(tracks.size(), false) {
        for (std::uint32_t number = 0; number < tracks.size(); ++number) {
            const MotionTrack& track = tracks[number];
            if (track.source->isKept || track.source->part != Part::Rotation ||
                (track.form.isSpline && track.form.isFast))
                continue;
            const double moved =
                kShortRotationError * *std::ranges::max_element(track.budget.lever) / limit.bound;
            rotations_.emplace_back(moved, number);
        }
        std::ranges::sort(rotations_);
    }

    std::vector<bool> choose() {
        std::vector<bool> isWide(tracks_.size(), false);
        if (isSurelyHeld()) return isWide;
        for (MotionTrack& track : tracks_)
            track.reduced[0] = track.source->checks[0];
        std::size_t shorts = 0;
        std::size_t most = rotations_.size();
        for (std::size_t tried = most; shorts < most; tried = (shorts + most + 1) / 2) {
            if (isHeldWith(tried))
                shorts = tried;
            else
                most = tried - 1;
        }
        for (std::size_t i = shorts; i < rotations_.size(); ++i)
            isWide[rotations_[i].second] = true;
        return isWide;
    }

private:
    /// Returns true when sixteen bits are enough even if all errors of a chain point in the same direction.
    [[nodiscard]] bool isSurelyHeld() const {
        std::vector<double> own(check_.jointCount(), 0.0);
        for (const auto& [moved, number] : rotations_)
            own[tracks_[number].source->joint] = moved;
        for (std::size_t joint = 0; joint < own.size(); ++joint) {
            const auto parent = check_.parent(joint);
            if (parent) own[joint] += own[*parent];
            if (own[joint] > share_) return false;
        }
        return true;
    }

    /// Returns true when the limit holds with all keys and sixteen bits for the first `shorts` rotations.
    bool isHeldWith(std::size_t shorts) {
        std::vector<bool> changed(tracks_.size(), false);
        for (std::size_t i = 0; i < rotations_.size(); ++i) {
            const std::uint32_t number = rotations_[i].second;
            if (isShort_[number] == (i < shorts)) continue;
            isShort_[number] = i < shorts;
            changed[number] = true;
            round(tracks_[number], i < shorts);
        }
        check_.changed(changed);
        check_.measure(0);
        return check_.worst(0) <= share_;
    }

    void round(MotionTrack& track, bool isShort) const {
        if (!isShort) {
            track.reduced[0] = track.source->checks[0];
            return;
        }
        track.choice.isFloat = false;
        track.choice.keys.resize(grid_.size());
        std::iota(track.choice.keys.begin(), track.choice.keys.end(), 0U);
        track.choice.values.clear();
        for (const glm::dvec4& value : track.source->frames)
            track.choice.values.push_back(roundKey(track, value));
        expandKeys(track, grid_, 0);
    }

    std::span<MotionTrack> tracks_;
    const TimeGrid& grid_;
    PoseCheck& check_;
    double share_;
    std::vector<bool> isShort_;
    std::vector<std::pair<double, std::uint32_t>>
        rotations_;  ///< displacement by rounding over the bound; number of the track
};

}  // namespace

std::vector<bool> chooseWidths(std::span<MotionTrack> tracks, const TimeGrid& grid, PoseCheck& check,
                               const RoundingLimit& limit) {
    return WidthChooser(tracks, grid, check, limit).choose();
}

}  // namespace rigkiln::reduction
