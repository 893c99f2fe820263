#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace rigkiln::bfres {

/// How many samples the animations of one file may become: a curve of a few bytes can claim any number of
/// frames.
class SampleBudget {
public:
    /// What any file may take, and how many more for each of its bytes: real files need less than one.
    static constexpr std::uint64_t kLeast = std::uint64_t{1} << 18U;
    static constexpr std::uint64_t kPerByte = 4;

    explicit SampleBudget(std::size_t fileSize) : left_(kLeast + kPerByte * fileSize) {}

    /// Throws FormatError when there is not as much left. `where` names the animation.
    void take(const std::string& where, std::uint64_t samples);

private:
    std::uint64_t left_;
};

}  // namespace rigkiln::bfres
