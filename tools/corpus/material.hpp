#pragma once

#include <span>
#include <string_view>

#include "formats/alamo/alo_file.hpp"

namespace rigkiln::corpus {

/// A material with the parameters its family of shaders has. The textures are named after `stem`, with the
/// extensions the game's tools leave behind.
[[nodiscard]] alamo::AloMaterial makeMaterial(std::string_view shader, std::string_view stem);

/// One or more shaders of every family, rigid ones, in the spellings that occur.
[[nodiscard]] std::span<const std::string_view> rigidShaders();

}  // namespace rigkiln::corpus
