#include "tools/cli/charged_new.hpp"

#include <cstddef>
#include <gperftools/malloc_extension_c.h>
#include <gperftools/tcmalloc.h>
#include <new>

namespace rigkiln::cli {
namespace {

class TcmallocHeap : public Heap {
public:
    HeapFigures look() override {
        // Each takes one lock; the figures of single threads would take many.
        const std::size_t committed = property("tcmalloc.pageheap_committed_bytes");
        const std::size_t free = property("tcmalloc.pageheap_free_bytes");
        return {.usedBytes = committed - (free < committed ? free : committed), .freeBytes = free};
    }
    void giveBackFreePages() override { MallocExtension_ReleaseFreeMemory(); }

private:
    static std::size_t property(const char* name) {
        std::size_t value = 0;
        return MallocExtension_GetNumericProperty(name, &value) != 0 ? value : 0;
    }
};

/// Calls `allocate` when the allocation fits, and throws otherwise.
template <class Allocate>
[[gnu::noinline]] void* allocateAfterLook(std::size_t size, const Allocate& allocate) {
    const MemoryLook look(size);
    return allocate();
}

template <class Allocate>
void* charged(std::size_t size, const Allocate& allocate) {
    return mayAllocate(size) ? allocate() : allocateAfterLook(size, allocate);
}

template <class Allocate>
void* chargedIfItFits(std::size_t size, const Allocate& allocate) noexcept {
    return mayAllocateIfItFits(size) ? allocate() : nullptr;
}

}  // namespace

Heap& tcmallocHeap() {
    static TcmallocHeap heap;
    return heap;
}

}  // namespace rigkiln::cli

// Deleted by tcmalloc's own operators: nothing is counted there.
void* operator new(std::size_t size) {
    return rigkiln::cli::charged(size, [=] { return tc_new(size); });
}

void* operator new[](std::size_t size) {
    return rigkiln::cli::charged(size, [=] { return tc_newarray(size); });
}

void* operator new(std::size_t size, std::align_val_t alignment) {
    return rigkiln::cli::charged(size, [=] { return tc_new_aligned(size, alignment); });
}

void* operator new[](std::size_t size, std::align_val_t alignment) {
    return rigkiln::cli::charged(size, [=] { return tc_newarray_aligned(size, alignment); });
}

void* operator new(std::size_t size, const std::nothrow_t& nothrow) noexcept {
    return rigkiln::cli::chargedIfItFits(size, [&] { return tc_new_nothrow(size, nothrow); });
}

void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept {
    return rigkiln::cli::chargedIfItFits(size, [&] { return tc_newarray_nothrow(size, nothrow); });
}
