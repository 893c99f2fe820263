#pragma once

#include <cstddef>
#include <cstdint>

namespace rigkiln::corpus {

/// SplitMix64 with its own mapping to ranges: the distributions of the standard library differ between
/// libraries, and the same seed must give the same files everywhere.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9E37'79B9'7F4A'7C15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58'476D'1CE4'E5B9U;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D0'49BB'1331'11EBU;
        return mixed ^ (mixed >> 31);
    }

    /// In [0, 1): 53 random bits.
    double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    /// In [0, limit). Precondition: limit > 0.
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }
    bool chance(double probability) { return unit() < probability; }

private:
    std::uint64_t state_;
};

}  // namespace rigkiln::corpus
