#include <benchmark/benchmark.h>

#include "formats/containers/yaz0.hpp"
#include "tests/support/containers/container_builders.hpp"

namespace rigkiln::containers {
namespace {

constexpr std::size_t kSize = std::size_t{16} << 20U;

/// Reported bytes are those of the unpacked file.
void unpackYaz0(benchmark::State& state, const std::vector<std::byte>& content) {
    const std::vector<std::byte> packed = encodeYaz0(content);
    for (auto _ : state)
        benchmark::DoNotOptimize(decodeYaz0(packed, {}).data());
    state.SetBytesProcessed(static_cast<std::int64_t>(content.size()) * state.iterations());
    state.counters["ratio"] = static_cast<double>(content.size()) / static_cast<double>(packed.size());
}

/// Makes slowly growing numbers, like those of vertices and keys.
std::vector<std::byte> numbers() {
    std::vector<std::byte> bytes;
    bytes.reserve(kSize);
    for (std::uint32_t i = 0; bytes.size() < kSize; ++i) {
        const std::uint32_t number = 0x3F800000U + (i / 3) * 37;
        for (unsigned shift = 0; shift < 32; shift += 8)
            bytes.push_back(static_cast<std::byte>(number >> shift & 0xFFU));
    }
    return bytes;
}

BENCHMARK_CAPTURE(unpackYaz0, mixed, test::packableBytes(kSize))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(unpackYaz0, numbers, numbers())->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rigkiln::containers
