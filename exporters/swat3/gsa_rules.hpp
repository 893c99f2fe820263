#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace rigkiln::swat3_export {

/// Describes what is wrong with a number of bones. The game has characters of two classes and weapons, each
/// with a fixed number of bones, and plays a clip only on a model with the same number. Nothing when the
/// number is one of these.
[[nodiscard]] std::optional<std::string> brokenBoneCountRule(std::size_t bones);

}  // namespace rigkiln::swat3_export
