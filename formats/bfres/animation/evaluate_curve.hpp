#pragma once

#include "formats/bfres/animation/curve.hpp"

namespace rigkiln::bfres {

/// Evaluates the curve at a frame, in double. Discrete curves give whole numbers, boolean ones 0 or 1.
/// Outside the keys it follows the curve's wraps. The result is finite if the curve's numbers are.
/// Preconditions: the laws of the curve; `frame` is finite.
[[nodiscard]] double evaluateCurve(const Curve& curve, double frame);

/// Like evaluateCurve above, but faster for ascending frames. `key` is a hint where to search, and becomes
/// the key at or before the frame. Any value is valid and does not change the result.
[[nodiscard]] double evaluateCurve(const Curve& curve, double frame, std::size_t& key);

/// Frame of key `index`. Precondition: index < keyCount.
[[nodiscard]] double frameOfKey(const Curve& curve, std::size_t index);

/// Whether values and slopes at the keys describe the whole curve. That needs a cubic or linear curve whose
/// keys ascend strictly, and each piece must end where the next begins, within 4e-6 relative to the value (or
/// to 1 if that is larger). False for other curves.
[[nodiscard]] bool isContinuous(const Curve& curve);

// Slopes of a cubic curve per frame, just before and behind key `index`; 0 where there is no piece.
[[nodiscard]] double slopeBefore(const Curve& curve, std::size_t index);
[[nodiscard]] double slopeBehind(const Curve& curve, std::size_t index);

}  // namespace rigkiln::bfres
