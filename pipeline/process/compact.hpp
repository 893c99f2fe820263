#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Removes elements that are not used, keeps the order, and returns the new index of each old one.
/// Precondition: `used` has a flag for each element.
template <class Element>
std::vector<IndexOf<Element>> compact(std::vector<Element>& elements, const std::vector<bool>& used) {
    std::vector<IndexOf<Element>> newIndices(elements.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (!used[i]) continue;
        newIndices[i] = IndexOf<Element>(kept);
        if (kept != i) elements[kept] = std::move(elements[i]);
        ++kept;
    }
    elements.resize(kept);
    return newIndices;
}

}  // namespace rigkiln
