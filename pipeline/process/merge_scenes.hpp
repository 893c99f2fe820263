#pragma once

#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// One of the scenes to merge.
struct ScenePart {
    std::string name;  ///< name of its file, without extension
    Scene scene;
};

/// Gap between two parts, relative to the width of the widest part.
inline constexpr double kMergeGap = 0.1;

inline constexpr IssueKind kPartSourceDropped{"merge.source-dropped", Severity::Warning,
                                              "an output of several parts keeps no copy of the file that a "
                                              "part came from; converted on its own the part "
                                              "comes back to the byte"};

/// Merges several scenes into one and places them side by side along +X in their order. The first part stays
/// where it is. Each other part follows with a gap of kMergeGap, by their bounds in the rest pose.
///
/// Each part has one root joint with the name of the part, which has kPartRecord (scene_parts.hpp) in its
/// extras. It is the part's own root if that is its only root, has that name, and no clip moves its
/// translation; otherwise it is a new joint above the part's roots. Nothing below it changes.
///
/// Equal textures are merged, and so are equal materials, except for materials that a clip moves, because
/// that clip must affect only its own part. Everything else stays, in the order of the parts. A clip that
/// moves nothing gets tracks without keys for its part's root joint, so that it still belongs to its part.
/// variantBase gets the number of the part in front, so that levels and states of different parts stay
/// separate. Properties of whole scenes are kept where all parts agree, and always in the record of each
/// part. Copies of source files are dropped, with an issue for each.
///
/// Precondition: at least one part; all are canonical and satisfy the laws. The result then satisfies them
/// too. A single part is returned unchanged.
[[nodiscard]] Scene mergeScenes(std::vector<ScenePart> parts, std::string name, Diagnostics& diagnostics);

}  // namespace rigkiln
