#include "formats/image/dds_header.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "formats/image/image_size.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::images {
namespace {

constexpr std::uint32_t kMagic = 0x20534444;  // "DDS "
constexpr std::uint32_t kHeaderSize = 124;
constexpr std::uint32_t kPixelFormatSize = 32;

// Bits of the pixel format's flags.
constexpr std::uint32_t kHasAlpha = 0x1;
constexpr std::uint32_t kIsAlphaOnly = 0x2;
constexpr std::uint32_t kHasFourCc = 0x4;
constexpr std::uint32_t kIsPalette8 = 0x20;
constexpr std::uint32_t kIsRgb = 0x40;
constexpr std::uint32_t kIsLuminance = 0x20000;

// Bits of `caps2`.
constexpr std::uint32_t kIsCube = 0x200;
constexpr std::uint32_t kIsVolume = 0x200000;

constexpr std::uint32_t fourCc(std::string_view text) {
    std::uint32_t code = 0;
    for (std::size_t i = 4; i-- > 0;)
        code = code << 8U | static_cast<unsigned char>(text[i]);
    return code;
}

struct BlockCode {
    std::uint32_t code = 0;
    BlockCoding blocks = BlockCoding::Bc1;
    bool isPremultiplied = false;
    bool hasRedInAlpha = false;
};

constexpr std::array kBlockCodes = {
    BlockCode{fourCc("DXT1"), BlockCoding::Bc1}, BlockCode{fourCc("DXT2"), BlockCoding::Bc2, true},
    BlockCode{fourCc("DXT3"), BlockCoding::Bc2}, BlockCode{fourCc("DXT4"), BlockCoding::Bc3, true},
    BlockCode{fourCc("DXT5"), BlockCoding::Bc3}, BlockCode{fourCc("RXGB"), BlockCoding::Bc3, false, true},
    BlockCode{fourCc("ATI1"), BlockCoding::Bc4}, BlockCode{fourCc("BC4U"), BlockCoding::Bc4},
    BlockCode{fourCc("ATI2"), BlockCoding::Bc5}, BlockCode{fourCc("BC5U"), BlockCoding::Bc5},
};

/// Supported DXGI_FORMAT ranges. Typeless formats are read as unsigned; sRGB formats keep their values.
struct DxgiCode {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::optional<BlockCoding> blocks{};
    DdsMasks masks{};
};

constexpr std::array kDxgiCodes = {
    DxgiCode{27, 29, std::nullopt, {32, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}, false}},
    DxgiCode{48, 49, std::nullopt, {16, {0xFF, 0xFF00, 0, 0}, false}},
    DxgiCode{60, 61, std::nullopt, {8, {0xFF, 0, 0, 0}, true}},
    DxgiCode{65, 65, std::nullopt, {8, {0, 0, 0, 0xFF}, false}},
    DxgiCode{70, 72, BlockCoding::Bc1},
    DxgiCode{73, 75, BlockCoding::Bc2},
    DxgiCode{76, 78, BlockCoding::Bc3},
    DxgiCode{79, 80, BlockCoding::Bc4},
    DxgiCode{82, 83, BlockCoding::Bc5},
    DxgiCode{85, 85, std::nullopt, {16, {0xF800, 0x7E0, 0x1F, 0}, false}},
    DxgiCode{86, 86, std::nullopt, {16, {0x7C00, 0x3E0, 0x1F, 0x8000}, false}},
    DxgiCode{87, 87, std::nullopt, {32, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}, false}},
    DxgiCode{88, 88, std::nullopt, {32, {0xFF0000, 0xFF00, 0xFF, 0}, false}},
    DxgiCode{90, 91, std::nullopt, {32, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}, false}},
    DxgiCode{92, 93, std::nullopt, {32, {0xFF0000, 0xFF00, 0xFF, 0}, false}},
    DxgiCode{115, 115, std::nullopt, {16, {0xF00, 0xF0, 0xF, 0xF000}, false}},
};

/// Names of known but unsupported formats, for error messages.
std::string_view dxgiName(std::uint32_t code) {
    if (code == 81) return " (BC4 signed)";
    if (code == 84) return " (BC5 signed)";
    if (code >= 94 && code <= 96) return " (BC6H)";
    if (code >= 97 && code <= 99) return " (BC7)";
    return "";
}

struct PixelFormat {
    std::size_t offset = 0;
    std::uint32_t flags = 0;
    std::uint32_t fourCc = 0;
    std::uint32_t bits = 0;
    std::array<std::uint32_t, 4> masks{};
};

PixelFormat readPixelFormat(ByteReader& reader) {
    PixelFormat format;
    format.offset = reader.offset();
    const auto size = reader.read<std::uint32_t>("pixelFormat.size");
    if (size != kPixelFormatSize) {
        reader.failAt(format.offset, "pixelFormat.size",
                      fmt::format("{}, {} is expected", size, kPixelFormatSize));
    }
    format.flags = reader.read<std::uint32_t>("pixelFormat.flags");
    format.fourCc = reader.read<std::uint32_t>("pixelFormat.fourCC");
    format.bits = reader.read<std::uint32_t>("pixelFormat.rgbBitCount");
    format.masks = reader.readArray<std::uint32_t, 4>("pixelFormat.masks");
    return format;
}

std::string codeText(std::uint32_t code) {
    std::string text;
    for (unsigned shift = 0; shift < 32; shift += 8)
        text += static_cast<char>((code >> shift) & 0xFFU);
    return quote(text);
}

