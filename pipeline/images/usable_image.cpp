#include "pipeline/images/usable_image.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/texture_finder.hpp"

namespace rigkiln {
namespace {

bool startsWith(std::span<const std::byte> bytes, std::span<const unsigned char> signature) {
    return bytes.size() >= signature.size() &&
           std::equal(signature.begin(), signature.end(), bytes.begin(),
                      [](unsigned char left, std::byte right) { return std::byte{left} == right; });
}

bool isPng(std::span<const std::byte> bytes) {
    static constexpr std::array<unsigned char, 8> kPng = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    return startsWith(bytes, kPng);
}

bool isJpeg(std::span<const std::byte> bytes) {
    static constexpr std::array<unsigned char, 3> kJpeg = {0xFF, 0xD8, 0xFF};
    return startsWith(bytes, kJpeg);
}

bool isWebp(std::span<const std::byte> bytes) {
    static constexpr std::array<unsigned char, 4> kRiff = {'R', 'I', 'F', 'F'};
    static constexpr std::array<unsigned char, 4> kWebp = {'W', 'E', 'B', 'P'};
    constexpr std::size_t kKindOffset = 8;
    return startsWith(bytes, kRiff) && bytes.size() > kKindOffset &&
           startsWith(bytes.subspan(kKindOffset), kWebp);
}

/// Returns true when a file of this type is passed on if no pixel changes.
bool mayStayEncoded(std::span<const std::byte> file, ImageEncoding encoding) {
    switch (encoding) {
        case ImageEncoding::Keep:
            return isPng(file) || isJpeg(file);
        case ImageEncoding::Png:
            return isPng(file);
        case ImageEncoding::Webp:
            return isWebp(file) || isJpeg(file);
    }
    return false;
}

/// Returns true when the image has another size than the recipe allows, or its size is unknown.
bool isResized(const ImageModule& format, std::span<const std::byte> file, const ImageRecipe& recipe) {
    if (recipe.maximumSide == 0 && !recipe.powersOfTwo) return false;
    const Result<ImageSize> size = format.measure(file);
    if (!size) return true;
    if (recipe.powersOfTwo && !(std::has_single_bit(size->width) && std::has_single_bit(size->height)))
        return true;
    return recipe.maximumSide != 0 && std::max(size->width, size->height) > recipe.maximumSide;
}

/// Returns true when glTF allows the file and the recipe certainly changes nothing. A file that no format can
/// read is then used without a check.
bool staysAsItIs(const ImageModule* format, std::span<const std::byte> file, const ImageRecipe& recipe) {
    if (!mayStayEncoded(file, recipe.encoding)) return false;
    if (format == nullptr) return true;
    const bool keepsAlpha = recipe.alpha == ImageAlpha::Opacity || recipe.alpha == ImageAlpha::Mask;
    return keepsAlpha && !recipe.colorKey && !recipe.flipGreen && !isResized(*format, file, recipe);
}

UsableImage convert(const ImageFormats& formats, const ImageModule& format, std::vector<std::byte> file,
                    const ImageRecipe& recipe) {
    UsableImage usable;
    const Status status = runGuarded([&]() -> Status {
        Result<Image> image = format.read(file, usable.diagnostics);
        if (!image) return image.error();
        const bool mayStay = mayStayEncoded(file, recipe.encoding);
        if (!mayStay) file = std::vector<std::byte>();  // `= {}` would keep the memory
        PreparedImage prepared = formats.prepare(std::move(*image), recipe);
        usable.traits = prepared.traits;
        const ImageSize before{prepared.traits.width, prepared.traits.height};
        const ImageSize after{prepared.image.width, prepared.image.height};
        if (before != after) {
            usable.diagnostics.add(kTextureResized, "pixels",
                                   fmt::format("{} x {} became {} x {}", before.width, before.height,
                                               after.width, after.height));
        }
        if (prepared.isChanged || !mayStay) {
            file = std::vector<std::byte>();
            const bool isForWebp = recipe.encoding == ImageEncoding::Webp;
            usable.bytes = isForWebp ? formats.encodeWebp(std::move(prepared.image), recipe.quality)
                                     : formats.encodePng(std::move(prepared.image));
        } else {
            usable.bytes = std::move(file);
            usable.isSource = true;
        }
        return Done{};
    });
    if (!status) usable.problem = fmt::format("{} ({})", status.error().textInFile(), format.title);
    return usable;
}

}  // namespace

// Formats with a magic come first in `readers`, because the extension may be wrong: some .dds files are TGA.
const ImageModule* imageFormatOf(const ImageFormats& formats, const std::string& path,
                                 std::span<const std::byte> file) {
    const std::string extension = foldCase(splitName(path).extension);
    const auto found = std::ranges::find_if(
        formats.readers, [&](const ImageModule* format) { return format->recognise(file, extension); });
    return found == formats.readers.end() ? nullptr : *found;
}

UsableImage usableImage(const ImageFormats& formats, const std::string& path, std::vector<std::byte> file,
                        const ImageRecipe& recipe) {
    const ImageModule* format = imageFormatOf(formats, path, file);
    UsableImage usable;
    if (staysAsItIs(format, file, recipe)) {
        usable.bytes = std::move(file);
        usable.isSource = true;
        return usable;
    }
    if (format != nullptr) return convert(formats, *format, std::move(file), recipe);
    usable.problem = "is no image of a known format";
    return usable;
}

const ImageModule* converterOf(const ImageFormats& formats, const std::string& path,
                               std::span<const std::byte> file, const ImageRecipe& recipe) {
    const ImageModule* format = imageFormatOf(formats, path, file);
    return format == nullptr || staysAsItIs(format, file, recipe) ? nullptr : format;
}

std::size_t conversionBytes(const ImageFormats& formats, const std::string& path,
                            std::span<const std::byte> file, const ImageRecipe& recipe) {
    /// Copies of the pixels: decoded, as packed or unpacked rows, and as the resulting file.
    constexpr std::size_t kCopies = 3;
    /// Most of it in libwebp (formats/image/webp_writer.cpp).
    constexpr std::size_t kCopiesForWebp = 12;
    constexpr std::size_t kPixelBytes = 4;
    const ImageModule* format = converterOf(formats, path, file, recipe);
    if (format == nullptr) return 0;
    const Result<ImageSize> size = format->measure(file);
    /// Each side becomes longer by less than the square root of 2.
    constexpr std::size_t kGrowth = 2;
    const std::size_t copies = (recipe.encoding == ImageEncoding::Webp ? kCopiesForWebp : kCopies) *
                               (recipe.powersOfTwo ? kGrowth : 1);
    return size ? copies * kPixelBytes * size->width * size->height : 0;
}

ImageTraits traitsOfImage(const ImageFormats& formats, std::span<const std::byte> file) {
    const ImageModule* format = imageFormatOf(formats, "", file);
    ImageTraits traits;
    if (format == nullptr) return traits;
    // A file that cannot be decoded is no error here, because it is used unchanged.
    static_cast<void>(runGuarded([&]() -> Status {
        Diagnostics ignored;
        Result<Image> image = format->read(file, ignored);
        if (!image) return image.error();
        traits = formats.prepare(std::move(*image), {}).traits;
        return Done{};
    }));
    return traits;
}

}  // namespace rigkiln
