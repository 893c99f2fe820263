#include "formats/bfres/model/vertex_format.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rigkiln::bfres {

namespace {

struct BitLayout {
    std::uint32_t number = 0;
    bool isFloat = false;
    bool isPacked = false;
    std::uint8_t componentCount = 0;
    std::array<std::uint8_t, 4> bits{};
};

// Wii U: the low byte of the format; in layouts of floats bit 11 of the format is set.
constexpr std::array kWiiULayouts = {
    BitLayout{0x00, false, false, 1, {8}},
    BitLayout{0x01, false, true, 2, {4, 4}},
    BitLayout{0x02, false, false, 1, {16}},
    BitLayout{0x03, true, false, 1, {16}},
    BitLayout{0x04, false, false, 2, {8, 8}},
    BitLayout{0x05, false, false, 1, {32}},
    BitLayout{0x06, true, false, 1, {32}},
    BitLayout{0x07, false, false, 2, {16, 16}},
    BitLayout{0x08, true, false, 2, {16, 16}},
    BitLayout{0x09, true, true, 3, {11, 11, 10}},
    BitLayout{0x0A, false, false, 4, {8, 8, 8, 8}},
    BitLayout{0x0B, false, true, 4, {10, 10, 10, 2}},
    BitLayout{0x0C, false, false, 2, {32, 32}},
    BitLayout{0x0D, true, false, 2, {32, 32}},
    BitLayout{0x0E, false, false, 4, {16, 16, 16, 16}},
    BitLayout{0x0F, true, false, 4, {16, 16, 16, 16}},
    BitLayout{0x10, false, false, 3, {32, 32, 32}},
    BitLayout{0x11, true, false, 3, {32, 32, 32}},
    BitLayout{0x12, false, false, 4, {32, 32, 32, 32}},
    BitLayout{0x13, true, false, 4, {32, 32, 32, 32}},
};

// Switch: the low byte of the format; the type tells whether it holds floats.
constexpr std::array kSwitchLayouts = {
    BitLayout{0x01, false, true, 2, {4, 4}},
    BitLayout{0x02, false, false, 1, {8}},
    BitLayout{0x09, false, false, 2, {8, 8}},
    BitLayout{0x0A, false, false, 1, {16}},
    BitLayout{0x0B, false, false, 4, {8, 8, 8, 8}},
    BitLayout{0x0E, false, true, 4, {10, 10, 10, 2}},
    BitLayout{0x0F, false, true, 3, {11, 11, 10}},
    BitLayout{0x12, false, false, 2, {16, 16}},
    BitLayout{0x14, false, false, 1, {32}},
    BitLayout{0x15, false, false, 4, {16, 16, 16, 16}},
    BitLayout{0x17, false, false, 2, {32, 32}},
    BitLayout{0x18, false, false, 3, {32, 32, 32}},
    BitLayout{0x19, false, false, 4, {32, 32, 32, 32}},
};

std::optional<ComponentType> wiiUType(std::uint32_t type) {
    switch (type) {
        case 0:
            return ComponentType::Unorm;
        case 1:
            return ComponentType::Uint;
        case 2:
            return ComponentType::Snorm;
        case 3:
            return ComponentType::Sint;
        case 8:
            return ComponentType::UintToFloat;
        case 0xA:
            return ComponentType::SintToFloat;
        default:
            return std::nullopt;
    }
}

std::optional<ComponentType> switchType(std::uint32_t type) {
    switch (type) {
        case 1:
            return ComponentType::Unorm;
        case 2:
            return ComponentType::Snorm;
        case 3:
            return ComponentType::Uint;
        case 4:
            return ComponentType::Sint;
        case 5:
            return ComponentType::Float;
        default:
            return std::nullopt;
    }
}

VertexFormat makeFormat(const BitLayout& layout, ComponentType type) {
    std::size_t bits = 0;
    for (const std::uint8_t component : layout.bits)
        bits += component;
    return {.type = type,
            .size = static_cast<std::uint8_t>(bits / 8),
            .componentCount = layout.componentCount,
            .isPacked = layout.isPacked,
            .bits = layout.bits};
}

// Decodes a small float: mantissa, exponent and, if present, a sign above them.
double smallFloat(std::uint32_t word, unsigned exponentBits, unsigned mantissaBits) {
    const std::uint32_t mantissa = word & ((1U << mantissaBits) - 1);
    const std::uint32_t largest = (1U << exponentBits) - 1;
    const std::uint32_t exponent = word >> mantissaBits & largest;
    const bool isNegative = (word >> (mantissaBits + exponentBits) & 1U) != 0;
    const int bias = static_cast<int>(largest >> 1U);
    double value = 0;
    if (exponent == largest) {
        value = mantissa == 0 ? std::numeric_limits<double>::infinity()
                              : std::numeric_limits<double>::quiet_NaN();
    } else if (exponent == 0) {
        value = std::ldexp(mantissa, 1 - bias - static_cast<int>(mantissaBits));
    } else {
        value = std::ldexp(mantissa + (1U << mantissaBits),
                           static_cast<int>(exponent) - bias - static_cast<int>(mantissaBits));
    }
    return isNegative ? -value : value;
}

double floatOf(std::uint32_t word, unsigned bits) {
    constexpr unsigned kExponentBits = 5;  // of all floats of less than 32 bits
    if (bits == 32) return static_cast<double>(std::bit_cast<float>(word));
    if (bits == 16) return smallFloat(word, kExponentBits, 10);
    return smallFloat(word, kExponentBits, bits - kExponentBits);
}

double valueOf(std::uint32_t word, unsigned bits, ComponentType type) {
    const double largest = std::ldexp(1.0, static_cast<int>(bits)) - 1;
    const auto positive = static_cast<double>(word);
    const double negative = positive - (word >> (bits - 1) != 0 ? largest + 1 : 0);
    switch (type) {
        case ComponentType::Float:
            return floatOf(word, bits);
        case ComponentType::Unorm:
            return positive / largest;
        case ComponentType::Snorm:
            return std::max(negative / std::max((largest - 1) / 2, 1.0), -1.0);
        case ComponentType::Sint:
        case ComponentType::SintToFloat:
            return negative;
        case ComponentType::Uint:
        case ComponentType::UintToFloat:
            break;
    }
    return positive;
}

std::uint32_t wordAt(std::span<const std::byte> bytes, std::size_t size, std::endian order) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t from = order == std::endian::big ? i : size - 1 - i;
        word = word << 8U | std::to_integer<std::uint32_t>(bytes[from]);
    }
    return word;
}

}  // namespace

