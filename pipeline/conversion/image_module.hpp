#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/image_folder_module.hpp"
#include "pipeline/conversion/image_recipe.hpp"

namespace rigkiln {

/// Pixels in memory. Laws: width and height are 1 to kMaximumImageSide; `pixels` has 4 * width * height
/// bytes: red, green, blue, alpha; rows from the top, each from the left; alpha is not premultiplied.
struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> pixels{};

    bool operator==(const Image&) const = default;
};

struct ImageSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;

    bool operator==(const ImageSize&) const = default;
};

/// Largest side that is decoded. The games use at most 4,096, but a damaged header may claim any size.
inline constexpr std::uint32_t kMaximumImageSide = 16384;
inline constexpr std::size_t kMaximumImagePixels = std::size_t{64} << 20U;  ///< 256 MiB once decoded

/// An image format as one row of a table. Functions are pure and safe to call from many threads. They do not
/// throw for bad input: errors are `field path at 0xOFFSET: problem (limit)`, and the caller adds the file.
struct ImageModule {
    std::string_view id{};                           ///< "dds"
    std::string_view title{};                        ///< "DirectDraw surface"
    std::span<const std::string_view> extensions{};  ///< ".dds", lower case, the usual one first
    std::uint32_t revision = 1;                      ///< raise when the same bytes give other pixels
    std::span<const IssueKind* const> issues{};
    /// Identifies a file by its content where the format has a magic; else by its extension (lower case) and
    /// a plausibility check.
    bool (*recognise)(std::span<const std::byte> file, std::string_view extension) = nullptr;
    /// Returns the size of the image that `read` would give, from the file's header alone.
    Result<ImageSize> (*measure)(std::span<const std::byte> file) = nullptr;
    /// Decodes the largest level of the first picture. Reports ignored parts of the file as issues.
    Result<Image> (*read)(std::span<const std::byte> file, Diagnostics& diagnostics) = nullptr;
};

/// An image after its recipe was applied.
struct PreparedImage {
    Image image{};
    ImageTraits traits{};
    bool isChanged = false;  ///< pixels or size differ from the input
};

/// The image formats a run can read, and the functions that prepare and encode images.
struct ImageFormats {
    /// Formats in the order in which they are asked to recognise a file.
    std::span<const ImageModule* const> readers{};
    /// Files that contain images in the formats of `readers`.
    std::span<const ImageFolderModule* const> folders{};
    /// Raise when `prepare` gives other pixels, or `encodePng` or `encodeWebp` other bytes, for the same
    /// input.
    std::uint32_t revision = 1;
    /// Applies the recipe. Not null when there are readers.
    PreparedImage (*prepare)(Image image, const ImageRecipe& recipe) = nullptr;
    /// Returns a complete PNG file, the same bytes for the same pixels. Frees the pixels while it encodes.
    /// Not null when there are readers.
    std::vector<std::byte> (*encodePng)(Image image) = nullptr;
    /// Returns a complete WebP file likewise, or a PNG where WebP cannot hold the image; `quality` as in
    /// ImageRecipe. Not null when recipes ask for ImageEncoding::Webp.
    std::vector<std::byte> (*encodeWebp)(Image image, std::uint32_t quality) = nullptr;
};

}  // namespace rigkiln
