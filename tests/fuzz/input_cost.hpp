#pragma once

#include <cstddef>
#include <span>

namespace rigkiln {

/// What a target may cost: a floor, and so much for each byte of its input. Time is that of the processor in
/// builds with sanitizers, which take about twenty times as long as the program.
struct FuzzCost {
    std::size_t floorBytes = std::size_t{16} << 20U;
    std::size_t bytesPerByte = 50;
    double floorSeconds = 1;
    double secondsPerByte = 20e-6;
};

/// Runs a target on an input. Prints the figure and aborts, so that the input is a finding, when the heap
/// grows by more than `most` allows at any moment, or it takes longer. Memory is counted below the address
/// sanitizer alone.
void runWithinCost(void (*run)(std::span<const std::byte>), std::span<const std::byte> bytes,
                   const FuzzCost& most);

}  // namespace rigkiln
