#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exporters/swat3/gsm_corners.hpp"

namespace rigkiln::swat3_writer {

/// Corners at one position whose normals are no more than this apart are smooth together. Degrees.
inline constexpr double kSameNormalDegrees = 1.0;

/// Shared triangle lists of a surface.
struct Smoothing {
    std::vector<std::vector<std::uint16_t>> lists;        ///< each once, in the order of first use
    std::vector<std::array<std::uint16_t, 3>> ofCorners;  ///< by triangle: in lists
};

/// The corners at each position fall into clusters of like normals (corners without are one cluster); the
/// list of a cluster holds every triangle with a corner in it once, ascending. Fails with Input when sixteen
/// bits do not number the lists.
/// Precondition: at most 65535 triangles; `positions` has one per vertex of the surface.
[[nodiscard]] Result<Smoothing> makeSmoothing(const Surface& surface,
                                              const std::vector<std::uint16_t>& positions, Smooth mode);

/// Compares the normals of the surface with those that a reader rebuilds from the file, whose triangles are
/// the surface's in its order.
void reportNormals(const swat3::GsmFile& file, const Surface& surface, const Scene& scene,
                   const GsmRequest& request, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_writer
