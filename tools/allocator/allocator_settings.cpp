// Settings of jemalloc, part of each program that links it.
#include <array>
#include <cstdio>
#include <sched.h>

extern "C" {
// jemalloc reads this when the first block is allocated.
extern const char* malloc_conf;  // NOLINT(readability-identifier-naming): jemalloc's name
const char* malloc_conf = nullptr;
}

namespace {

/// Lets jemalloc have as many arenas as there are processors for this process, and huge pages.
///
/// Four arenas for each processor, its default, keep half as much memory again. What the kernel spends on
/// pages of 4 KiB is a third of the time of a conversion of many small files.
void setUpAllocator() {
    static std::array<char, 64> settings{};
    cpu_set_t processors;
    const bool isKnown = ::sched_getaffinity(0, sizeof processors, &processors) == 0;
    // With more processors than the set has room for, the call fails.
    const int count = isKnown ? CPU_COUNT(&processors) : CPU_SETSIZE;
    std::snprintf(settings.data(), settings.size(), "narenas:%d,thp:always,metadata_thp:auto", count);
    malloc_conf = settings.data();
}

/// Before any constructor, also those of shared libraries, which allocate.
[[gnu::section(".preinit_array"), gnu::used]] void (*const kSetUpFirst)() = setUpAllocator;

}  // namespace
