#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln {

/// A kind of file that is read as itself and has images in it, such as a model's own: a folder to those who
/// look for images, a file to everyone else. A row of a table, as ContainerModule is.
struct ImageFolderModule {
    /// An archive, whose members are the images: files of an image format. What the file knows by name and
    /// has not got is a member with a problem.
    ContainerModule container{};
    /// What the names of members end with, and of no other images: ".ftex". A model that names an image so
    /// means one of its own file, or of a file that belongs to it.
    std::string_view memberExtension{};
    /// Names of the files that may stand beside a file and hold images of it, the likeliest first.
    std::vector<std::string> (*companions)(std::string_view fileName) = nullptr;
};

}  // namespace rigkiln
