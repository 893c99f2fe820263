#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"

/// BNTX, the textures of the Switch: an embedded file of its BFRES files. They lie in memory in another way
/// than those of the Wii U and are not decoded; their names are all that is read.
namespace rigkiln::bfres {

[[nodiscard]] bool isBntx(std::span<const std::byte> head);

/// The names of its textures, in the order of the file. An error when it is damaged.
[[nodiscard]] Result<std::vector<std::string>> readBntxNames(std::span<const std::byte> file);

}  // namespace rigkiln::bfres
