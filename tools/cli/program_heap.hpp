#pragma once

#include "pipeline/base/memory_account.hpp"

namespace rigkiln::cli {

/// Sets the allocator that runs of this program charge; null, as at first, charges nothing. Called once,
/// before any command.
void chargeHeap(Heap* heap);
[[nodiscard]] Heap* chargedHeap();

}  // namespace rigkiln::cli
