#pragma once

#include "exporters/swat3/gsm_corners.hpp"

namespace rigkiln::swat3_export {

/// Gives each vertex without a hit zone that of the nearest vertex of the request's hit source, else of its
/// base, else zone 0. Vertices that have one keep it. When strict, fails with Input where there is no model
/// to take it from.
[[nodiscard]] Status fillHits(const GsmRequest& request, Surface& surface, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_export
