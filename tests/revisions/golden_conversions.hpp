#pragma once

#include "tests/revisions/output_digests.hpp"

namespace rigkiln::test {

/// Converts the golden set with the built program, and returns the digests of all outputs and the revisions
/// of all code. Throws std::exception when a conversion fails.
[[nodiscard]] OutputDigests convertGoldenSet();

}  // namespace rigkiln::test
