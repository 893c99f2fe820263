#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include "pipeline/run/parallel_for.hpp"
#include "pipeline/run/run_in_arena.hpp"

namespace rigkiln::cli {

/// Calls `work` for each number below `count`, on `jobs` processors, and `take` with the results in the order
/// of the numbers. Numbers start in order, so that only results behind a slow one wait in memory. `take` is
/// never called twice at a time.
template <class Item>
void runInOrder(unsigned jobs, std::size_t count, const std::function<Item(std::size_t)>& work,
                const std::function<void(const Item&)>& take) {
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::map<std::size_t, Item> waiting;
    std::size_t taken = 0;
    runInArena(jobs, [&] {
        forEachInParallel(jobs, [&](std::size_t /*worker*/) {
            for (std::size_t i = next++; i < count; i = next++) {
                Item item = work(i);
                const std::lock_guard lock(mutex);
                waiting.emplace(i, std::move(item));
                for (auto first = waiting.find(taken); first != waiting.end(); first = waiting.find(taken)) {
                    take(first->second);
                    waiting.erase(first);
                    ++taken;
                }
            }
        });
    });
}

}  // namespace rigkiln::cli
