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

/// Pixels in memory. Laws: width and height are 1 to kMaximumImageSide, `pixels` has 4 * width * height
/// octets: red, green, blue, alpha; rows from the top, each from the left; alpha is not multiplied in.
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

/// What is not decoded: the games have 4,096 at most, and a header of a few octets may claim anything.
inline constexpr std::uint32_t kMaximumImageSide = 16384;
inline constexpr std::size_t kMaximumImagePixels = std::size_t{64} << 20U;  ///< 256 MiB once decoded

/// An image format as one row of a table. Functions are pure and safe to call from many threads; none of them
/// throws for bad input: errors are `field path at 0xOFFSET: problem (limit)` without the file, which the
/// caller knows.
struct ImageModule {
    std::string_view id{};                           ///< "dds"
    std::string_view title{};                        ///< "DirectDraw surface"
    std::span<const std::string_view> extensions{};  ///< ".dds", lower case, the usual one first
    std::uint32_t revision = 1;                      ///< raise when the same bytes give other pixels
    std::span<const IssueKind* const> issues{};
    /// By its content, where it says what it is; else by its extension (lower case) and what must hold.
    bool (*recognise)(std::span<const std::byte> file, std::string_view extension) = nullptr;
    /// How large the image is that `read` would give, from the file's header alone.
    Result<ImageSize> (*measure)(std::span<const std::byte> file) = nullptr;
    /// The largest level of the first picture. What of the file is left out is an issue.
    Result<Image> (*read)(std::span<const std::byte> file, Diagnostics& diagnostics) = nullptr;
};

/// An image as a recipe makes it.
struct PreparedImage {
    Image image{};
    ImageTraits traits{};
    bool isChanged = false;  ///< it is not the image that went in
};

/// The images a run can take in, and how it hands them on.
struct ImageFormats {
    /// In the order in which they are asked whether a file is theirs.
    std::span<const ImageModule* const> readers{};
    /// Files that have images in them, of formats that are among the readers.
    std::span<const ImageFolderModule* const> folders{};
    /// Raise when `prepare` makes other pixels, or `encodePng` other files, of the same.
    std::uint32_t revision = 1;
    /// Does what the recipe says. Not null where there are readers.
    PreparedImage (*prepare)(Image image, const ImageRecipe& recipe) = nullptr;
    /// Whole PNG files, the same bytes for the same pixels; those are freed on the way. Not null where there
    /// are readers.
    std::vector<std::byte> (*encodePng)(Image image) = nullptr;
};

}  // namespace rigkiln
