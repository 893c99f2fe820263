#pragma once

#include "pipeline/base/memory_account.hpp"

namespace rigkiln::cli {

/// Returns jemalloc, before which charged_new.cpp puts operator new that charges units for what they
/// allocate. Part of the program and of no library: who links a library brings an operator new of their own.
[[nodiscard]] Heap& jemallocHeap();

}  // namespace rigkiln::cli
