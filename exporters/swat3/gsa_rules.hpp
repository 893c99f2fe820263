#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace rigkiln::swat3_writer {

/// What is wrong with a number of bones: the game takes characters of two classes and weapons, and a clip
/// only for a model of as many bones. Nothing when it is one of theirs.
[[nodiscard]] std::optional<std::string> brokenBoneCountRule(std::size_t bones);

}  // namespace rigkiln::swat3_writer
