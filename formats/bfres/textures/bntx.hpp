#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"

/// BNTX, Switch textures, embedded in BFRES files. Their memory layout differs from the Wii U's and is not
/// decoded; only their names are read.
namespace rigkiln::bfres {

[[nodiscard]] bool isBntx(std::span<const std::byte> head);

/// Returns the names of the textures in file order. Fails for a damaged file.
[[nodiscard]] Result<std::vector<std::string>> readBntxNames(std::span<const std::byte> file);

}  // namespace rigkiln::bfres
