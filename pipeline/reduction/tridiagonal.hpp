#pragma once

#include <cstddef>
#include <span>

#include <glm/vec4.hpp>

namespace rigkiln::reduction {

/// Solves symmetric normal equations in which each unknown depends only on its neighbours. Needs no pivoting,
/// because the equations for fitting keys are positive definite. `values` has the right-hand sides, and the
/// solution afterwards. `diagonal` is overwritten. `beside` has the coefficient of each unknown with the next
/// one; its last entry may be missing.
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
