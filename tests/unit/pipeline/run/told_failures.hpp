#pragma once

#include "pipeline/base/error.hpp"
#include "tests/support/failing_disk.hpp"

namespace rigkiln::test {

/// Whether the error says exactly what happened, and to which file.
[[nodiscard]] bool tellsOf(const Error& error, const DiskOperation& operation, DiskFailure failure);

}  // namespace rigkiln::test
