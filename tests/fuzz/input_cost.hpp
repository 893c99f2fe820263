#pragma once

#include <cstddef>
#include <span>

namespace rigkiln {

/// Limits of memory and processor time for one execution of a target: a floor, plus an amount for each byte
/// of its input. Times hold for builds with sanitizers, about twenty times those of the program.
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
