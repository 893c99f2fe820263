#include "tools/cli/charged_new.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <jemalloc/jemalloc.h>
#include <new>

namespace rigkiln::cli {
namespace {

template <class Value>
Value figure(const char* name) {
    Value value{};
    std::size_t size = sizeof value;
    return mallctl(name, &value, &size, nullptr, 0) == 0 ? value : Value{};
}

/// Counts pages where jemalloc counts them. Its statistics would cost 6 microseconds and the locks of all
/// arenas each time.
class JemallocHeap : public Heap {
public:
    JemallocHeap()
        : pageBytes_(figure<std::size_t>("arenas.page")), arenas_(figure<unsigned>("arenas.narenas")) {
        // Debian's jemalloc 5.3 has them; they are an experiment of its authors.
        hasCounters_ =
            mallctlnametomib("experimental.arenas.0.pactivep", counter_.data(), &counterLength_) == 0;
        look();
    }

    std::size_t usedBytes() override {
        if (!hasCounters_) return look().used;
        std::size_t pages = 0;
        for (unsigned arena = 0; arena < arenas_; ++arena)
            pages += usedPages(arena);
        return pages * pageBytes_ + ownBytes_;
    }

    std::size_t freeBytes() override {
        const Figures figures = look();
        return figures.held > figures.used ? figures.held - figures.used : 0;
    }

    void giveBackFreePages() override {
        static_assert(MALLCTL_ARENAS_ALL == 4096);
        mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);
    }

private:
    struct Figures {
        std::size_t used = 0;
        std::size_t held = 0;
    };

    Figures look() {
        // Until the epoch moves on, the figures are those of the last look.
        std::uint64_t epoch = 1;
        mallctl("epoch", nullptr, nullptr, &epoch, sizeof epoch);
        ownBytes_ = figure<std::size_t>("stats.metadata");
        return {.used = figure<std::size_t>("stats.active") + ownBytes_,
                .held = figure<std::size_t>("stats.resident")};
    }

    /// An arena without a counter was not used yet.
    [[nodiscard]] std::size_t usedPages(unsigned arena) const {
        std::array<std::size_t, 4> counter = counter_;
        counter[2] = arena;
        std::size_t* pages = nullptr;
        std::size_t size = sizeof pages;
        if (mallctlbymib(counter.data(), counterLength_, &pages, &size, nullptr, 0) != 0) return 0;
        return std::atomic_ref(*pages).load(std::memory_order_relaxed);
    }

    /// Way to the counter of pages of an arena, whose number is the third part.
    std::array<std::size_t, 4> counter_{};
    std::size_t counterLength_ = counter_.size();
    bool hasCounters_ = false;
    std::size_t pageBytes_;
    unsigned arenas_;
    std::atomic<std::size_t> ownBytes_ = 0;  ///< of jemalloc's records, when they were last looked at
};

/// Calls `allocate` when the allocation fits, and throws otherwise.
template <class Allocate>
[[gnu::noinline]] void* allocateAfterLook(std::size_t size, const Allocate& allocate) {
    const MemoryLook look(size);
    return allocate();
}

template <class Allocate>
void* allocateOrThrow(const Allocate& allocate) {
    void* block = allocate();
    if (block == nullptr) [[unlikely]]
        throw std::bad_alloc();
    return block;
}

template <class Allocate>
void* charged(std::size_t size, const Allocate& allocate) {
    return allocateOrThrow(
        [&] { return mayAllocate(size) ? allocate() : allocateAfterLook(size, allocate); });
}

template <class Allocate>
void* chargedIfItFits(std::size_t size, const Allocate& allocate) noexcept {
    return mayAllocateIfItFits(size) ? allocate() : nullptr;
}

void* aligned(std::size_t size, std::align_val_t alignment) {
    return mallocx(size == 0 ? 1 : size, MALLOCX_ALIGN(static_cast<std::size_t>(alignment)));
}

}  // namespace

Heap& jemallocHeap() {
    static JemallocHeap heap;
    return heap;
}

}  // namespace rigkiln::cli

// The others of the standard library call these. Nothing is counted when blocks are freed.
void* operator new(std::size_t size) {
    return rigkiln::cli::charged(size, [=] { return std::malloc(size); });
}

void* operator new[](std::size_t size) {
    return operator new(size);
}

void* operator new(std::size_t size, std::align_val_t alignment) {
    return rigkiln::cli::charged(size, [=] { return rigkiln::cli::aligned(size, alignment); });
}

void* operator new[](std::size_t size, std::align_val_t alignment) {
    return operator new(size, alignment);
}

void* operator new(std::size_t size, const std::nothrow_t& /*nothrow*/) noexcept {
    return rigkiln::cli::chargedIfItFits(size, [=] { return std::malloc(size); });
}

void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept {
    return operator new(size, nothrow);
}

void operator delete(void* block) noexcept {
    std::free(block);
}

void operator delete[](void* block) noexcept {
    std::free(block);
}

void operator delete(void* block, std::size_t size) noexcept {
    if (block != nullptr) sdallocx(block, size, 0);
}

void operator delete[](void* block, std::size_t size) noexcept {
    operator delete(block, size);
}

void operator delete(void* block, std::align_val_t /*alignment*/) noexcept {
    std::free(block);
}

void operator delete[](void* block, std::align_val_t /*alignment*/) noexcept {
    std::free(block);
}

void operator delete(void* block, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
    std::free(block);
}

void operator delete[](void* block, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
    std::free(block);
}
