#pragma once

#include <cstddef>

/// Counts what `new` has handed out in a program that links heap_meter.cpp, which replaces it. What libraries
/// take by malloc is not counted.
namespace rigkiln::test {

/// False under sanitizers, which have an allocator of their own: nothing is counted then.
[[nodiscard]] bool canMeterHeap();

/// The most bytes that were alive at once during the call, above those alive before.
template <class Function>
[[nodiscard]] std::size_t peakHeapOf(const Function& function);

// What it is made of.
[[nodiscard]] std::size_t startHeapPeak();  ///< bytes alive now, the first of the peak
[[nodiscard]] std::size_t heapPeak();

template <class Function>
std::size_t peakHeapOf(const Function& function) {
    const std::size_t before = startHeapPeak();
    function();
    return heapPeak() - before;
}

}  // namespace rigkiln::test
