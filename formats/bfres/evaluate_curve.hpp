#pragma once

#include "formats/bfres/curve.hpp"

namespace rigkiln::bfres {

/// The value of the curve at a frame, computed in double. Discrete curves give whole numbers, boolean ones 0
/// or 1. Before the first key and behind the last it follows the curve's wraps. The result is finite when
/// the curve's numbers are. Preconditions: the curve keeps its laws, `frame` is finite.
[[nodiscard]] double evaluateCurve(const Curve& curve, double frame);

/// The same value, faster where frames ascend. `key` is where the search begins, and becomes the key at or
/// before the frame; any number is one to begin with, and says nothing of the value.
[[nodiscard]] double evaluateCurve(const Curve& curve, double frame, std::size_t& key);

/// Where key `index` lies. Precondition: index < keyCount.
[[nodiscard]] double frameOfKey(const Curve& curve, std::size_t index);

/// Whether the keys of a cubic or linear curve ascend strictly and each piece between two of them ends where
/// the next one begins, within 4e-6 of 1 or of the value: then values and slopes at the keys say all of it.
/// False for other curves.
[[nodiscard]] bool isContinuous(const Curve& curve);

// Of a cubic curve at key `index`: slopes per frame of the pieces before and behind it, 0 where there is
// none.
[[nodiscard]] double slopeBefore(const Curve& curve, std::size_t index);
[[nodiscard]] double slopeBehind(const Curve& curve, std::size_t index);

}  // namespace rigkiln::bfres
