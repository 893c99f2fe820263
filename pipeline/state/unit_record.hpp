#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/error.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/report/unit_report.hpp"

namespace rigkiln {

/// A moment of the system's clock, as file systems stamp files.
struct Moment {
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;

    auto operator<=>(const Moment&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
};

/// Everything besides the content of files that decides a unit: what it would be compared by before it is
/// looked at what it read.
struct RecordKey {
    ContentDigest recipe{};    ///< of the canonical form, so also of all revisions
    ContentDigest planning{};  ///< of the issues that planning found; zero: none
    ContentDigest policy{};    ///< of what makes outputs with issues fail

    bool operator==(const RecordKey&) const = default;
};

/// A file that a unit wrote.
struct OutputRecord {
    std::string path{};  ///< absolute
    bool isShared = false;
    bool onlyIfAbsent = false;  ///< as in OutputFile
    FileStatus status{};     ///< when it was in its place, or of what was there instead if it is onlyIfAbsent
    ContentDigest digest{};  ///< zero: another file is there, which is none of ours

    /// False for a file that is onlyIfAbsent, once another program wrote what is there.
    [[nodiscard]] bool isOurs() const { return !onlyIfAbsent || digest != ContentDigest(); }
    bool operator==(const OutputRecord&) const = default;
};

/// One unit as it was converted, or failed. Stands for itself.
struct UnitRecord {
    RecordKey key{};
    /// Before anything was read. A file that is not older could change later without a trace in its times.
    Moment started{};
    std::string source{};                 ///< path of the main file that it is made from
    std::string root{};                   ///< folder that the outputs lie below
    std::vector<Look> looks{};            ///< the journal
    std::vector<OutputRecord> outputs{};  ///< none: it failed
    /// Results to repeat: everything but what the plan says of the unit (paths, formats, roles, sizes) and
    /// times. `bytesOut` without shared files.
    UnitReport report{};
    StageTimes times{};
    /// Memory that it took, if nothing of it had to go to the disk. 0: unknown.
    std::size_t peakBytes = 0;
    std::size_t sourceBytes = 0;  ///< of its files then, as planned; 0: unknown
};

/// Returns the key of the row with the files that earlier records of a unit had and its own row has not.
/// Sorts before all paths. The row is a UnitRecord of which only outputs, root and looks count: files that
/// were read then and are not now, for instance clips.
[[nodiscard]] std::string keyOfLeftFiles(std::string_view output);
/// Returns the unit's output for such a key, nothing for another one.
[[nodiscard]] std::optional<std::string_view> outputOfLeftFiles(std::string_view key);

/// Returns the record in few bytes.
[[nodiscard]] std::string encodeUnitRecord(const UnitRecord& record);
/// Likewise with this report in the place of that of the record.
[[nodiscard]] std::string encodeUnitRecord(const UnitRecord& record, const UnitReport& report);

/// Returns the results of a unit in few bytes: everything but what the plan says of it, times, the recipe and
/// what is said to be no part of results, such as `isRemembered`.
[[nodiscard]] std::string encodeUnitResults(const UnitReport& report);
/// Reads them back from the beginning of `bytes`. Precondition: encodeUnitResults made them, and `codes`,
/// sorted by id, has those of all errors.
[[nodiscard]] UnitReport decodeUnitResults(std::string_view bytes, std::span<const ErrorCode* const> codes);

/// Reads what the record looked at and wrote, in a part of the time. Returns nothing for bytes that do not
/// begin like a record. Safe for any bytes.
struct RecordFiles {
    std::vector<Look> looks{};
    std::vector<OutputRecord> outputs{};
};
[[nodiscard]] std::optional<RecordFiles> decodeRecordFiles(std::string_view bytes);

/// Reads it back. Returns nothing for bytes that are no record, and for an error whose code is not among
/// `codes`, sorted by id. Safe for any bytes.
[[nodiscard]] std::optional<UnitRecord> decodeUnitRecord(std::string_view bytes,
                                                         std::span<const ErrorCode* const> codes);

}  // namespace rigkiln
