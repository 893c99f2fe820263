#pragma once

#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Selects meshes to keep that are left out by default.
struct SelectOptions {
    bool collision = false;     ///< collision shapes
    bool shadow = false;        ///< shadow volumes
    bool hidden = false;        ///< meshes that the source hides at rest
    bool lods = false;          ///< levels of detail coarser than the finest of each base name
    bool alternatives = false;  ///< damaged states above the lowest of each base name

    bool operator==(const SelectOptions&) const = default;
};

inline constexpr IssueKind kMeshLeftOut{
    "select.mesh-left-out", Severity::Information,
    "a mesh is not part of the default picture and was left out; the option keep brings it in"};

inline constexpr IssueKind kNothingShown{
    "select.nothing-shown", Severity::Warning,
    "every mesh was left out, because none is part of the default picture; the output shows nothing"};

inline constexpr IssueKind kUnusedMaterial{"select.unused-material", Severity::Information,
                                           "no mesh of the source has a material, which was left out"};

/// Returns for each instance whether it is part of the default picture: selectMeshes keeps it without
/// options.
[[nodiscard]] std::vector<bool> shownByDefault(const Scene& scene);

/// Removes meshes that the options do not keep, and then meshes, skins and materials that nothing refers to.
/// Reports each removed mesh as an issue with its name and the value of `keep` that keeps it, and a scene
/// that had meshes and has none left as another, with all these values. Reports each material that no mesh
/// had from the start; those of removed meshes go without a word of their own. A remaining skin keeps all its
/// joints.
void selectMeshes(Scene& scene, const SelectOptions& options, Diagnostics& diagnostics);

}  // namespace rigkiln
