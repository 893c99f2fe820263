#pragma once

#include "pipeline/conversion/registries.hpp"

namespace rigkiln::test {

/// Scripted formats, containers, and images of one pixel ("toy image ...") that each conversion changes, so
/// that the state keeps them.
[[nodiscard]] Registries toyRegistries();

}  // namespace rigkiln::test
