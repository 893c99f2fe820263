#include <cstdint>
#include <random>

#include <benchmark/benchmark.h>

#include "formats/image/bc_blocks.hpp"
#include "formats/image/png.hpp"
#include "tests/support/image/picture.hpp"

namespace rigkiln::images {
namespace {

constexpr std::uint32_t kSide = 1024;
constexpr std::int64_t kPixels = std::int64_t{kSide} * kSide;

std::vector<std::byte> randomBlocks(BlockCoding coding) {
    std::mt19937 random(1);
    std::vector<std::byte> blocks(sizeInBlocks(coding, kSide, kSide));
    for (std::byte& byte : blocks)
        byte = static_cast<std::byte>(random() & 0xFFU);
    return blocks;
}

/// Reported items are pixels.
void decodeBlocks(benchmark::State& state, BlockCoding coding) {
    const std::vector<std::byte> blocks = randomBlocks(coding);
    Image image{.width = kSide, .height = kSide};
    for (auto _ : state) {
        decodeBlocks(coding, blocks, image);
        benchmark::DoNotOptimize(image.pixels.data());
    }
    state.SetItemsProcessed(kPixels * state.iterations());
}
BENCHMARK_CAPTURE(decodeBlocks, bc1, BlockCoding::Bc1);
BENCHMARK_CAPTURE(decodeBlocks, bc2, BlockCoding::Bc2);
BENCHMARK_CAPTURE(decodeBlocks, bc3, BlockCoding::Bc3);
BENCHMARK_CAPTURE(decodeBlocks, bc5, BlockCoding::Bc5);

/// Reported bytes are those of the pixels, not of the PNG.
void writePng(benchmark::State& state, PictureKind kind, bool hasAlpha) {
    const Image image = makePicture(kSide, kSide, kind, hasAlpha);
    std::size_t size = 0;
    for (auto _ : state)
        size = encodePng(image).size();
    state.SetBytesProcessed(4 * kPixels * state.iterations());
    state.counters["size"] = static_cast<double>(size);
}
BENCHMARK_CAPTURE(writePng, smooth, PictureKind::Smooth, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(writePng, smoothWithAlpha, PictureKind::Smooth, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(writePng, noise, PictureKind::Noise, true)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rigkiln::images
