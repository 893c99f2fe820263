#pragma once

#include "exporters/swat3/gsm_corners.hpp"

namespace rigkiln::swat3_writer {

/// Gives vertices without a hit zone that of the nearest vertex of the request's hit source, else of its
/// base, else none. Vertices that have one keep it. Fails with Input, when strict, where there is no model to
/// take it from.
[[nodiscard]] Status fillHits(const GsmRequest& request, Surface& surface, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_writer
