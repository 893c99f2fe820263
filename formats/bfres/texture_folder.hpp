#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/image_folder_module.hpp"

namespace rigkiln::bfres {

/// BFRES files as folders of their textures: a texture "skin" is the member "skin.ftex", which kFtexFormat
/// reads. Textures with their pixels in another file and Switch textures are members with a problem.
extern const ImageFolderModule kBfresTextures;

/// Names of the files that may hold the texture pixels of a file: "X.Tex1.sbfres" and "X.Tex1.bfres" for
/// "X.sbfres", the one with the same extension first. Empty for such a file itself.
[[nodiscard]] std::vector<std::string> textureCompanionNames(std::string_view fileName);

}  // namespace rigkiln::bfres
