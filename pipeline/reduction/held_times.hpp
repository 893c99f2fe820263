#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "pipeline/reduction/spans.hpp"

namespace rigkiln::reduction {

/// Key times (frame numbers) of tracks that keep their keys. The clip stores them anyway, so other tracks may
/// use them for nothing.
class HeldTimes {
public:
    /// Number of key times that are tried for a group.
    static constexpr std::size_t kMostTried = 1024;

    explicit HeldTimes(std::span<const MotionTrack> tracks);
    HeldTimes(const HeldTimes&) = delete;
    HeldTimes& operator=(const HeldTimes&) = delete;

    [[nodiscard]] std::size_t size() const { return times_.size(); }
    [[nodiscard]] const std::vector<std::uint32_t>& at(std::size_t number) const { return times_[number]; }
    [[nodiscard]] bool contain(const std::vector<std::uint32_t>& keys) const {
        return known_.contains(&keys);
    }

    /// Returns the number of the times with which the group takes the fewest bytes, the first of equal ones;
    /// nothing when its own keys take no more bytes, or none of kMostTried fit. Precondition: the group has
    /// the fewest keys that its reach allows.
    [[nodiscard]] std::optional<std::size_t> cheaper(const KeyGroup& group) const;

private:
    struct IsLess {
        bool operator()(const std::vector<std::uint32_t>* left,
                        const std::vector<std::uint32_t>* right) const {
            return *left < *right;
        }
    };

    std::vector<std::vector<std::uint32_t>> times_;  ///< in the order of their first tracks
    std::set<const std::vector<std::uint32_t>*, IsLess> known_;
    std::vector<std::size_t> usable_;  ///< those from the first to the last frame, fewest keys first
};

}  // namespace rigkiln::reduction
