#include "tests/fuzz/input_cost.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <fmt/format.h>

#if __has_feature(address_sanitizer)
#include <sanitizer/allocator_interface.h>
#endif

namespace rigkiln {
namespace {

/// Bytes that are allocated now and were not when the input began; may be negative. And the most of it.
std::atomic<std::ptrdiff_t> alive{0};
std::atomic<std::ptrdiff_t> peak{0};

#if __has_feature(address_sanitizer)
void noteAllocation(const volatile void* /*block*/, std::size_t size) {
    const std::ptrdiff_t now = alive += static_cast<std::ptrdiff_t>(size);
    std::ptrdiff_t most = peak.load(std::memory_order_relaxed);
    while (now > most && !peak.compare_exchange_weak(most, now)) {
    }
}

void noteRelease(const volatile void* block) {
    if (block == nullptr) return;
    alive -= static_cast<std::ptrdiff_t>(__sanitizer_get_allocated_size(const_cast<const void*>(block)));
}

void countMemory() {
    static const int isCounting = __sanitizer_install_malloc_and_free_hooks(noteAllocation, noteRelease);
    if (isCounting == 0) std::abort();
}
#else
void countMemory() {}
#endif

double processorSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

void runWithinCost(void (*run)(std::span<const std::byte>), std::span<const std::byte> bytes,
                   const FuzzCost& most) {
    countMemory();
    alive = 0;
    peak = 0;
    const double begin = processorSeconds();
    run(bytes);
    const double seconds = processorSeconds() - begin;
    const auto used = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, peak));
    const std::size_t mostUsed = most.floorBytes + most.bytesPerByte * bytes.size();
    const double mostSeconds = most.floorSeconds + most.secondsPerByte * static_cast<double>(bytes.size());
    if (used <= mostUsed && seconds <= mostSeconds) return;
    fmt::print(stderr,
               "cost: {} bytes of input took {} bytes of memory, at most {} are expected, and {:.3f} s, at "
               "most {:.3f} s\n",
               bytes.size(), used, mostUsed, seconds, mostSeconds);
    std::abort();
}

}  // namespace rigkiln
