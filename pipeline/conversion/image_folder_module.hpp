#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln {

/// A kind of file that is read as a whole and contains images, such as a model with its own textures. Image
/// searches treat it as a folder, everything else as a file. One row of a table, like ContainerModule.
struct ImageFolderModule {
    /// Opens the file as an archive whose members are images in some image format. An image that the file
    /// names but does not contain is a member with a problem.
    ContainerModule container{};
    /// Extension of member names that no other images have: ".ftex". A model that names an image with it
    /// means an image in its own file or in a companion of that file.
    std::string_view memberExtension{};
    /// Returns names of files that may stand beside `fileName` and contain its images, the most likely first.
    std::vector<std::string> (*companions)(std::string_view fileName) = nullptr;
};

}  // namespace rigkiln
