#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/image_folder_module.hpp"

namespace rigkiln::bfres {

/// BFRES files as folders of their textures: what a texture "skin" is asked for as, "skin.ftex", is a file
/// that kFtexFormat reads. Textures whose pixels are in another file, and those of the Switch, are there with
/// what is wrong with them.
extern const ImageFolderModule kBfresTextures;

/// What a texture is asked for as, given its name in a material.
[[nodiscard]] std::string textureFileName(std::string_view texture);

/// Where a file may have left the pixels of its textures: "X.Tex1.sbfres" and "X.Tex1.bfres" beside
/// "X.sbfres", the one with its own extension first. None for a file that is such a one itself.
[[nodiscard]] std::vector<std::string> textureCompanionNames(std::string_view fileName);

}  // namespace rigkiln::bfres
