#pragma once

#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// One of the scenes that become one.
struct ScenePart {
    std::string name;  ///< of its file, without extension
    Scene scene;
};

/// Room between two parts, of the width of the widest.
inline constexpr double kMergeGap = 0.1;

inline constexpr IssueKind kPartSourceDropped{"merge.source-dropped", Severity::Warning,
                                              "an output of several parts keeps no copy of the file that a "
                                              "part came from; converted on its own the part "
                                              "comes back to the byte"};

/// Several scenes as one, side by side along +X in their order: the first stays where it is, each of the
/// others stands kMergeGap of the widest beside the one before it, by their bounds in the rest pose.
///
/// Each part hangs on one root joint with the name of the part, which holds kPartRecord (scene_parts.hpp)
/// in its extras. That
/// is the part's own root where it has one alone, with that name, which no clip moves from its place;
/// otherwise a new joint above its roots. Nothing below it changes.
///
/// Textures that are equal become one, and so do materials, but for those that a clip moves: a clip moves its
/// own part and no other. Everything else stays, in the order of the parts; a clip that
/// moves nothing gets tracks without keys for the joint of its part, which say whose it is; variantBase gets
/// the number of the part in front, so that levels and states of one part say nothing of those of another.
/// What only a whole scene can have is kept where all parts agree, and in the record of each part; the source
/// files are not, which is an issue for each.
///
/// Precondition: at least one part; all are canonical and keep the laws, which the result then does. A
/// single part is handed back as it is.
[[nodiscard]] Scene mergeScenes(std::vector<ScenePart> parts, std::string name, Diagnostics& diagnostics);

}  // namespace rigkiln
