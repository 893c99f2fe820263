#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glm/vec3.hpp>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"

/// Where the vertices of a model are in a frame of a clip, from the numbers of both files alone. Shares no
/// code with the reader beyond the file models: the convention is given and not found out.
namespace rigkiln::test {

struct Swat3Convention {
    bool isInBoneSpace = false;
    bool isConjugated = true;
};

/// Of all positions and, behind them, blends; +Y up and +Z front, in the file's units. Without a clip at
/// rest. Preconditions: ids of bones are ordinals, parents stand before children, and all bones of the clip
/// are the model's.
[[nodiscard]] std::vector<glm::dvec3> swat3Vertices(const swat3::GsmFile& model,
                                                    const Swat3Convention& convention,
                                                    const swat3::GsaFile* clip, std::size_t frame);

}  // namespace rigkiln::test
