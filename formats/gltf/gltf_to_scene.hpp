#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_format {

/// The scene of a .gltf or .glb, which keeps all laws and is canonical already: glTF has our axes and units.
/// Files beside it are asked of `request.companions`. Throws FormatError and GltfError.
[[nodiscard]] Scene readGltf(const ReadRequest& request, Diagnostics& diagnostics);

/// A scene and where its parts stand in the file.
struct PlacedScene {
    Scene scene{};
    std::vector<std::size_t> animationOfClip{};                ///< by clip; animations may have been left out
    std::vector<std::optional<IndexOf<Joint>>> jointOfNode{};  ///< by node; nothing for what is no joint
    /// Nodes that are joints whether an animation moves them or not: they have children, or a skin names
    /// them.
    std::vector<bool> isAlwaysJoint{};
};

/// The same scene. Throws the same.
[[nodiscard]] PlacedScene readPlacedGltf(const ReadRequest& request, Diagnostics& diagnostics);

/// How many joints that scene has, from the JSON alone. Throws the same.
[[nodiscard]] std::size_t countJoints(std::span<const std::byte> file);

}  // namespace rigkiln::gltf_format
