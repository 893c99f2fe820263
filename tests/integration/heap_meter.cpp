#include "tests/integration/heap_meter.hpp"

#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

#include "tests/support/sanitizers.hpp"

namespace rigkiln::test {
namespace {

std::atomic<std::size_t> alive{0};
std::atomic<std::size_t> peak{0};

#ifndef RIGKILN_HAS_SANITIZER
void* counted(void* block) {
    if (block == nullptr) throw std::bad_alloc();
    const std::size_t size = ::malloc_usable_size(block);
    const std::size_t now = alive.fetch_add(size) + size;
    std::size_t most = peak.load();
    while (now > most && !peak.compare_exchange_weak(most, now)) {
    }
    return block;
}

void release(void* block) {
    if (block == nullptr) return;
    alive.fetch_sub(::malloc_usable_size(block));
    std::free(block);  // NOLINT(cppcoreguidelines-no-malloc): this is what stands behind delete
}
#endif

}  // namespace

bool canMeterHeap() {
#ifdef RIGKILN_HAS_SANITIZER
    return false;
#else
    return true;
#endif
}

std::size_t startHeapPeak() {
    const std::size_t now = alive.load();
    peak.store(now);
    return now;
}

std::size_t heapPeak() {
    return peak.load();
}

}  // namespace rigkiln::test

#ifndef RIGKILN_HAS_SANITIZER
// NOLINTBEGIN(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory): this is what stands behind new
void* operator new(std::size_t size) {
    return rigkiln::test::counted(std::malloc(size == 0 ? 1 : size));
}

void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto unit = static_cast<std::size_t>(alignment);
    return rigkiln::test::counted(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}

void operator delete(void* block) noexcept {
    rigkiln::test::release(block);
}

void operator delete(void* block, std::size_t /*size*/) noexcept {
    rigkiln::test::release(block);
}

void operator delete(void* block, std::align_val_t /*alignment*/) noexcept {
    rigkiln::test::release(block);
}

void operator delete(void* block, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
    rigkiln::test::release(block);
}
// NOLINTEND(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
#endif
