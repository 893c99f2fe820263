#pragma once

#include <span>
#include <string_view>

#include "formats/alamo/alo_file.hpp"

namespace rigkiln::corpus {

/// Makes a material with the parameters of its family of shaders. Textures are named after `stem`, with the
/// extensions that the game's tools leave behind.
[[nodiscard]] alamo::AloMaterial makeMaterial(std::string_view shader, std::string_view stem);

/// Shaders for rigid meshes, at least one of every family, in the spellings that occur.
[[nodiscard]] std::span<const std::string_view> rigidShaders();

}  // namespace rigkiln::corpus
