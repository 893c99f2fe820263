#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "formats/gltf/unread_content.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// Reads a .gltf or .glb. The scene obeys all laws and is already canonical, because glTF has our axes and
/// units. Gets files beside it from `request.companions`. Throws FormatError and GltfError.
[[nodiscard]] Scene readGltf(const ReadRequest& request, Diagnostics& diagnostics);

/// Scene, and the positions of its parts in the file.
struct PlacedScene {
    Scene scene{};
    std::vector<std::size_t> animationOfClip{};                ///< by clip; some animations may be left out
    std::vector<std::optional<IndexOf<Joint>>> jointOfNode{};  ///< by node; nothing if it is not a joint
    /// By node: whether it is a joint even when no animation moves it, because it has children or belongs to
    /// a skin. Also set for joints of skins outside the scene.
    std::vector<bool> isAlwaysJoint{};
    std::optional<UnreadContent> unread{};  ///< only if it was asked for
};

struct PlacedOptions {
    bool findsUnread = false;  ///< also finds where the content is that the scene does not have
};

/// Like readGltf, with the positions in the file. Parts of a rigid skin stay skinned.
[[nodiscard]] PlacedScene readPlacedGltf(const ReadRequest& request, Diagnostics& diagnostics,
                                         const PlacedOptions& options = {});

/// Returns the number of joints that readGltf would make, from the JSON alone; joints that were added for a
/// rigid skin count, although readGltf removes them. Throws like readGltf.
[[nodiscard]] std::size_t countJoints(std::span<const std::byte> file, const ReadLimits& limits);

}  // namespace rigkiln::gltf
