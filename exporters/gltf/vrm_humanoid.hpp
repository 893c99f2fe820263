#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Authors and licence, which VRM 1.0 requires in a file and only the publisher of the model knows.
struct VrmMeta {
    std::vector<std::string> authors{};
    std::string licenseUrl{};
};

/// Returns the JSON of the extension VRMC_vrm 1.0 for a file with these nodes: its humanoid bones and the
/// metadata that the extension requires. Joints and their nodes have one number.
///
/// Returns nothing, with an issue that lists the reasons, unless all of this holds: the scene has one
/// humanoid with all bones that VRM requires, each below the one that VRM wants above it; its arms point
/// along X, the left one along +X, and its legs down, within one degree; all nodes have a positive uniform
/// scale; there is an author and a licence. Optional bones that VRM allows only below others are left out
/// without these. Specification: VRMC_vrm-1.0, humanoid.md, tpose.md and meta.md.
[[nodiscard]] std::optional<std::string> vrmExtension(const Scene& scene, const Document& document,
                                                      const VrmMeta& meta, Diagnostics& diagnostics);

}  // namespace rigkiln::gltf_export
