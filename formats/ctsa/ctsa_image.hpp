#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Finds the image of an animation's sheet. In the editor the user names sheets and animations separately, so
/// several animations may share one sheet of another name (README, section Image).
namespace rigkiln::ctsa {

/// Chooses from the image file names of the animation's folder. Takes the one named like the animation's
/// file; else the only one that is neither a palette nor a layer of another image. Returns nothing when there
/// is none, or more than one.
[[nodiscard]] std::optional<std::string> chooseImage(std::span<const std::string> images,
                                                     std::string_view baseName);

/// Whether a palette of the editor is among the images. Sheets may then hold palette indices instead of
/// colours.
[[nodiscard]] bool hasPalette(std::span<const std::string> images);

}  // namespace rigkiln::ctsa
