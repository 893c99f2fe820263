#include "exporters/gltf/normalise_weights.hpp"

#include <cmath>
#include <cstddef>

namespace rigkiln::gltf_export {
namespace {

struct Sum {
    double total = 0;
    double tolerance = 0;
};

Sum sumAt(std::span<const InfluenceSet> sets, std::size_t vertex) {
    Sum sum;
    for (const InfluenceSet& set : sets) {
        const glm::vec4& weights = set.weights[vertex];
        for (int i = 0; i < 4; ++i) {
            sum.total += static_cast<double>(weights[i]);
            sum.tolerance += weights[i] != 0.0F ? kWeightTolerance : 0.0;
        }
    }
    return sum;
}

bool isOff(const Sum& sum) {
    return std::abs(sum.total - 1.0) > sum.tolerance && sum.total > 0;
}

}  // namespace

std::optional<std::vector<std::vector<glm::vec4>>> normalisedWeights(std::span<const InfluenceSet> sets) {
    std::optional<std::vector<std::vector<glm::vec4>>> normalised;
    const std::size_t vertexCount = sets.empty() ? 0 : sets.front().weights.size();
    for (std::size_t vertex = 0; vertex < vertexCount; ++vertex) {
        const Sum sum = sumAt(sets, vertex);
        if (!isOff(sum)) continue;
        if (!normalised) {
            normalised.emplace();
            for (const InfluenceSet& set : sets) {
                normalised->push_back(set.weights);
            }
        }
        // Each quotient is rounded by at most 2^-25, well below the tolerance per weight.
        for (std::vector<glm::vec4>& weights : *normalised) {
            weights[vertex] = glm::vec4(glm::dvec4(weights[vertex]) / sum.total);
        }
    }
    return normalised;
}

}  // namespace rigkiln::gltf_export
