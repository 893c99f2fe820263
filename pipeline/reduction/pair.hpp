#pragma once

#include <cmath>
#include <cstring>

namespace rigkiln::reduction {

/// Two numbers that are computed together, which 64-bit processors do in one instruction.
using Pair [[gnu::vector_size(16)]] = double;

[[nodiscard]] inline Pair bothOf(double number) {
    return Pair{number, number};
}

[[nodiscard]] inline Pair loadPair(const double* numbers) {
    Pair pair = bothOf(0);
    std::memcpy(&pair, numbers, sizeof(Pair));
    return pair;
}

inline void storePair(const Pair& pair, double* numbers) {
    std::memcpy(numbers, &pair, sizeof(Pair));
}

[[nodiscard]] inline Pair greaterOf(const Pair& left, const Pair& right) {
    return left > right ? left : right;
}

[[nodiscard]] inline Pair absoluteOf(const Pair& pair) {
    return greaterOf(pair, -pair);
}

[[nodiscard]] inline Pair rootOf(const Pair& pair) {
    return Pair{std::sqrt(pair[0]), std::sqrt(pair[1])};
}

}  // namespace rigkiln::reduction
