#pragma once

#include <algorithm>
#include <vector>

namespace rigkiln::gltf {

class AccessorReader;
struct Reading;

/// Weights that the morph targets of one mesh may have.
struct WeightRange {
    double low = 0;
    double high = 1;

    void add(double weight) {
        low = std::min(low, weight);
        high = std::max(high, weight);
    }
};

/// Returns the weights that a file gives the morph targets of each mesh, from 0 to 1 and beyond: those of
/// meshes and nodes, and those of animations, splines with what they overshoot. Throws GltfError for damaged
/// weights.
[[nodiscard]] std::vector<WeightRange> findMorphWeights(const Reading& reading, AccessorReader& accessors);

}  // namespace rigkiln::gltf
