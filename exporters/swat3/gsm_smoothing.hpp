#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exporters/swat3/gsm_corners.hpp"

namespace rigkiln::swat3_export {

/// Largest angle in degrees between the normals of corners at one position that share a normal in the file.
inline constexpr double kSameNormalDegrees = 1.0;

/// Shared triangle lists of a surface.
struct Smoothing {
    std::vector<std::vector<std::uint16_t>> lists;        ///< each once, in the order of first use
    std::vector<std::array<std::uint16_t, 3>> ofCorners;  ///< by triangle: list of each corner
};

/// Groups the corners at each position into clusters of similar normals; corners without a normal are one
/// cluster. The list of a cluster holds every triangle with a corner in it once, ascending. Fails with Input
/// when there are more lists than sixteen bits can number.
///
/// Precondition: at most 65535 triangles; `positions` has one per vertex of the surface.
[[nodiscard]] Result<Smoothing> makeSmoothing(const Surface& surface,
                                              const std::vector<std::uint16_t>& positions, Smooth mode);

/// Reports where the normals of the surface differ from those that a reader rebuilds from the file. The
/// file's triangles must be the surface's in the same order.
void reportNormals(const swat3::GsmFile& file, const Surface& surface, const Scene& scene,
                   const GsmRequest& request, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_export
