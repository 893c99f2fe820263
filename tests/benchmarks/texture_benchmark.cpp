#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

#include "formats/bfres/textures/gx2_tiling.hpp"
#include "formats/bfres/textures/texture_image.hpp"
#include "formats/bfres/textures/texture_level.hpp"
#include "tools/corpus/bfres_texture.hpp"

namespace rigkiln::bfres {
namespace {

constexpr std::uint32_t kSide = 1024;

Texture noise(std::uint32_t format, TileMode mode) {
    std::vector<std::byte> elements(std::size_t{4} * kSide * kSide);
    std::uint32_t state = 1;
    for (std::byte& byte : elements) {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<std::byte>(state >> 24U);
    }
    return corpus::makeTexture(
        {.name = "noise", .format = format, .mode = mode, .width = kSide, .height = kSide}, elements);
}

/// Reported items are pixels.
void untileTexture(benchmark::State& state, std::uint32_t format, TileMode mode) {
    const Texture texture = noise(format, mode);
    const TiledSurface surface = textureLevel(texture)->surface;
    for (auto _ : state)
        benchmark::DoNotOptimize(untile(surface, *texture.image).data());
    state.SetItemsProcessed(std::int64_t{kSide} * kSide * state.iterations());
    state.SetBytesProcessed(static_cast<std::int64_t>(surface.linearBytes()) * state.iterations());
}

/// Reported items are pixels.
void decodeTexturePixels(benchmark::State& state, std::uint32_t format, TileMode mode) {
    const Texture texture = noise(format, mode);
    for (auto _ : state)
        benchmark::DoNotOptimize(decodeTexture(texture, *texture.image)->pixels.data());
    state.SetItemsProcessed(std::int64_t{kSide} * kSide * state.iterations());
}

BENCHMARK_CAPTURE(untileTexture, bc1_2d, 0x31, TileMode::Thin2D);
BENCHMARK_CAPTURE(untileTexture, bc5_2d, 0x35, TileMode::Thin2D);
BENCHMARK_CAPTURE(untileTexture, rgba8_2d, 0x1A, TileMode::Thin2D);
BENCHMARK_CAPTURE(untileTexture, r8_2d, 0x01, TileMode::Thin2D);
BENCHMARK_CAPTURE(untileTexture, bc1_1d, 0x31, TileMode::Thin1D);
BENCHMARK_CAPTURE(decodeTexturePixels, bc1_2d, 0x31, TileMode::Thin2D);
BENCHMARK_CAPTURE(decodeTexturePixels, bc5_snorm_2d, 0x235, TileMode::Thin2D);
BENCHMARK_CAPTURE(decodeTexturePixels, rgba8_2d, 0x1A, TileMode::Thin2D);

}  // namespace
}  // namespace rigkiln::bfres
