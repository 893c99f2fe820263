#include "pipeline/run/run_in_arena.hpp"

#include <algorithm>
#include <cstddef>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "pipeline/base/processors.hpp"
#include "pipeline/base/thread_group.hpp"

namespace rigkiln {

void runInArena(unsigned jobs, const std::function<void()>& work) {
    if (Processors::ofThisThread() != nullptr) return work();  // they have threads of their own
    // The calling thread is one of them. oneTBB starts the others, no more than this, and does not survive a
    // refusal of the system: it throws in a thread of its own.
    const std::size_t most = tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
    const std::size_t wanted = std::min<std::size_t>(std::max(jobs, 1U), most) - 1;
    const StartableThreads startable = countStartableThreads(wanted);
    const std::size_t threads = startable.refusal ? startable.count + 1 : std::max(jobs, 1U);
    tbb::task_arena arena(static_cast<int>(threads));
    arena.execute(work);
}

}  // namespace rigkiln
