#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "exporters/gltf/build_meshes.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// Which mesh instances stand in for which (MSFT_lod).
struct DetailLevels {
    /// By instance: of the finest of a thing its coarser ones, the finer before the coarser; empty for
    /// others.
    std::vector<std::vector<std::size_t>> coarserOf{};
    /// By instance: whether it is one of the coarser ones.
    std::vector<bool> isCoarser{};
};

/// No levels at all.
[[nodiscard]] DetailLevels withoutLevels(const Scene& scene);

/// The levels of things that come in several, by `MeshInstance::variantBase`; of each damage state its own,
/// of what is hidden its own. Each level must be one mesh with triangles, stand where the finest stands, and
/// be shown at rest when it is: the extension lets one node take the place of another and can say no more.
/// Things whose levels do not are reported, and all their meshes stay beside each other.
[[nodiscard]] DetailLevels findDetailLevels(const Scene& scene, std::span<const PlacedMesh> placed,
                                            Diagnostics& diagnostics);

/// Hints that files with MSFT_lod have in the extras of the finest node, as plain JSON.
inline constexpr std::string_view kScreenCoverage = "MSFT_screencoverage";

/// The shares of the screen down to which each level is shown, as the source of the finest one had them. Null
/// when it does not say one number for each of the levels.
[[nodiscard]] const Value* screenCoverage(const MeshInstance& finest, std::size_t levels);

}  // namespace rigkiln::gltf
