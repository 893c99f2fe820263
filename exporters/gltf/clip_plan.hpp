#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exporters/gltf/clip_parts.hpp"
#include "exporters/gltf/export_options.hpp"
#include "pipeline/animation/joint_moves.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Names of animations and the joints that clips move: computed once, used by each file with clips of the
/// scene.
struct ClipPlan {
    ClipPlan(const Scene& scene, const ExportOptions& options);

    std::vector<std::string> names;  ///< of the animations, by clip
    std::vector<JointMoves>
        moves;  ///< by joint: what any clip moves; empty for a scene without clips or joints
    /// By joint, profile web: 1 where the node says that clips show it (kShownByClips); otherwise empty.
    std::vector<std::uint8_t> shownByClips;
    ClipParts parts;
};

/// Whether the scene has clips that can move something.
[[nodiscard]] bool hasAnimations(const Scene& scene);

}  // namespace rigkiln::gltf_export
