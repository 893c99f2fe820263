#include "tools/cli/program_heap.hpp"

namespace rigkiln::cli {
namespace {

Heap* heapOfProgram = nullptr;

}  // namespace

void chargeHeap(Heap* heap) {
    heapOfProgram = heap;
}

Heap* chargedHeap() {
    return heapOfProgram;
}

}  // namespace rigkiln::cli
