// Input of the texture benchmark.

#include "tools/corpus/textured.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "formats/alamo/alo_file.hpp"
#include "pipeline/binary/byte_writer.hpp"
#include "tools/corpus/model.hpp"

namespace rigkiln::corpus {
namespace {

constexpr std::uint32_t kBlockSide = 4;

struct Paint {
    std::array<double, 3> color{};
    double alpha = 0;
};

/// Smooth noise between 0 and 1 that continues across the edges.
class Shade {
public:
    Shade(std::size_t cells, Random& random) : cells_(cells), values_(cells * cells) {
        for (double& value : values_)
            value = random.unit();
    }

    /// Value at a place; both coordinates are from 0 to 1.
    [[nodiscard]] double at(double x, double y) const {
        const double column = x * static_cast<double>(cells_);
        const double row = y * static_cast<double>(cells_);
        const auto left = static_cast<std::size_t>(column);
        const auto top = static_cast<std::size_t>(row);
        const double right = smooth(column - std::floor(column));
        const double bottom = smooth(row - std::floor(row));
        const double above = std::lerp(value(left, top), value(left + 1, top), right);
        const double below = std::lerp(value(left, top + 1), value(left + 1, top + 1), right);
        return std::lerp(above, below, bottom);
    }

private:
    static double smooth(double part) { return part * part * (3 - 2 * part); }
    [[nodiscard]] double value(std::size_t x, std::size_t y) const {
        return values_[y % cells_ * cells_ + x % cells_];
    }

    std::size_t cells_;
    std::vector<double> values_;
};

class Surface {
public:
    explicit Surface(std::size_t number) : random_(number + 1) {
        for (double& part : base_)
            part = random_.between(0.2, 0.8);
    }

    [[nodiscard]] Paint at(double x, double y) const {
        const double light = 0.55 + 0.3 * broad_.at(x, y) + 0.15 * fine_.at(x, y);
        const bool isSeam = std::abs(std::fmod(x, kPanel) - kPanel / 2) > kPanel * 0.47 ||
                            std::abs(std::fmod(y, kPanel) - kPanel / 2) > kPanel * 0.47;
        const double panel = panels_.at(std::floor(x / kPanel) * kPanel, std::floor(y / kPanel) * kPanel);
        Paint paint;
        for (std::size_t i = 0; i < base_.size(); ++i)
            paint.color.at(i) =
                std::clamp((base_.at(i) + 0.2 * panel) * light * (isSeam ? 0.6 : 1), 0.0, 1.0);
        paint.alpha = std::clamp(4 * broad_.at(y, x) - 1.5, 0.0, 1.0);
        return paint;
    }

private:
    static constexpr double kPanel = 0.125;

    Random random_;
    std::array<double, 3> base_{};
    Shade broad_{8, random_};
    Shade fine_{96, random_};
    Shade panels_{16, random_};
};

using Block = std::array<Paint, std::size_t{kBlockSide} * kBlockSide>;

double brightness(const Paint& paint) {
    return paint.color[0] + 2 * paint.color[1] + paint.color[2];
}

std::uint32_t packed(const Paint& paint) {
    const auto bits = [](double part, double most) {
        return static_cast<std::uint32_t>(std::lround(part * most));
    };
    return bits(paint.color[0], 31) << 11U | bits(paint.color[1], 63) << 5U | bits(paint.color[2], 31);
}

/// Writes a colour block: the brightest and the darkest pixel are its end points, the others lie between.
void writeColors(const Block& block, ByteWriter& dds) {
    const auto [dark, bright] = std::ranges::minmax_element(block, {}, brightness);
    std::uint32_t first = packed(*bright);
    std::uint32_t second = packed(*dark);
    const bool isTurned = first < second;
    if (isTurned) std::swap(first, second);
    dds.write(static_cast<std::uint16_t>(first));
    dds.write(static_cast<std::uint16_t>(second));
    const double low = brightness(*dark);
    const double range = std::max(brightness(*bright) - low, 1e-9);
    constexpr std::array<std::uint32_t, 4> kCodes = {1, 3, 2, 0};  // from dark to bright
    std::uint32_t codes = 0;
    for (std::size_t i = 0; i < block.size(); ++i) {
        const auto step = static_cast<std::size_t>(std::lround((brightness(block.at(i)) - low) / range * 3));
        const std::uint32_t code = first == second ? 0 : kCodes.at(isTurned ? 3 - step : step);
        codes |= code << (2 * i);
    }
    dds.write(codes);
}

void writeAlpha(const Block& block, ByteWriter& dds) {
    const auto [clear, full] = std::ranges::minmax_element(block, {}, &Paint::alpha);
    const auto octet = [](double part) { return static_cast<std::uint8_t>(std::lround(part * 255)); };
    dds.write(octet(full->alpha));
    dds.write(octet(clear->alpha));
    const double range = std::max(full->alpha - clear->alpha, 1e-9);
    std::uint64_t codes = 0;
    for (std::size_t i = 0; i < block.size(); ++i) {
        const auto step =
            static_cast<std::uint64_t>(std::lround((full->alpha - block.at(i).alpha) / range * 7));
        const std::uint64_t code = step == 0 ? 0 : (step == 7 ? 1 : step + 1);
        codes |= code << (3 * i);
    }
    for (unsigned shift = 0; shift < 48; shift += 8)
        dds.write(static_cast<std::uint8_t>(codes >> shift & 0xFFU));
}

std::string textureName(std::size_t number) {
    return fmt::format("Surface_{:02}", number);
}

}  // namespace

ArtFile makePaintedDds(std::size_t number, std::uint32_t side, bool hasAlpha) {
    const Surface surface(number);
    ByteWriter dds(std::endian::little);
    writeDdsHeader({.width = side, .height = side}, hasAlpha ? "DXT5" : "DXT1", dds);
    for (std::uint32_t top = 0; top < side; top += kBlockSide) {
        for (std::uint32_t left = 0; left < side; left += kBlockSide) {
            Block block;
            for (std::uint32_t i = 0; i < block.size(); ++i) {
                const std::uint32_t x = left + i % kBlockSide;
                const std::uint32_t y = top + i / kBlockSide;
                block.at(i) = surface.at(static_cast<double>(x) / side, static_cast<double>(y) / side);
            }
            if (hasAlpha) writeAlpha(block, dds);
            writeColors(block, dds);
        }
    }
    return {fmt::format("Textures/{}.dds", textureName(number)), std::move(dds).finish()};
}

ArtFile makeTexturedModel(std::size_t number, std::size_t texture) {
    const std::string name = textureName(texture);
    Model model = makeBareModel(fmt::format("BOX_{:03}", number), skeletonWithRoot());
    addMesh(model, makeBoxMesh("Box", {{-1, -1, 0}, {1, 1, 2}}, {.shader = "MeshGloss.fx", .texture = name}),
            0);
    return {fmt::format("Models/{}.alo", model.name), alamo::encodeAlo(model.file)};
}

}  // namespace rigkiln::corpus
