#pragma once

#include <cstddef>
#include <functional>

namespace rigkiln {

/// Calls `work` once for each number below `count`, in any order and perhaps at the same time, and returns
/// when all calls have returned. Passes on an exception of `work`.
using ForEach = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;

/// Calls `work` for one number after the other.
inline void forEachInTurn(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i)
        work(i);
}

}  // namespace rigkiln
