#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "exporters/gltf/build_meshes.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Tells objects apart: instances with an equal key are levels of detail of one object.
using ObjectKey = std::tuple<std::string_view, MeshRole, std::uint32_t, bool>;

/// Returns the key of an instance with a level of detail and a variantBase, which must outlive it: these, its
/// role, damage state and hidden flag.
[[nodiscard]] ObjectKey objectKey(const MeshInstance& instance);

/// Levels of detail among mesh instances.
struct DetailLevels {
    /// By instance: for the finest level of an object, its coarser levels, finer ones first; empty for all
    /// others.
    std::vector<std::vector<std::size_t>> coarserOf{};
    /// By instance: whether it is a coarser level of another one.
    std::vector<bool> isCoarser{};
};

/// Marks the joints that any clip moves away from their rest pose. Reads all clips, so call it before any is
/// dropped (WriteRequest::dropClip).
[[nodiscard]] std::vector<bool> findMovedJoints(const Scene& scene);

/// Returns a table without any levels.
[[nodiscard]] DetailLevels withoutLevels(const Scene& scene);

/// Finds the levels of objects that have several. Instances with one `MeshInstance::variantBase`, role,
/// damage state and hidden flag are levels of one object; those without triangles do not count. Each level
/// must be one mesh, stand where the finest stands, and be skinned and shown at rest exactly when the finest
/// is: the extension lets one node take the place of another and can say no more. Objects whose levels differ
/// in this are reported, and all their meshes stay side by side.
///
/// `isMoved` says of each joint whether a clip moves it (findMovedJoints).
[[nodiscard]] DetailLevels findDetailLevels(const Scene& scene, std::span<const PlacedMesh> placed,
                                            const std::vector<bool>& isMoved, Diagnostics& diagnostics);

/// Name of the hint that files with MSFT_lod have in the extras of the finest node, as plain JSON.
inline constexpr std::string_view kScreenCoverage = "MSFT_screencoverage";

/// Returns the source's hint of the finest level: down to which share of the screen each level is shown. Null
/// when it is not one number for each of the levels.
[[nodiscard]] const Value* screenCoverage(const MeshInstance& finest, std::size_t levels);

}  // namespace rigkiln::gltf_export
