#include "pipeline/base/scratch.hpp"

namespace rigkiln {

bool Scratch::fits(std::size_t bytes) {
    std::size_t before = letIn_.load();
    do {
        if (bytes > bytesInMemory_ || before > bytesInMemory_ - bytes) return false;
    } while (!letIn_.compare_exchange_weak(before, before + bytes));
    return true;
}

}  // namespace rigkiln
