// Settings of jemalloc, part of each program that links it.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <jemalloc/jemalloc.h>
#include <sched.h>
#include <string_view>
#include <sys/mman.h>

extern "C" {
// jemalloc reads this when the first block is allocated.
extern const char* malloc_conf;  // NOLINT(readability-identifier-naming): jemalloc's name
const char* malloc_conf = nullptr;
}

namespace {

/// Bytes that the process maps before it gets huge pages.
///
/// A run of small units stays below: its memory is what it touches, and not the next 2 MiB. What the kernel
/// spends on pages of 4 KiB is a third of the time of a conversion of many files, but these first ones are a
/// small part of it.
constexpr std::size_t kBytesOfSmallPages = std::size_t{20} << 20U;

/// Number of arenas: one for each processor that this process may use. jemalloc's default is four for each,
/// and keeps half as much memory again.
int arenaCount() {
    cpu_set_t processors;
    const bool isKnown = ::sched_getaffinity(0, sizeof processors, &processors) == 0;
    // With more processors than the set has room for, the call fails.
    return isKnown ? CPU_COUNT(&processors) : CPU_SETSIZE;
}

void setUpAllocator() {
    static std::array<char, 64> settings{};
    std::snprintf(settings.data(), settings.size(), "narenas:%d,dss:disabled", arenaCount());
    malloc_conf = settings.data();
}

/// Before any constructor, also those of shared libraries, which allocate.
[[gnu::section(".preinit_array"), gnu::used]] void (*const kSetUpFirst)() = setUpAllocator;

std::atomic<std::size_t> mappedBytes{0};  // never less: arenas keep what they have mapped
extent_hooks_t* jemallocHooks = nullptr;
extent_hooks_t hooks{};

/// Maps memory as jemalloc does, and asks for huge pages when the process has enough small ones.
void* mapExtent(extent_hooks_t*, void* address, std::size_t size, std::size_t alignment, bool* isZero,
                bool* isCommitted, unsigned arena) {
    void* const extent =
        jemallocHooks->alloc(jemallocHooks, address, size, alignment, isZero, isCommitted, arena);
    if (extent != nullptr && mappedBytes.fetch_add(size, std::memory_order_relaxed) >= kBytesOfSmallPages) {
        ::madvise(extent, size, MADV_HUGEPAGE);  // a wish: without huge pages it goes on with small ones
    }
    return extent;
}

/// Allows that two free neighbours become one: all memory is of mmap. False says yes.
///
/// jemalloc's own function does the same, and first sets up a thread that jemalloc does not know yet, for
/// which it allocates. A thread whose first call frees a block would wait for the lock that it holds itself.
bool joinExtents(extent_hooks_t*, void*, std::size_t, void*, std::size_t, bool, unsigned) {
    return false;
}

constexpr std::size_t kPointerBytes = sizeof(void*);

/// Lets an arena use mapExtent and joinExtents. Where jemalloc refuses, it goes on with small pages.
void useHooks(unsigned arena) {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "arena.%u.extent_hooks", arena);
    extent_hooks_t* before = nullptr;
    std::size_t size = kPointerBytes;
    if (::mallctl(name.data(), &before, &size, nullptr, 0) != 0) return;
    if (jemallocHooks == nullptr) {
        jemallocHooks = before;
        hooks = *before;
        hooks.alloc = mapExtent;
        hooks.merge = joinExtents;
    }
    extent_hooks_t* after = &hooks;
    ::mallctl(name.data(), nullptr, nullptr, &after, kPointerBytes);
}

bool isSetTo(const char* option, std::string_view wanted) {
    const char* value = nullptr;
    std::size_t size = kPointerBytes;
    return ::mallctl(option, &value, &size, nullptr, 0) == 0 && value == wanted;
}

/// Takes over the mapping of all arenas, unless MALLOC_CONF says what to do about huge pages, or takes memory
/// of sbrk.
[[gnu::constructor(101)]] void mapExtents() {
    if (!isSetTo("opt.thp", "default") || !isSetTo("opt.dss", "disabled")) return;
    unsigned arenas = 0;
    std::size_t size = sizeof arenas;
    if (::mallctl("opt.narenas", &arenas, &size, nullptr, 0) != 0) return;
    // Blocks from 8 MiB on have an arena of their own, which is there after the first of them.
    // Below `ulimit -v` there may be no room for it, and no such arena.
    if (void* const block = ::mallocx(std::size_t{8} << 20U, 0); block != nullptr) ::dallocx(block, 0);
    for (unsigned arena = 0; arena <= arenas; ++arena)
        useHooks(arena);
}

}  // namespace
