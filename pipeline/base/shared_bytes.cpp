#include "pipeline/base/shared_bytes.hpp"

#include <utility>

namespace rigkiln {

// Not in the header: inlined into its callers, g++ 12 takes what becomes of the vector for a free of a
// pointer into the middle of a block.
SharedBytes::SharedBytes(std::vector<std::byte> bytes) {
    if (!bytes.empty()) bytes_ = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
}

}  // namespace rigkiln
