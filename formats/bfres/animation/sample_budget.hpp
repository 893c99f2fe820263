#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace rigkiln::bfres {

/// Limit for the samples made from the animations of one file, because a curve of a few bytes can claim any
/// number of frames.
class SampleBudget {
public:
    /// Samples for any file, and additional ones per byte of it. Real files need less than one per byte.
    static constexpr std::uint64_t kLeast = std::uint64_t{1} << 18U;
    static constexpr std::uint64_t kPerByte = 4;

    explicit SampleBudget(std::size_t fileSize) : left_(kLeast + kPerByte * fileSize) {}

    /// Takes samples from the budget. Throws FormatError when too few are left. `where` names the animation.
    void take(const std::string& where, std::uint64_t samples);
    /// Takes samples if so many are left. Returns whether they were.
    [[nodiscard]] bool takeIfLeft(std::uint64_t samples);

private:
    std::uint64_t left_;
};

}  // namespace rigkiln::bfres
