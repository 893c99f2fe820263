#include "formats/bfres/textures/gx2_tiling.hpp"

#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/unit/formats/bfres/bytes.hpp"
#include "tests/unit/formats/bfres/textures/reference_texture.hpp"

namespace rigkiln::bfres {
namespace {

constexpr std::array<std::size_t, 5> kElementBytes = {1, 2, 4, 8, 16};

std::uint32_t paddedWidth(TileMode mode, std::size_t bytes, std::uint32_t width) {
    const std::uint32_t alignment = tileAlignment(mode, bytes, width).pitch;
    return (width + alignment - 1) / alignment * alignment;
}

TiledSurface surfaceOf(std::uint32_t mode, std::size_t bytes, std::uint32_t width, std::uint32_t height,
                       std::uint32_t swizzle = 0) {
    TiledSurface surface{static_cast<TileMode>(mode), bytes, width, height, 0, swizzle};
    surface.pitch = paddedWidth(surface.mode, bytes, width);
    return surface;
}

TEST(Gx2Tiling, PutsElementsOfATileInTheOrderOfTheirSize) {
    const auto at = [](std::size_t bytes, std::uint32_t x, std::uint32_t y) {
        return elementOffset(surfaceOf(2, bytes, 64, 64), x, y);
    };
    EXPECT_EQ(at(1, 7, 0), 7U);
    EXPECT_EQ(at(1, 0, 2), 8U);
    EXPECT_EQ(at(1, 0, 1), 16U);
    EXPECT_EQ(at(2, 0, 1), 16U);
    EXPECT_EQ(at(4, 0, 1), 16U);
    EXPECT_EQ(at(4, 4, 0), 32U);
    EXPECT_EQ(at(8, 0, 1), 16U);
    EXPECT_EQ(at(8, 2, 0), 32U);
    EXPECT_EQ(at(16, 0, 1), 16U);
    EXPECT_EQ(at(16, 1, 0), 32U);
    EXPECT_EQ(at(8, 8, 0), 512U) << "the next tile of the row";
    EXPECT_EQ(at(8, 0, 8), 8U * 512U) << "the next row of tiles";
}

// Computed by hand. Pipe: y3^x3; bank: (y5^x3) + 2 (y4^x4). A pipe adds 256 bytes, a bank 512, the rest
// 2,048.
TEST(Gx2Tiling, SpreadsTilesOverPipesAndBanks) {
    const auto at = [](std::uint32_t x, std::uint32_t y, std::uint32_t swizzle = 0) {
        return elementOffset(surfaceOf(4, 8, 64, 64, swizzle), x, y);
    };
    EXPECT_EQ(at(0, 0), 0U);
    EXPECT_EQ(at(1, 0), 8U);
    EXPECT_EQ(at(0, 4), 2048U) << "the second half of a tile of 512 bytes";
    EXPECT_EQ(at(8, 0), 256U + 512U);
    EXPECT_EQ(at(0, 8), 256U);
    EXPECT_EQ(at(16, 0), 1024U);
    EXPECT_EQ(at(32, 0), 4096U) << "the next macro tile";
    EXPECT_EQ(at(0, 16), 2U * 4096U + 1024U) << "the next row of macro tiles";
    EXPECT_EQ(at(0, 32), 4U * 4096U + 512U);
    EXPECT_EQ(at(0, 0, 0x100), 256U);
    EXPECT_EQ(at(0, 0, 0x600), 3U * 512U);
    EXPECT_EQ(at(0, 0, 0x40000), 0U) << "the upper half of the number is of mips";
}

TEST(Gx2Tiling, PacksSmallTilesIntoAGroup) {
    EXPECT_EQ(elementOffset(surfaceOf(4, 1, 128, 16), 32, 0), 64U) << "four tiles of 64 bytes share a group";
    EXPECT_EQ(tileAlignment(TileMode::Thin2D, 1, 1), (TileAlignment{128, 16}));
    EXPECT_EQ(tileAlignment(TileMode::Thin2D, 2, 1), (TileAlignment{64, 16}));
    EXPECT_EQ(tileAlignment(TileMode::Thin2D, 4, 1), (TileAlignment{32, 16}));
    EXPECT_EQ(tileAlignment(TileMode::Thin1D, 1, 1), (TileAlignment{32, 8}));
    EXPECT_EQ(tileAlignment(TileMode::Thin1D, 16, 1), (TileAlignment{8, 8}));
    EXPECT_EQ(tileAlignment(TileMode::Thin2D4, 4, 1), (TileAlignment{8, 64}));
    EXPECT_EQ(tileAlignment(TileMode::LinearAligned, 1, 1), (TileAlignment{256, 1}));
    EXPECT_EQ(tileAlignment(TileMode::LinearAligned, 16, 1), (TileAlignment{64, 1}));
}

class EveryTileMode : public testing::TestWithParam<std::uint32_t> {
protected:
    /// Runs `check` on surfaces of all element sizes, several sides and swizzles, as far as the mode allows
    /// them.
    template <class Check>
    static void forEachSurface(const Check& check) {
        for (const std::size_t bytes : kElementBytes) {
            for (const auto& [width, height] : {std::pair{1U, 1U}, {13U, 5U}, {64U, 64U}, {200U, 70U}}) {
                for (const std::uint32_t swizzle : {0U, 0x100U, 0x200U, 0x40700U}) {
                    const TiledSurface surface = surfaceOf(GetParam(), bytes, width, height, swizzle);
                    if (!surface.problem()) check(surface);
                }
            }
        }
    }
    static std::string text(const TiledSurface& surface) {
        return fmt::format("{} bytes, {} x {}, swizzle 0x{:X}", surface.elementBytes, surface.width,
                           surface.height, surface.swizzle);
    }
};

TEST_P(EveryTileMode, PutsElementsWhereTheFormulaSays) {
    std::size_t surfaces = 0;
    forEachSurface([&](const TiledSurface& surface) {
        ++surfaces;
        const Bytes tiled = randomBytes(static_cast<std::size_t>(surface.sizeBytes()), 1);
        const Bytes linear = untile(surface, tiled);
        std::size_t wrong = 0;
        for (std::uint32_t y = 0; y < surface.height; ++y) {
            for (std::uint32_t x = 0; x < surface.width; ++x) {
                const std::uint64_t expected = reference::address(surface, x, y);
                ASSERT_LE(expected + surface.elementBytes, tiled.size()) << text(surface);
                if (elementOffset(surface, x, y) != expected) ++wrong;
                const std::size_t row = (std::size_t{y} * surface.width + x) * surface.elementBytes;
                for (std::size_t i = 0; i < surface.elementBytes; ++i) {
                    if (linear[row + i] != tiled[static_cast<std::size_t>(expected) + i]) ++wrong;
                }
            }
        }
        EXPECT_EQ(wrong, 0U) << text(surface);
    });
    EXPECT_GE(surfaces, 64U);
}

TEST_P(EveryTileMode, ComesBackFromTiles) {
    forEachSurface([&](const TiledSurface& surface) {
        const Bytes linear = randomBytes(static_cast<std::size_t>(surface.linearBytes()), 2);
        EXPECT_EQ(untile(surface, tile(surface, linear)), linear) << text(surface);
    });
}

TEST_P(EveryTileMode, GivesNoTwoElementsOnePlace) {
    const TiledSurface surface = surfaceOf(GetParam(), 8, 96, 80, 0x500);
    std::set<std::uint64_t> places;
    for (std::uint32_t y = 0; y < surface.height; ++y) {
        for (std::uint32_t x = 0; x < surface.width; ++x)
            EXPECT_TRUE(places.insert(elementOffset(surface, x, y)).second) << x << ", " << y;
    }
}

INSTANTIATE_TEST_SUITE_P(Modes, EveryTileMode, testing::Range(0U, 17U), [](const auto& mode) {
    return "Mode" + std::string(tileModeName(static_cast<TileMode>(mode.param)));
});

TEST(Gx2Tiling, RefusesSurfacesThereAreNot) {
    const auto problem = [](TiledSurface surface) { return surface.problem().value_or("none"); };
    EXPECT_EQ(problem({static_cast<TileMode>(17), 4, 8, 8, 8, 0}), "tile mode 17, 0 to 16 are known");
    EXPECT_EQ(problem({TileMode::Thin2D, 3, 8, 8, 32, 0}),
              "elements of 3 bytes, 1, 2, 4, 8 and 16 are known");
    EXPECT_EQ(problem({TileMode::Thick2D, 16, 8, 8, 32, 0}),
              "tile mode 2D_TILED_THICK with elements of 16 bytes, at most 8 are possible");
    EXPECT_EQ(problem({TileMode::Thin1D, 4, 9, 8, 8, 0}), "a pitch of 8 for rows of 9 elements");
    EXPECT_EQ(problem({TileMode::Thin2D, 4, 8, 8, 40, 0}),
              "a pitch of 40 in tile mode 2D_TILED_THIN1, a multiple of 32 is expected");
    EXPECT_EQ(problem({TileMode::Thin2B, 4, 8, 8, 0x80000000U, 0}),
              "a pitch of 2147483648, at most 65536 is read");
    EXPECT_EQ(problem({TileMode::Thin2D, 4, 8, 8, 32, 0}), "none");
}

}  // namespace
}  // namespace rigkiln::bfres
