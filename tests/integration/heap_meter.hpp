#pragma once

#include <cstddef>

/// Counts the bytes allocated by `new` in a program that links heap_meter.cpp, which replaces the operator.
/// Memory that libraries allocate with malloc is not counted.
namespace rigkiln::test {

/// False under sanitizers, which bring their own allocator: nothing is counted then.
[[nodiscard]] bool canMeterHeap();

/// Peak of allocated bytes during the call, minus those allocated before it.
template <class Function>
[[nodiscard]] std::size_t peakHeapOf(const Function& function);

/// Starts a new peak at the bytes that are allocated now, and returns them. Part of peakHeapOf.
[[nodiscard]] std::size_t startHeapPeak();
[[nodiscard]] std::size_t heapPeak();

template <class Function>
std::size_t peakHeapOf(const Function& function) {
    const std::size_t before = startHeapPeak();
    function();
    return heapPeak() - before;
}

}  // namespace rigkiln::test
