#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "exporters/gltf/build_meshes.hpp"
#include "exporters/gltf/detail_levels.hpp"
#include "exporters/gltf/name_style.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// A further node for an attachment, below the node of a mesh of which Unreal makes it a socket.
struct Socket {
    std::size_t attachment = 0;
    std::size_t owner = 0;  ///< mesh instance
    Transform local{};      ///< in the space of the mesh, at rest
};

struct SocketContext {
    std::span<const PlacedMesh> placed{};  ///< by instance
    const DetailLevels& levels;
    const std::vector<bool>& isMoved;     ///< by joint: a clip moves it (findMovedJoints)
    const std::vector<bool>& isBlinking;  ///< by joint (findBlinkingJoints)
    bool areLevelsReplaced = false;       ///< MSFT_lod: nodes of levels may have no children
};

/// Says of each joint whether a clip shows and hides what is on it. Reads all clips, as findMovedJoints does.
[[nodiscard]] std::vector<bool> findBlinkingJoints(const Scene& scene);

/// Finds the sockets, in the order of the attachments. The owner is a render mesh without a skin that is
/// shown, at rest and in all clips, and that no clip moves against the attachment: the first on its joint,
/// else on the closest joint above, else the first. It is no coarser level of detail. Attachments without
/// an owner, or whose place no translation, rotation and scale in its space can tell, are reported; none is
/// a socket where rigid parts are a skin, because attachments are joints there (listSkinJoints). Takes linear
/// time.
[[nodiscard]] std::vector<Socket> findSockets(const Scene& scene, const SocketContext& context,
                                              Diagnostics& diagnostics);

/// Appends a name for each socket to the unique names of all nodes: "SOCKET_" and the name of the
/// attachment's node, different from all others by the style.
void nameSockets(std::span<const Socket> sockets, NameStyle style, std::size_t firstAttachment,
                 std::vector<std::string>& names);

}  // namespace rigkiln::gltf_export
