#pragma once

#include <cstddef>
#include <span>

#include <glm/vec4.hpp>

namespace rigkiln::reduction {

/// Solves symmetric normal equations in which each unknown hangs on its neighbours alone, without pivots:
/// what keys are fitted with is positive definite. `values` are the right-hand sides, and the solution
/// afterwards; `diagonal` is used up. `beside` has what an unknown and the next one share, and as many
/// entries as there are unknowns or one less.
inline void solveTridiagonal(std::span<double> diagonal, std::span<const double> beside,
                             std::span<glm::dvec4> values) {
    for (std::size_t key = 1; key < values.size(); ++key) {
        const double factor = beside[key - 1] / diagonal[key - 1];
        diagonal[key] -= factor * beside[key - 1];
        values[key] -= values[key - 1] * factor;
    }
    for (std::size_t key = values.size(); key-- > 0;) {
        if (key + 1 < values.size()) values[key] -= values[key + 1] * beside[key];
        values[key] /= diagonal[key];
    }
}

}  // namespace rigkiln::reduction
