#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "tests/support/gltf_reader/gltf_reader.hpp"

namespace rigkiln::test {

/// Distances between the vertices of two files of one model, relative to the size of the model or to the
/// distance from the origin, whichever is larger. The files place the same meshes in the same order, and may
/// have other nodes between.
class FileComparison {
public:
    /// Refers to the files, which must outlive it.
    FileComparison(const ReadGltf& left, const ReadGltf& right);

    /// Returns the largest distance at a time of an animation of each; null: at rest. Expects the same meshes
    /// to be hidden.
    [[nodiscard]] double worst(const ReadAnimation* left, const ReadAnimation* right, float time) const;

private:
    [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> meshNodes() const;
    [[nodiscard]] bool isOnePoint(const std::vector<glm::dvec3>& positions) const;

    const ReadGltf& left_;
    const ReadGltf& right_;
    glm::dvec3 low_{1e30};
    glm::dvec3 high_{-1e30};
};

}  // namespace rigkiln::test
