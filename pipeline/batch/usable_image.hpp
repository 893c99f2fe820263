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

namespace rigkiln {

/// An image file as glTF can hold it.
struct UsableImage {
    SharedBytes bytes{};                  ///< a PNG or JPEG file; empty: see `problem`
    bool isSource = false;                ///< the bytes are those of the file
    std::string problem{};                ///< why there is none
    Diagnostics diagnostics{};            ///< what was odd about the file
    std::optional<ImageTraits> traits{};  ///< nothing where the pixels have not been looked at
};

/// The bytes of an image file as glTF can hold them, made by the recipe. PNG and JPEG files stay as they are
/// as long as the recipe changes no pixel, and are not even decoded where that is known before. `path` is for
/// its extension alone.
[[nodiscard]] UsableImage usableImage(const ImageFormats& formats, const std::string& path,
                                      std::vector<std::byte> file, const ImageRecipe& recipe = {});

/// By the content, and by the extension of `path` where the content does not say; null for what is no image.
[[nodiscard]] const ImageModule* imageFormatOf(const ImageFormats& formats, const std::string& path,
                                               std::span<const std::byte> file);

/// The format that has to read the file before it can be used; null when it can stay as it is, or is no
/// image.
[[nodiscard]] const ImageModule* converterOf(const ImageFormats& formats, const std::string& path,
                                             std::span<const std::byte> file, const ImageRecipe& recipe);

/// Memory that `usableImage` takes at most beside the file; 0 when it has nothing to do.
[[nodiscard]] std::size_t conversionBytes(const ImageFormats& formats, const std::string& path,
                                          std::span<const std::byte> file, const ImageRecipe& recipe = {});

/// The traits of a PNG or JPEG file. What cannot be decoded counts as opaque.
[[nodiscard]] ImageTraits traitsOfImage(const ImageFormats& formats, std::span<const std::byte> file);

}  // namespace rigkiln