std::optional<VertexFormat> vertexFormat(Console console, std::uint32_t format) {
    constexpr std::uint32_t kFloatLayout = 0x800;
    const bool isSwitch = console == Console::Switch;
    const auto find = [&](std::span<const BitLayout> layouts) -> const BitLayout* {
        const auto found = std::ranges::find(layouts, format & 0xFFU, &BitLayout::number);
        return found == layouts.end() ? nullptr : &*found;
    };
    const BitLayout* layout = isSwitch ? find(kSwitchLayouts) : find(kWiiULayouts);
    if (layout == nullptr) return std::nullopt;
    if (!isSwitch && layout->isFloat) {
        if ((format & ~0xFFU) != kFloatLayout) return std::nullopt;
        return makeFormat(*layout, ComponentType::Float);
    }
    const auto type = isSwitch ? switchType(format >> 8U) : wiiUType(format >> 8U);
    // Floats of four or eight bits, and packed 10-10-10-2 floats, do not exist.
    const bool isBroken = type == ComponentType::Float && (layout->bits[0] < 10 || layout->bits[3] == 2);
    if (!type || isBroken) return std::nullopt;
    return makeFormat(*layout, *type);
}

std::array<double, 4> readComponents(const VertexFormat& format, std::span<const std::byte> bytes,
                                     std::endian order) {
    std::array<double, 4> values{};
    std::uint32_t packed = format.isPacked ? wordAt(bytes, format.size, order) : 0;
    std::size_t offset = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(format.componentCount, values.size()); ++i) {
        const unsigned bits = format.bits[i];
        if (format.isPacked) {
            values[i] = valueOf(packed & ((1U << bits) - 1), bits, format.type);
            packed >>= bits;
        } else {
            values[i] = valueOf(wordAt(bytes.subspan(offset), bits / 8, order), bits, format.type);
            offset += bits / 8;
        }
    }
    return values;
}

}  // namespace rigkiln::bfres
