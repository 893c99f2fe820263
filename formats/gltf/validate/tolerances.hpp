#pragma once

namespace rigkiln::gltf_validation {

// Those of the Khronos validator, so that both say the same of a file.

/// By how much the length of a quaternion may differ from 1: the components as normalized bytes.
inline constexpr double kQuaternionTolerance = 0.00769;
/// By how much the length of a normal may differ from 1: the components as normalized bytes.
inline constexpr double kDirectionTolerance = 0.00674;
/// By how much the largest sums of columns of a matrix and of its parts put together may differ.
inline constexpr double kMatrixTolerance = 0.00005;
/// By how much the sum of weights may differ from 1, for each weight that is not 0.
inline constexpr double kWeightTolerance = 2e-7;

}  // namespace rigkiln::gltf_validation
