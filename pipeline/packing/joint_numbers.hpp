#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Member of the record of a file (docs/extras.md) whose joints have the numbers 0, 1, 2 ... in the source,
/// in the order of the file, and do not say so each by itself. Its value is a digest of their names.
inline constexpr std::string_view kJointNumbers = "joint_numbers";

/// Returns whether the number of each joint in the source is its place among the joints.
[[nodiscard]] bool areNumberedInOrder(const Scene& scene);

/// Returns 16 hexadecimal digits that stand for these names in this order. A program that moves, removes or
/// renames joints leaves a file whose names have another digest, and the numbers are then not known any more.
[[nodiscard]] std::string digestOfNames(std::span<const std::string> names);

}  // namespace rigkiln
