#include "formats/bfres/textures/texture_format.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rigkiln::bfres {

namespace {

using images::BlockCoding;

constexpr std::array kLayouts = {
    TextureLayout{.number = 0x01, .name = "R8", .elementBytes = 1, .blocks = {}, .bits = {8}},
    TextureLayout{.number = 0x02, .name = "R4_G4", .elementBytes = 1, .blocks = {}, .bits = {4, 4}},
    TextureLayout{.number = 0x05, .name = "R16", .elementBytes = 2, .blocks = {}, .bits = {16}},
    TextureLayout{.number = 0x07, .name = "R8_G8", .elementBytes = 2, .blocks = {}, .bits = {8, 8}},
    TextureLayout{.number = 0x08, .name = "R5_G6_B5", .elementBytes = 2, .blocks = {}, .bits = {5, 6, 5}},
    TextureLayout{
        .number = 0x0A, .name = "R5_G5_B5_A1", .elementBytes = 2, .blocks = {}, .bits = {5, 5, 5, 1}},
    TextureLayout{
        .number = 0x0B, .name = "R4_G4_B4_A4", .elementBytes = 2, .blocks = {}, .bits = {4, 4, 4, 4}},
    TextureLayout{.number = 0x0F, .name = "R16_G16", .elementBytes = 4, .blocks = {}, .bits = {16, 16}},
    TextureLayout{
        .number = 0x19, .name = "R10_G10_B10_A2", .elementBytes = 4, .blocks = {}, .bits = {10, 10, 10, 2}},
    TextureLayout{
        .number = 0x1A, .name = "R8_G8_B8_A8", .elementBytes = 4, .blocks = {}, .bits = {8, 8, 8, 8}},
    TextureLayout{
        .number = 0x1F, .name = "R16_G16_B16_A16", .elementBytes = 8, .blocks = {}, .bits = {16, 16, 16, 16}},
    TextureLayout{.number = 0x31, .name = "BC1", .elementBytes = 8, .blocks = BlockCoding::Bc1},
    TextureLayout{.number = 0x32, .name = "BC2", .elementBytes = 16, .blocks = BlockCoding::Bc2},
    TextureLayout{.number = 0x33, .name = "BC3", .elementBytes = 16, .blocks = BlockCoding::Bc3},
    TextureLayout{.number = 0x34, .name = "BC4", .elementBytes = 8, .blocks = BlockCoding::Bc4},
    TextureLayout{.number = 0x35, .name = "BC5", .elementBytes = 16, .blocks = BlockCoding::Bc5},
};

struct NameOfNumber {
    std::uint32_t number = 0;
    std::string_view name;
};
/// Formats known by name only.
constexpr std::array kOthers = {NameOfNumber{0x06, "R16"},
                                NameOfNumber{0x0C, "A1_B5_G5_R5"},
                                NameOfNumber{0x0D, "R32"},
                                NameOfNumber{0x0E, "R32"},
                                NameOfNumber{0x10, "R16_G16"},
                                NameOfNumber{0x11, "R24_X8"},
                                NameOfNumber{0x16, "R11_G11_B10"},
                                NameOfNumber{0x1B, "A2_B10_G10_R10"},
                                NameOfNumber{0x1C, "X24_G8"},
                                NameOfNumber{0x1D, "R32_G32"},
                                NameOfNumber{0x1E, "R32_G32"},
                                NameOfNumber{0x20, "R16_G16_B16_A16"},
                                NameOfNumber{0x22, "R32_G32_B32_A32"},
                                NameOfNumber{0x23, "R32_G32_B32_A32"}};

constexpr std::uint32_t kLayoutMask = 0x3F;
constexpr std::uint32_t kTypeMask = 0xF00;

std::string_view typeName(NumberType type) {
    switch (type) {
        case NumberType::Unorm:
            return "unorm";
        case NumberType::Uint:
            return "uint";
        case NumberType::Snorm:
            return "snorm";
        case NumberType::Sint:
            return "sint";
        case NumberType::Srgb:
            return "sRGB";
        case NumberType::Float:
            return "float";
    }
    return {};
}

NumberType typeOf(std::uint32_t format) {
    return static_cast<NumberType>((format & kTypeMask) >> 8U);
}

const TextureLayout* layoutOf(std::uint32_t format) {
    const auto* const found = std::ranges::find(kLayouts, format & kLayoutMask, &TextureLayout::number);
    return found == kLayouts.end() ? nullptr : &*found;
}

}  // namespace

std::string TextureFormat::name() const {
    return fmt::format("{} {}", layout.name, typeName(type));
}

std::optional<TextureFormat> readTextureFormat(std::uint32_t format) {
    const TextureLayout* layout = layoutOf(format);
    if (layout == nullptr || (format & ~(kLayoutMask | kTypeMask)) != 0) return std::nullopt;
    const NumberType type = typeOf(format);
    if (type != NumberType::Unorm && type != NumberType::Snorm && type != NumberType::Srgb)
        return std::nullopt;
    // A single bit cannot hold a sign and a value.
    if (type == NumberType::Snorm && std::ranges::count(layout->bits, 1) != 0) return std::nullopt;
    return TextureFormat{.layout = *layout, .type = type};
}

std::string textureFormatText(std::uint32_t format) {
    std::string_view name;
    if (const TextureLayout* layout = layoutOf(format)) name = layout->name;
    const auto* const other = std::ranges::find(kOthers, format & kLayoutMask, &NameOfNumber::number);
    if (other != kOthers.end()) name = other->name;
    if (name.empty()) return fmt::format("0x{:X}", format);
    return fmt::format("0x{:X} ({} {})", format, name, typeName(typeOf(format)));
}

bool isSrgb(std::uint32_t format) {
    return typeOf(format) == NumberType::Srgb;
}

}  // namespace rigkiln::bfres