/// Reads the DX10 header behind the first one.
void readDxgi(ByteReader& reader, DdsHeader& header) {
    const std::size_t offset = reader.offset();
    const auto code = reader.read<std::uint32_t>("dxgiFormat");
    static_cast<void>(reader.read<std::uint32_t>("resourceDimension"));
    constexpr std::uint32_t kMiscIsCube = 0x4;
    const bool isCube = (reader.read<std::uint32_t>("miscFlag") & kMiscIsCube) != 0;
    const auto pictures = reader.read<std::uint32_t>("arraySize");
    constexpr std::uint32_t kPremultiplied = 2;
    header.isPremultiplied = (reader.read<std::uint32_t>("miscFlags2") & 7U) == kPremultiplied;
    if (isCube) header.otherPictures = "the faces of a cube";
    if (pictures > 1) header.otherPictures = fmt::format("an array of {} pictures", pictures);
    const auto found = std::ranges::find_if(
        kDxgiCodes, [code](const DxgiCode& known) { return code >= known.first && code <= known.last; });
    if (found == kDxgiCodes.end()) {
        reader.failAt(offset, "dxgiFormat", fmt::format("{}{} is not decoded", code, dxgiName(code)));
    }
    header.blocks = found->blocks;
    header.masks = found->masks;
}

void takeFourCc(ByteReader& reader, const PixelFormat& format, DdsHeader& header) {
    if (format.fourCc == fourCc("DX10")) return readDxgi(reader, header);
    const auto found = std::ranges::find(kBlockCodes, format.fourCc, &BlockCode::code);
    if (found == kBlockCodes.end()) {
        constexpr std::size_t kFourCcOffset = 8;
        reader.failAt(format.offset + kFourCcOffset, "pixelFormat.fourCC",
                      fmt::format("{} ({:#x}) is not decoded", codeText(format.fourCc), format.fourCc));
    }
    header.blocks = found->blocks;
    header.isPremultiplied = found->isPremultiplied;
    header.hasRedInAlpha = found->hasRedInAlpha;
}

void takeMasks(const ByteReader& reader, const PixelFormat& format, DdsHeader& header) {
    constexpr std::size_t kFlagsOffset = 4;
    constexpr std::size_t kBitCountOffset = 12;
    const bool isKnown = (format.flags & (kIsRgb | kIsLuminance | kIsAlphaOnly | kIsPalette8)) != 0;
    if (!isKnown) {
        reader.failAt(
            format.offset + kFlagsOffset, "pixelFormat.flags",
            fmt::format("{:#x}, neither colours nor luminance, alpha, a palette or a code", format.flags));
    }
    if (format.bits != 8 && format.bits != 16 && format.bits != 24 && format.bits != 32) {
        reader.failAt(format.offset + kBitCountOffset, "pixelFormat.rgbBitCount",
                      fmt::format("{}, 8, 16, 24 or 32 is expected", format.bits));
    }
    if ((format.flags & kIsPalette8) != 0) {
        header.hasPalette = true;
        header.hasPaletteAlpha = (format.flags & kHasAlpha) != 0;
        return;
    }
    header.masks = {format.bits, format.masks, (format.flags & kIsLuminance) != 0};
    if ((format.flags & (kHasAlpha | kIsAlphaOnly)) == 0) header.masks.channels[3] = 0;
    if ((format.flags & (kIsRgb | kIsLuminance)) == 0) {
        for (std::size_t channel = 0; channel < 3; ++channel)
            header.masks.channels.at(channel) = 0;
    }
}

}  // namespace

DdsHeader readDdsHeader(ByteReader& reader) {
    const std::size_t start = reader.offset();
    const auto magic = reader.read<std::uint32_t>("magic");
    if (magic != kMagic)
        reader.failAt(start, "magic", fmt::format("{}, \"DDS \" is expected", codeText(magic)));
    const std::size_t sizeOffset = reader.offset();
    const auto size = reader.read<std::uint32_t>("size");
    if (size != kHeaderSize)
        reader.failAt(sizeOffset, "size", fmt::format("{}, {} is expected", size, kHeaderSize));
    static_cast<void>(reader.read<std::uint32_t>("flags"));
    DdsHeader header;
    const std::size_t sidesOffset = reader.offset();
    header.height = reader.read<std::uint32_t>("height");
    header.width = reader.read<std::uint32_t>("width");
    requireSize(reader, sidesOffset, header.width, header.height);
    // Writers often store a wrong row length here. Rows have no padding.
    static_cast<void>(reader.read<std::uint32_t>("pitchOrLinearSize"));
    const auto depth = reader.read<std::uint32_t>("depth");
    static_cast<void>(reader.read<std::uint32_t>("mipMapCount"));
    constexpr std::size_t kReserved = 44;
    static_cast<void>(reader.take("reserved", kReserved));
    const PixelFormat format = readPixelFormat(reader);
    static_cast<void>(reader.read<std::uint32_t>("caps"));
    const auto caps2 = reader.read<std::uint32_t>("caps2");
    constexpr std::size_t kLastCaps = 12;
    static_cast<void>(reader.take("caps3", kLastCaps));
    if ((caps2 & kIsCube) != 0) header.otherPictures = "the faces of a cube";
    if ((caps2 & kIsVolume) != 0) header.otherPictures = fmt::format("{} slices of a volume", depth);
    if ((format.flags & kHasFourCc) != 0) {
        takeFourCc(reader, format, header);
    } else {
        takeMasks(reader, format, header);
    }
    return header;
}

}  // namespace rigkiln::images
