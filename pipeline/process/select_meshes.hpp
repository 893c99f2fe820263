#pragma once

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Which meshes stay that are left out by default.
struct SelectOptions {
    bool collision = false;     ///< collision shapes
    bool shadow = false;        ///< shadow volumes
    bool hidden = false;        ///< hidden by the source at rest
    bool lods = false;          ///< levels of detail below the finest of each base name
    bool alternatives = false;  ///< damaged states above the lowest of each base name
};

inline constexpr IssueKind kMeshLeftOut{
    "select.mesh-left-out", Severity::Information,
    "a mesh is not part of the default picture and was left out; the option keep brings it in"};

/// Removes what the options do not keep, and meshes, skins and materials that nothing refers to afterwards.
/// Each mesh left out is an issue that names it and the word for `keep` that brings it in. A skin that stays
/// keeps all its joints.
void selectMeshes(Scene& scene, const SelectOptions& options, Diagnostics& diagnostics);

}  // namespace rigkiln
