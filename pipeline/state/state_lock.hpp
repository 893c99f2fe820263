#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {

/// Excludes other runs, also those of other machines on a shared file system, for as long as it lives.
///
/// Holds a lock of the kernel on a file (F_OFD_SETLK), which ends with the process, however it ends, and
/// which NFS passes on to its server. A file that is made with O_EXCL would survive a killed run, and nobody
/// could tell from another machine whether its process still lives. The file names the holder, for the
/// message, and its temporary files, for the one after it if it is killed. It stays: removing it would let
/// two runs lock two files of one name.
class StateLock {
public:
    StateLock() = default;
    StateLock(StateLock&& other) noexcept;
    StateLock& operator=(StateLock&& other) noexcept;
    ~StateLock();

    /// Fails with kStateInUse, naming process and machine, if another run holds the lock, and with
    /// kStateUnusable if the file cannot be made or the file system has no locks.
    [[nodiscard]] static Result<StateLock> take(const std::string& path);

    /// Returns what the temporary files of killed holders begin with: of those that did not let go of the
    /// lock by themselves. They ended, or the lock would not be free.
    [[nodiscard]] const std::vector<std::string>& killedHolders() const { return killed_; }
    /// Returns when the holder began, by the clock of the file system; nothing if that does not tell.
    [[nodiscard]] std::optional<Moment> heldSince() const { return heldSince_; }
    /// Says that their temporary files are gone.
    void forgetKilledHolders();

private:
    explicit StateLock(int descriptor) : descriptor_(descriptor) {}
    void write(bool isHeld) const;

    int descriptor_ = -1;
    std::string holder_;
    std::optional<Moment> heldSince_;
    std::vector<std::string> killed_;  ///< prefixes of temporary names
};

}  // namespace rigkiln
