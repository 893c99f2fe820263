#include "formats/bfres/textures/gx2_tiling.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include <fmt/format.h>

namespace rigkiln::bfres {

namespace {

constexpr std::uint32_t kTileSide = 8;
constexpr std::size_t kTileElements = std::size_t{kTileSide} * kTileSide;
constexpr std::uint32_t kThickness = 4;  // depth of a thick tile in elements
constexpr std::uint32_t kPipes = 2;
constexpr std::uint32_t kBanks = 4;
constexpr std::uint32_t kGroupBytes = 256;  // consecutive bytes of one pipe
constexpr unsigned kGroupBits = 8;
constexpr unsigned kPipeBits = 1;
constexpr unsigned kPipeAndBankBits = 3;
constexpr std::uint32_t kRowBytes = 2048;  // per bank
constexpr std::uint32_t kSwapBytes = 256;
constexpr std::size_t kSplitBytes = 2048;
constexpr std::uint32_t kModeCount = 17;

constexpr std::array<std::string_view, kModeCount> kNames = {
    "LINEAR_GENERAL", "LINEAR_ALIGNED", "1D_TILED_THIN1", "1D_TILED_THICK", "2D_TILED_THIN1",
    "2D_TILED_THIN2", "2D_TILED_THIN4", "2D_TILED_THICK", "2B_TILED_THIN1", "2B_TILED_THIN2",
    "2B_TILED_THIN4", "2B_TILED_THICK", "3D_TILED_THIN1", "3D_TILED_THICK", "3B_TILED_THIN1",
    "3B_TILED_THICK", "LINEAR_SPECIAL"};

bool isOneOf(TileMode mode, std::initializer_list<TileMode> modes) {
    return std::ranges::find(modes, mode) != modes.end();
}

bool swapsBanks(TileMode mode) {
    return isOneOf(mode, {TileMode::Thin2B, TileMode::Thin2B2, TileMode::Thin2B4, TileMode::Thick2B,
                          TileMode::Thin3B, TileMode::Thick3B});
}

std::uint32_t macroTileWidth(TileMode mode) {
    if (isOneOf(mode, {TileMode::Thin2D2, TileMode::Thin2B2})) return kTileSide * kBanks / 2;
    if (isOneOf(mode, {TileMode::Thin2D4, TileMode::Thin2B4})) return kTileSide * kBanks / 4;
    return kTileSide * kBanks;
}

std::uint32_t macroTileHeight(TileMode mode) {
    return kTileSide * kBanks * kTileSide * kPipes / macroTileWidth(mode);
}

std::uint32_t thicknessOf(TileMode mode) {
    return isThick(mode) ? kThickness : 1;
}

/// Number of elements along a row after which banks are swapped.
std::uint32_t bankSwapWidth(TileMode mode, std::size_t elementBytes, std::uint32_t pitch) {
    const auto bits = static_cast<std::uint32_t>(8 * elementBytes);
    const std::uint32_t samples = thicknessOf(mode);
    const std::uint32_t aspect = kTileSide * kBanks / macroTileWidth(mode);
    const std::uint32_t fewest = kGroupBytes * kTileSide * kBanks / (samples * 8 * bits);
    const std::uint32_t most = kPipes * kBanks * kRowBytes / (samples * aspect * kPipes * bits);
    const std::uint32_t usual = std::max(1U, kSwapBytes / 2 / bits) * kTileSide * kBanks;
    std::uint32_t width = std::min(most, std::max(fewest, usual));
    while (width >= 2 * pitch)
        width /= 2;
    return width;
}

std::uint32_t rounded(std::uint32_t size, std::uint32_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

/// Order of the bits of an element's index in its tile, lowest first: 0 to 2 are bits of x, 3 to 5 bits of y.
std::array<std::uint8_t, 6> bitOrder(std::size_t elementBytes) {
    switch (elementBytes) {
        case 1:
            return {0, 1, 2, 4, 3, 5};
        case 2:
            return {0, 1, 2, 3, 4, 5};
        case 4:
            return {0, 1, 3, 2, 4, 5};
        case 8:
            return {0, 3, 1, 2, 4, 5};
        default:
            return {3, 0, 1, 2, 4, 5};
    }
}

/// Offsets of the elements from the start of their tile, by 8 * y + x. A macro-tiled tile larger than a group
/// continues in the same pipe and bank, behind the groups of the others.
std::array<std::uint32_t, kTileElements> offsetsInTile(const TiledSurface& surface) {
    const std::array<std::uint8_t, 6> order = bitOrder(surface.elementBytes);
    std::array<std::uint32_t, kTileElements> offsets{};
    for (std::uint32_t place = 0; place < kTileElements; ++place) {
        std::uint32_t number = 0;
        for (unsigned bit = 0; bit < order.size(); ++bit)
            number |= (place >> order.at(bit) & 1U) << bit;
        std::uint32_t offset = number * static_cast<std::uint32_t>(surface.elementBytes);
        if (isMacroTiled(surface.mode))
            offset = (offset & (kGroupBytes - 1)) | (offset >> kGroupBits) << (kGroupBits + kPipeAndBankBits);
        offsets.at(place) = offset;
    }
    return offsets;
}

/// Computes the positions of a surface's tiles.
class TileGrid {
public:
    explicit TileGrid(const TiledSurface& surface)
        : surface_(surface),
          isMacro_(isMacroTiled(surface.mode)),
          tileBytes_(kTileElements * surface.elementBytes * thicknessOf(surface.mode)),
          macroWidth_(macroTileWidth(surface.mode)),
          macroHeight_(macroTileHeight(surface.mode)),
          swapWidth_(swapsBanks(surface.mode)
                         ? bankSwapWidth(surface.mode, surface.elementBytes, surface.pitch)
                         : 0) {}

    /// Offset of the tile that contains the element.
    [[nodiscard]] std::uint64_t startOf(std::uint32_t x, std::uint32_t y) const {
        if (!isMacro_) {
            const std::uint64_t tilesPerRow = surface_.pitch / kTileSide;
            return (y / kTileSide * tilesPerRow + x / kTileSide) * tileBytes_;
        }
        const std::uint64_t macrosPerRow = surface_.pitch / macroWidth_;
        const std::uint64_t macro = y / macroHeight_ * macrosPerRow + x / macroWidth_;
        // A macro tile has one tile per pipe and bank, so each of these holds one tile of every macro tile.
        const std::uint64_t start = macro * tileBytes_;
        const std::uint64_t group = pipeAndBank(x, y);
        return (start >> kGroupBits) << (kGroupBits + kPipeAndBankBits) | group << kGroupBits |
               (start & (kGroupBytes - 1));
    }

private:
    [[nodiscard]] std::uint32_t pipeAndBank(std::uint32_t x, std::uint32_t y) const {
        const std::uint32_t pipe = (x >> 3U ^ y >> 3U) & 1U;
        std::uint32_t bank = ((x >> 3U ^ y >> 5U) & 1U) | ((x >> 4U ^ y >> 4U) & 1U) << 1U;
        if (swapWidth_ != 0) {
            constexpr std::array<std::uint32_t, kBanks> kOrder = {0, 1, 3, 2};
            bank ^= kOrder.at(x / macroWidth_ * macroWidth_ / swapWidth_ % kBanks);
        }
        constexpr std::uint32_t kMask = kPipes * kBanks - 1;
        return (pipe | bank << kPipeBits) ^ (surface_.swizzle >> kGroupBits & kMask);
    }

    const TiledSurface& surface_;
    bool isMacro_;
    std::size_t tileBytes_;
    std::uint32_t macroWidth_;
    std::uint32_t macroHeight_;
    std::uint32_t swapWidth_;  ///< 0: banks are not swapped
};

/// Calls `copy(tiled offset, linear offset, bytes)` for runs of elements that are consecutive both in the
/// tiled surface and in rows without padding.
template <std::size_t elementBytes, class Copy>
void visitTiles(const TiledSurface& surface, const Copy& copy) {
    // The lowest bits of an element's index are bits of x; see bitOrder.
    constexpr std::uint32_t kRun = elementBytes <= 2 ? 8 : 16 / elementBytes;
    constexpr std::size_t kRunBytes = kRun * elementBytes;
    const auto offsets = offsetsInTile(surface);
    const TileGrid grid(surface);
    const std::size_t rowBytes = surface.width * elementBytes;
    for (std::uint32_t top = 0; top < surface.height; top += kTileSide) {
        const std::uint32_t rows = std::min(kTileSide, surface.height - top);
        for (std::uint32_t left = 0; left < surface.width; left += kTileSide) {
            const std::uint32_t columns = std::min(kTileSide, surface.width - left);
            const std::uint64_t start = grid.startOf(left, top);
            for (std::uint32_t y = 0; y < rows; ++y) {
                const std::size_t linear = (top + y) * rowBytes + left * elementBytes;
                for (std::uint32_t x = 0; x < columns; x += kRun) {
                    const std::uint64_t tiled = start + offsets[kTileSide * y + x];
                    const std::uint32_t run = std::min(kRun, columns - x);
                    if (run == kRun) {
                        copy(tiled, linear + x * elementBytes, kRunBytes);
                    } else {
                        copy(tiled, linear + x * elementBytes, run * elementBytes);
                    }
                }
            }
        }
    }
}

template <class Copy>
void visitRuns(const TiledSurface& surface, const Copy& copy) {
    if (isLinear(surface.mode)) {
        const std::size_t rowBytes = surface.width * surface.elementBytes;
        for (std::uint64_t y = 0; y < surface.height; ++y)
            copy(y * surface.pitch * surface.elementBytes, y * rowBytes, rowBytes);
        return;
    }
    switch (surface.elementBytes) {
        case 1:
            return visitTiles<1>(surface, copy);
        case 2:
            return visitTiles<2>(surface, copy);
        case 4:
            return visitTiles<4>(surface, copy);
        case 8:
            return visitTiles<8>(surface, copy);
        default:
            return visitTiles<16>(surface, copy);
    }
}

}  // namespace

std::string_view tileModeName(TileMode mode) {
    const auto number = static_cast<std::uint32_t>(mode);
    return number < kNames.size() ? kNames.at(number) : std::string_view();
}

bool isThick(TileMode mode) {
    return isOneOf(mode, {TileMode::Thick1D, TileMode::Thick2D, TileMode::Thick2B, TileMode::Thick3D,
                          TileMode::Thick3B});
}

bool isLinear(TileMode mode) {
    return isOneOf(mode, {TileMode::LinearGeneral, TileMode::LinearAligned, TileMode::LinearSpecial});
}

bool isMacroTiled(TileMode mode) {
    return mode >= TileMode::Thin2D && mode <= TileMode::Thick3B;
}

TileAlignment tileAlignment(TileMode mode, std::size_t elementBytes, std::uint32_t width) {
    if (mode == TileMode::LinearAligned)
        return {static_cast<std::uint32_t>(std::max(std::size_t{64}, kGroupBytes / elementBytes)), 1};
    if (isLinear(mode)) return {1, 1};
    const std::size_t perGroup = kGroupBytes / (elementBytes * kTileSide * thicknessOf(mode));
    if (!isMacroTiled(mode)) {
        return {std::max(kTileSide, static_cast<std::uint32_t>(perGroup)), kTileSide};
    }
    const auto tilesPerGroup = static_cast<std::uint32_t>(perGroup / kTileSide);
    std::uint32_t pitch = macroTileWidth(mode) * std::max(1U, tilesPerGroup);
    if (swapsBanks(mode)) pitch = std::max(pitch, bankSwapWidth(mode, elementBytes, std::max(1U, width)));
    return {pitch, macroTileHeight(mode)};
}

std::optional<std::string> TiledSurface::problem() const {
    if (tileModeName(mode).empty())
        return fmt::format("tile mode {}, 0 to 16 are known", static_cast<std::uint32_t>(mode));
    constexpr std::array<std::size_t, 5> kSizes = {1, 2, 4, 8, 16};
    if (std::ranges::find(kSizes, elementBytes) == kSizes.end())
        return fmt::format("elements of {} bytes, 1, 2, 4, 8 and 16 are known", elementBytes);
    // A larger tile would not fit the part of a bank that it may take. The console stores such pictures in
    // another mode.
    if (isMacroTiled(mode) && kTileElements * elementBytes * thicknessOf(mode) > kSplitBytes)
        return fmt::format("tile mode {} with elements of {} bytes, at most 8 are possible",
                           tileModeName(mode), elementBytes);
    constexpr std::uint32_t kWidest = 1U << 16U;
    if (pitch > kWidest) return fmt::format("a pitch of {}, at most {} is read", pitch, kWidest);
    const std::uint32_t alignment = tileAlignment(mode, elementBytes, width).pitch;
    if (pitch < width) return fmt::format("a pitch of {} for rows of {} elements", pitch, width);
    if (pitch % alignment != 0) {
        return fmt::format("a pitch of {} in tile mode {}, a multiple of {} is expected", pitch,
                           tileModeName(mode), alignment);
    }
    return std::nullopt;
}

std::uint64_t TiledSurface::sizeBytes() const {
    if (isLinear(mode)) {
        if (height == 0) return 0;
        return (std::uint64_t{pitch} * (height - 1) + width) * elementBytes;
    }
    const std::uint32_t rows = rounded(height, tileAlignment(mode, elementBytes, width).height);
    return std::uint64_t{pitch} * rows * elementBytes * thicknessOf(mode);
}

std::uint64_t elementOffset(const TiledSurface& surface, std::uint32_t x, std::uint32_t y) {
    if (isLinear(surface.mode)) return (std::uint64_t{y} * surface.pitch + x) * surface.elementBytes;
    const std::size_t place = kTileSide * (y % kTileSide) + x % kTileSide;
    return TileGrid(surface).startOf(x, y) + offsetsInTile(surface).at(place);
}

std::vector<std::byte> untile(const TiledSurface& surface, std::span<const std::byte> tiled) {
    assert(!surface.problem() && tiled.size() >= surface.sizeBytes());
    std::vector<std::byte> linear(static_cast<std::size_t>(surface.linearBytes()));
    visitRuns(surface, [&](std::uint64_t from, std::size_t to, std::size_t bytes) {
        std::memcpy(linear.data() + to, tiled.data() + from, bytes);
    });
    return linear;
}

std::vector<std::byte> tile(const TiledSurface& surface, std::span<const std::byte> linear) {
    assert(!surface.problem() && linear.size() == surface.linearBytes());
    std::vector<std::byte> tiled(static_cast<std::size_t>(surface.sizeBytes()));
    visitRuns(surface, [&](std::uint64_t to, std::size_t from, std::size_t bytes) {
        std::memcpy(tiled.data() + to, linear.data() + from, bytes);
    });
    return tiled;
}

}  // namespace rigkiln::bfres
