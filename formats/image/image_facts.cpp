#include "formats/image/image_facts.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "formats/image/bmp_header.hpp"
#include "formats/image/dds_header.hpp"
#include "formats/image/tga_header.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::images {
namespace {

std::string_view blockName(BlockCoding coding) {
    constexpr std::array<std::string_view, 5> kBlockNames = {"BC1", "BC2", "BC3", "BC4", "BC5"};
    return kBlockNames.at(static_cast<std::size_t>(coding));
}

ImageFacts ddsFacts(std::span<const std::byte> file) {
    constexpr std::size_t kLevelCountOffset = 28;
    FieldPath path;
    ByteReader reader(file, path);
    const DdsHeader header = readDdsHeader(reader);
    ImageFacts facts;
    if (header.blocks) {
        facts.coding = blockName(*header.blocks);
        if (header.hasRedInAlpha) facts.coding += " with red in alpha";
    } else if (header.hasPalette) {
        facts.coding = "8 bits with a palette";
    } else {
        facts.coding =
            fmt::format("{} bits{}", header.masks.bitsPerPixel, header.masks.isGrey ? ", grey" : "");
    }
    if (header.isPremultiplied) facts.coding += ", premultiplied";
    if (!header.otherPictures.empty()) facts.coding += ", beside it " + header.otherPictures;
    FieldPath levelPath;
    ByteReader levels(file.subspan(kLevelCountOffset), levelPath);
    facts.levels = std::max(1U, levels.read<std::uint32_t>("mipMapCount"));
    return facts;
}

ImageFacts tgaFacts(std::span<const std::byte> file) {
    FieldPath path;
    ByteReader reader(file, path);
    const TgaHeader header = decodeTgaHeader(reader);
    ImageFacts facts{.coding = fmt::format("{} bits", header.colourBits())};
    if (header.kind() == TgaKind::Mapped) facts.coding += " from a palette";
    if (header.kind() == TgaKind::Grey) facts.coding += ", grey";
    if (header.isPacked()) facts.coding += ", run-length packed";
    return facts;
}

ImageFacts bmpFacts(std::span<const std::byte> file) {
    FieldPath path;
    ByteReader reader(file, path);
    const BmpHeader header = decodeBmpHeader(reader);
    ImageFacts facts{.coding = fmt::format("{} bits", header.bits)};
    if (header.packing == BmpPacking::Rle4 || header.packing == BmpPacking::Rle8)
        facts.coding += ", run-length packed";
    return facts;
}

ImageFacts pngFacts(std::span<const std::byte> file) {
    constexpr std::size_t kBitDepthOffset = 24;
    FieldPath path;
    ByteReader reader(file.subspan(std::min(kBitDepthOffset, file.size())), path);
    const auto bits = reader.read<std::uint8_t>("bit depth");
    const auto kind = reader.read<std::uint8_t>("colour type");
    constexpr std::array<std::string_view, 7> kKinds = {"grey", "",    "RGB", "palette", "grey with alpha",
                                                        "",     "RGBA"};
    return {.coding =
                fmt::format("{}, {} bits a channel", kind < kKinds.size() ? kKinds.at(kind) : "", bits)};
}

ImageFacts webpFacts(std::span<const std::byte> file) {
    constexpr std::size_t kCodingOffset = 15;
    FieldPath path;
    ByteReader reader(file.subspan(std::min(kCodingOffset, file.size())), path);
    // The first chunk is "VP8L", "VP8 ", or "VP8X", which says what other chunks there are.
    const auto coding = reader.read<std::uint8_t>("chunk");
    if (coding == 'L') return {.coding = "lossless"};
    return {.coding = coding == ' ' ? "lossy" : "extended"};
}

}  // namespace

Result<ImageFacts> readImageFacts(std::string_view format, std::span<const std::byte> file) {
    return guarded<ImageFacts>([&]() -> ImageFacts {
        if (format == "dds") return ddsFacts(file);
        if (format == "tga") return tgaFacts(file);
        if (format == "bmp") return bmpFacts(file);
        if (format == "png") return pngFacts(file);
        if (format == "webp") return webpFacts(file);
        return {};
    });
}

}  // namespace rigkiln::images
