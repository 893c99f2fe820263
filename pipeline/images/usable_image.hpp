#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/conversion/image_module.hpp"
#include "pipeline/conversion/image_recipe.hpp"
#include "pipeline/files/journal.hpp"

namespace rigkiln {

/// An image file in a form that glTF allows, WebP by EXT_texture_webp.
struct UsableImage {
    SharedBytes bytes{};                  ///< a PNG, JPEG or WebP file; empty: see `problem`
    bool isSource = false;                ///< the bytes are those of the source file
    std::string problem{};                ///< why there are no bytes
    Diagnostics diagnostics{};            ///< issues of the file
    std::optional<ImageTraits> traits{};  ///< empty when the pixels were not decoded
    std::vector<Look> looks{};            ///< at the files that were read for it
};

/// Converts an image file to a form that glTF allows and applies the recipe. Files of the types that
/// its encoding leaves as they are stay unchanged if the recipe changes no pixel, and are not even decoded if
/// that is known in advance. Only the extension of `path` is used.
[[nodiscard]] UsableImage usableImage(const ImageFormats& formats, const std::string& path,
                                      std::vector<std::byte> file, const ImageRecipe& recipe = {});

/// Returns the format of an image file by its content, or by the extension of `path` if the content does not
/// tell; null when it is no image.
[[nodiscard]] const ImageModule* imageFormatOf(const ImageFormats& formats, const std::string& path,
                                               std::span<const std::byte> file);

/// Returns the format that must decode the file before it can be used; null when the file can stay unchanged
/// or is no image.
[[nodiscard]] const ImageModule* converterOf(const ImageFormats& formats, const std::string& path,
                                             std::span<const std::byte> file, const ImageRecipe& recipe);

/// Returns the largest memory that `usableImage` needs besides the file; 0 when it need not decode it.
[[nodiscard]] std::size_t conversionBytes(const ImageFormats& formats, const std::string& path,
                                          std::span<const std::byte> file, const ImageRecipe& recipe = {});

/// Returns the traits of a PNG, JPEG or WebP file. A file that cannot be decoded counts as opaque.
[[nodiscard]] ImageTraits traitsOfImage(const ImageFormats& formats, std::span<const std::byte> file);

}  // namespace rigkiln
