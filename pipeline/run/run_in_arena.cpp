#include "pipeline/run/run_in_arena.hpp"

#include <algorithm>

#include <tbb/task_arena.h>

namespace rigkiln {

void runInArena(unsigned jobs, const std::function<void()>& work) {
    tbb::task_arena arena(static_cast<int>(std::max(jobs, 1U)));
    arena.execute(work);
}

}  // namespace rigkiln
