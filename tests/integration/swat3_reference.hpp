#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"

/// Computes vertex positions of a model at a frame of a clip, from the numbers of both files alone. Shares
/// only the file models with the reader; the convention is a parameter, not detected.
namespace rigkiln::test {

struct Swat3Convention {
    bool isInBoneSpace = false;
    bool isConjugated = true;
};

/// Returns the positions followed by the blends, +Y up and +Z front, in the file's units. `clip` null: at
/// rest. Preconditions: ids of bones are ordinals, parents precede children, and all bones of the clip are
/// the model's.
[[nodiscard]] std::vector<glm::dvec3> swat3Vertices(const swat3::GsmFile& model,
                                                    const Swat3Convention& convention,
                                                    const swat3::GsaFile* clip, std::size_t frame);

}  // namespace rigkiln::test
