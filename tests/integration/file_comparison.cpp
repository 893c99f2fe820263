#include "tests/integration/file_comparison.hpp"

#include <algorithm>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "tests/integration/gltf_pose.hpp"

namespace rigkiln::test {
namespace {

std::vector<glm::dvec3> allVertices(const ReadGltf& file, std::size_t node,
                                    const std::vector<glm::dmat4>& worlds) {
    std::vector<glm::dvec3> all;
    const auto mesh = static_cast<std::size_t>(file.nodes[node].mesh);
    for (std::size_t p = 0; p < file.meshes[mesh].primitives.size(); ++p) {
        const auto placed = placedVertices(file, node, p, worlds);
        all.insert(all.end(), placed.begin(), placed.end());
    }
    return all;
}

}  // namespace

FileComparison::FileComparison(const ReadGltf& left, const ReadGltf& right) : left_(left), right_(right) {
    const auto worlds = nodeWorlds(left_, nullptr, 0);
    for (const auto& [leftNode, rightNode] : meshNodes()) {
        for (const glm::dvec3& position : allVertices(left_, leftNode, worlds)) {
            low_ = glm::min(low_, position);
            high_ = glm::max(high_, position);
        }
    }
}

double FileComparison::worst(const ReadAnimation* left, const ReadAnimation* right, float time) const {
    const auto leftWorlds = nodeWorlds(left_, left, time);
    const auto rightWorlds = nodeWorlds(right_, right, time);
    double worst = 0;
    for (const auto& [leftNode, rightNode] : meshNodes()) {
        const auto expected = allVertices(left_, leftNode, leftWorlds);
        const auto found = allVertices(right_, rightNode, rightWorlds);
        EXPECT_EQ(expected.size(), found.size());
        const bool isHidden = isOnePoint(expected);
        EXPECT_EQ(isHidden, isOnePoint(found)) << left_.nodes[leftNode].name;
        for (std::size_t v = 0; v < expected.size() && !isHidden; ++v) {
            const double scale = std::max(glm::distance(low_, high_), glm::length(expected[v]));
            const double distance = glm::distance(expected[v], found[v]);
            if (distance > 0) worst = std::max(worst, distance / scale);
        }
    }
    return worst;
}

/// Nodes of both files that place the same mesh, in the order of the source.
std::vector<std::pair<std::size_t, std::size_t>> FileComparison::meshNodes() const {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::size_t right = 0;
    for (std::size_t left = 0; left < left_.nodes.size(); ++left) {
        if (left_.nodes[left].mesh < 0) continue;
        while (right_.nodes.at(right).mesh < 0)
            ++right;
        pairs.emplace_back(left, right++);
    }
    return pairs;
}

bool FileComparison::isOnePoint(const std::vector<glm::dvec3>& positions) const {
    const double small = 1e-6 * glm::distance(low_, high_);
    return std::ranges::all_of(positions, [&](const glm::dvec3& position) {
        return glm::distance(position, positions.front()) <= small;
    });
}

}  // namespace rigkiln::test
