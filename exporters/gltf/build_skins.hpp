#pragma once

#include <optional>
#include <span>
#include <vector>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/build_meshes.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "exporters/gltf/name_style.hpp"
#include "exporters/gltf/skin_joints.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Number of a skin in the document, by skin of the scene; none for a skin without joints.
using SkinNumbers = std::vector<std::optional<Index>>;

/// Adds the skins to the document. `joints` are those of listSkinJoints; `rounding` as in buildMeshes.
[[nodiscard]] SkinNumbers buildSkins(const Scene& scene, std::span<const SkinJoints> joints,
                                     BufferPacker& packer, Document& document,
                                     const PositionRounding* rounding, NameStyle style);

}  // namespace rigkiln::gltf_export
