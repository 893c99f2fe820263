#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/report/unit_report.hpp"
#include "pipeline/run/fresh_units.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/freshness.hpp"
#include "pipeline/state/run_state.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {

/// Record of a unit as bytes, with the files that it names: everything that UnitRecorder::put stores.
struct PreparedRecord {
    std::size_t unit = 0;
    std::string output{};
    std::string row{};  ///< encoded UnitRecord
    // As in UnitRecord.
    std::vector<Look> looks{};
    std::vector<OutputRecord> outputs{};
};

/// Writes down what became of units, for later runs: nothing that the disk contradicts, and no outcome that
/// another try could change by itself. Safe to use from many threads.
class UnitRecorder {
public:
    /// `sink` may be null: nothing is written down then. `state`, which knows what earlier runs wrote down,
    /// and `seen`, which gets what decided units, may be null too. Everything must outlive this.
    UnitRecorder(RecordSink* sink, RunState* state, const Plan& plan, ArtFiles& files, const FailOn& failOn,
                 Disk& disk, SeenFiles* seen)
        : sink_(sink),
          state_(state),
          plan_(plan),
          files_(files),
          keys_(plan.units, failOn),
          disk_(disk),
          seen_(seen),
          isKnown_(plan.units.size()) {}

    /// Returns how many units were remembered.
    [[nodiscard]] std::size_t count() const { return count_; }

    [[nodiscard]] bool isKept() const { return sink_ != nullptr && sink_->isKept(); }

    /// Says that the state remembers the unit. Files of then that it does not have any more stay known.
    void setKnown(std::size_t unit) { isKnown_[unit] = true; }

    /// Returns what to remember of the files of a unit: all but the status of those that have none in
    /// `statuses`, which are as Publisher::publish tells them. Empty if nothing is kept.
    [[nodiscard]] std::vector<OutputRecord> filesOf(std::size_t unit, const std::string& output,
                                                    const OutputSet& outputs,
                                                    std::span<const FileStatus> statuses);
    /// Returns what to remember of a unit whose files are in their places; nothing if it is not to be
    /// remembered. `report` has its results, `bytesOut` without shared files; `peakBytes` as in UnitRecord.
    [[nodiscard]] std::optional<PreparedRecord> prepareMade(std::size_t unit, const UnitReport& report,
                                                            std::vector<Look> looks,
                                                            std::vector<OutputRecord> files,
                                                            std::size_t peakBytes);
    /// Remembers a unit.
    void put(PreparedRecord record);
    /// Looks at the files of a journal once more, or only at those of `scope`. Returns whether the disk is as
    /// the looks saw it.
    [[nodiscard]] bool isConfirmed(const std::vector<Look>& looks, LookScope scope = LookScope::All);

    /// Remembers a unit that failed for what its files are, and not for the disk or a bug. Returns true if it
    /// is remembered.
    bool rememberFailed(std::size_t unit, const UnitReport& report, std::vector<Look> looks);
    /// Returns true if units had files that they do not have any more.
    [[nodiscard]] bool hasLeftFiles() const { return hasLeftFiles_; }

private:
    [[nodiscard]] PreparedRecord prepare(std::size_t unit, UnitRecord record, const UnitReport& report);
    void keepLeftFiles(const PreparedRecord& record);
    /// Returns false when the file is not in its place.
    [[nodiscard]] bool addStatus(OutputRecord& file);
    [[nodiscard]] ContentDigest digestOf(const OutputFile& file, const std::string& path);

    RecordSink* sink_;
    RunState* state_;
    const Plan& plan_;
    ArtFiles& files_;
    KeyMaker keys_;
    Disk& disk_;
    SeenFiles* seen_;
    std::atomic<std::size_t> count_ = 0;
    std::atomic<bool> hasLeftFiles_ = false;
    std::vector<bool> isKnown_;  ///< by unit; constant while units run
    std::mutex mutex_;
    // Of shared files, by path: many units have the same.
    std::map<std::string, ContentDigest> digests_;
    std::map<std::string, FileStatus> statuses_;
};

}  // namespace rigkiln
