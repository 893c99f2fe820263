#pragma once

#include "formats/bfres/curve.hpp"

namespace rigkiln::bfres {

/// The value of the curve at a frame, computed in double. Discrete curves give whole numbers, boolean ones 0
/// or 1. Before the first key and behind the last it follows the curve's wraps. The result is finite when
/// the curve's numbers are. Preconditions: the curve keeps its laws, `frame` is finite.
[[nodiscard]] double evaluateCurve(const Curve& curve, double frame);

/// Where key `index` lies. Precondition: index < keyCount.
[[nodiscard]] double frameOfKey(const Curve& curve, std::size_t index);

}  // namespace rigkiln::bfres
