#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/seen_files.hpp"
#include "pipeline/state/record_sink.hpp"
#include "pipeline/state/state_lock.hpp"
#include "pipeline/state/state_store.hpp"
#include "pipeline/state/unit_record.hpp"
#include "pipeline/state/whole_run.hpp"

namespace rigkiln {

/// The last run, and what differs on the disk since.
struct ComparedRun {
    WholeRun run{};
    std::vector<std::string> changed{};  ///< paths of files with another status; sorted

    static constexpr std::size_t kMostChanged = 100;
};

struct RunStateOptions {
    std::string folder{};         ///< of the state; absolute
    std::string configuration{};  ///< file; each has a store of its own in the folder
    StoreAccess access = StoreAccess::Write;
    std::vector<const ErrorCode*> codes{};  ///< of errors that records may have, sorted by id
    std::optional<Moment> now{};            ///< none: the time of the system
    /// Names the code of this program. What other code found of folders counts for nothing.
    std::string program{};
};

/// Record of the units of one configuration, kept from run to run. Excludes other runs of the configuration
/// while it lives, if it is opened for writing.
///
/// Never makes a run fail: where nothing can be remembered, `problem` says why, and everything is converted.
/// A record that can be read but not written is used. Safe to use from many threads, except `forEach`.
class RunState final : public RecordSink {
public:
    /// Opens or makes the record. Fails only with kStateInUse. Precondition: nothing of the run was read
    /// before.
    [[nodiscard]] static Result<std::unique_ptr<RunState>> open(RunStateOptions options);

    [[nodiscard]] const Moment& started() const override { return started_; }
    [[nodiscard]] bool isKept() const override {
        return store_ != nullptr && options_.access == StoreAccess::Write;
    }

    /// Returns what the temporary files of earlier runs begin with that were killed.
    [[nodiscard]] const std::vector<std::string>& killedRuns() const { return lock_.killedHolders(); }
    /// Says that these files are gone.
    void forgetKilledRuns() { lock_.forgetKilledHolders(); }

    /// Calls `visit` with what is remembered of each output, in the order of their paths' bytes. Returns
    /// false when the store turned out to be damaged: then it is empty, and everything that was visited is
    /// forgotten.
    [[nodiscard]] bool forEach(
        const std::function<void(std::string_view output, std::string_view bytes)>& visit);
    /// Returns how many rows the last call visited.
    [[nodiscard]] std::size_t visited() const { return visited_; }
    /// Returns nothing for a record that this program does not understand.
    [[nodiscard]] std::optional<UnitRecord> decode(std::string_view bytes) const {
        return decodeUnitRecord(bytes, options_.codes);
    }

    /// Returns what an earlier run remembered of an output. Rows of this run need not be among them.
    [[nodiscard]] std::optional<UnitRecord> find(const std::string& output);
    /// Returns the bytes of what an earlier run remembered of an output.
    [[nodiscard]] std::optional<std::string> findRow(const std::string& output);
    /// Removes a row. Precondition: forEach is not going on.
    void forget(const std::string& output);
    /// Returns files that know what earlier runs knew of them. The result must not outlive this.
    [[nodiscard]] std::unique_ptr<SeenFiles> seenFiles();
    /// Remembers what was seen, in the place of everything that was known of folders: of files that cannot
    /// change any more without a trace in their status. `whole` describes the run; it is remembered too if
    /// the files are everything that decided the run, and none of them is too young. May be null.
    void rememberSeen(SeenFiles& seen, const WholeRun* whole);
    /// Returns the last run if it had this key and everything that decided it is as it was then. `key` is a
    /// digest of everything that decides a run besides files. Looks at the files on several threads.
    [[nodiscard]] std::optional<WholeRun> repeatedRun(const ContentDigest& key, Disk& disk,
                                                      const std::atomic<int>* stopLevel);
    /// Likewise, also if some files have another status than then.
    [[nodiscard]] std::optional<ComparedRun> compareRun(const ContentDigest& key, Disk& disk,
                                                        const std::atomic<int>* stopLevel);
    /// Remembers a run of the part that `before` named, with what it saw, in the place of what was known of
    /// these files. `whole` describes the run as if it had made all units; null: it did not. Its number and
    /// sum of rows of units are those of the other units.
    void rememberPart(SeenFiles& seen, const ComparedRun& before, const WholeRun* whole);

    /// Stores an encoded record. Preconditions: the outputs of the record are in their places; forEach is not
    /// going on.
    void remember(const std::string& output, std::string record) override;
    /// Writes all that was to be remembered and forgotten so far.
    void flush();
    /// Writes the facts about the run and all that was to be remembered.
    void end(const RunRow& run);

    /// Returns the first reason why something is not remembered.
    [[nodiscard]] std::optional<Error> problem() const;

private:
    explicit RunState(RunStateOptions options) : options_(std::move(options)) {}
    [[nodiscard]] Status openStore();
    void addRows(WholeRun& run);
    void countRows(RunParts& parts);
    [[nodiscard]] std::optional<WholeRun> updateFolders(SeenFiles& seen, const ComparedRun& before,
                                                        const WholeRun& whole);

    RunStateOptions options_;
    Moment started_;
    StateLock lock_;
    std::unique_ptr<StateStore> store_;  ///< null: nothing is remembered
    std::optional<Error> problem_;
    std::size_t visited_ = 0;
    /// Whether all rows are of this run: then they need not be read to be counted. Not set before the first
    /// forEach.
    std::optional<bool> isFirst_{};
    std::atomic<std::uint64_t> firstRows_ = 0;
    std::atomic<std::uint64_t> firstDigest_ = 0;  ///< sum of digests
};

/// Returns the time of the system.
[[nodiscard]] Moment momentNow();

}  // namespace rigkiln
