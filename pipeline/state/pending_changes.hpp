#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace rigkiln {

/// A row of the store that is put or removed.
struct StateChange {
    std::string key;
    std::optional<std::string> row;  ///< none: remove
    bool isFolder = false;
};

/// Changes that wait for one transaction, in their order. Safe to use from many threads.
class PendingChanges {
public:
    enum class Due : std::uint8_t { Later, Soon, Now };
    /// Says when they are to be written: now if they take much memory.
    Due add(StateChange change);
    /// Returns all, and none wait any more.
    [[nodiscard]] std::vector<StateChange> take();

private:
    std::mutex mutex_;  ///< guards what is below
    std::vector<StateChange> changes_;
    std::size_t bytes_ = 0;
    std::int64_t taken_ = 0;  ///< when they were last taken, in milliseconds of the steady clock
};

}  // namespace rigkiln
