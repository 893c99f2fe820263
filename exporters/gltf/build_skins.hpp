#pragma once

#include <optional>
#include <vector>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/build_meshes.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "exporters/gltf/name_style.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Number of a skin in the document, by skin of the scene; none for a skin without joints.
using SkinNumbers = std::vector<std::optional<Index>>;

/// Adds the skins to the document. Joints, mesh instances and attachments must get the first nodes, in this
/// order. In a scene whose rigid parts are one skin (skinRigidParts), attachments become joints of the last
/// skin that has their own joint, if there is room for all of them, so that programs show them as bones; and
/// skins name their root. `rounding` as in buildMeshes.
[[nodiscard]] SkinNumbers buildSkins(const Scene& scene, BufferPacker& packer, Document& document,
                                     const PositionRounding* rounding, NameStyle style);

}  // namespace rigkiln::gltf_export
