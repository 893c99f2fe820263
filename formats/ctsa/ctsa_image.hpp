#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Which file holds the sheet of an animation. The editor names sheets as the user likes and animations after
/// themselves, so that several animations share one sheet of another name (README, section Image).
namespace rigkiln::ctsa {

/// One of the names of image files in the animation's folder: that of the animation's base name, else the
/// only one that is neither a palette nor a layer of another. Nothing when there is none, or more than one.
[[nodiscard]] std::optional<std::string> chooseImage(std::span<const std::string> images,
                                                     std::string_view baseName);

/// Whether a palette of the editor lies among the images: then sheets may hold indices into it instead of
/// colours.
[[nodiscard]] bool hasPalette(std::span<const std::string> images);

}  // namespace rigkiln::ctsa
