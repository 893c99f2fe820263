#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln {

/// What became of one output.
enum class UnitStatus : std::uint8_t {
    Written,    ///< converted, and its files are new or changed
    Unchanged,  ///< converted to the bytes that were there already; nothing was touched
    Failed,     ///< no output, see the error
    Cancelled,  ///< not done because the run was stopped
};

/// What became of one source file.
enum class InputStatus : std::uint8_t {
    Converted,
    Failed,     ///< this file is at fault, see its error
    Skipped,    ///< nothing wrong with it; `rootCause` names what kept it from being converted
    Cancelled,  ///< the run was stopped
};

enum class InputRole : std::uint8_t { Model, Clip };

[[nodiscard]] std::string_view toString(UnitStatus status);
[[nodiscard]] std::string_view toString(InputStatus status);
[[nodiscard]] std::string_view toString(InputRole role);
[[nodiscard]] std::string_view toString(ErrorKind kind);

struct InputReport {
    std::string path;
    std::string format;  ///< id of the format module
    InputRole role = InputRole::Model;
    InputStatus status = InputStatus::Converted;
    std::size_t sizeBytes = 0;
    std::optional<Error> error{};  ///< of Failed
    std::string rootCause{};       ///< of Skipped: the file or the output at fault
};

struct IssueReport {
    std::string id;
    Severity severity = Severity::Information;
    std::string sentence;
    std::string where;
    std::string details;
};

/// What the converted asset holds, after all steps.
struct AssetCounts {
    std::size_t joints = 0;
    std::size_t meshes = 0;
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t materials = 0;
    std::size_t textures = 0;
    std::size_t attachments = 0;
    std::size_t lights = 0;
    std::size_t clips = 0;
    std::size_t keys = 0;
    std::size_t animationBytes = 0;  ///< times and values of all tracks, as the scene holds them

    AssetCounts& operator+=(const AssetCounts& other);
    bool operator==(const AssetCounts&) const = default;
};

/// What became of the keys of one clip. Bytes as core glTF holds tracks; errors in metres of the scene.
struct ClipReductionReport {
    std::string clip;
    std::size_t keysBefore = 0;
    std::size_t keysAfter = 0;
    std::size_t bytesBefore = 0;
    std::size_t bytesAfter = 0;
    double bound = 0;        ///< what max_error allows, in metres of the scene as the others
    double maxError = 0;     ///< largest displacement of a probe point from where the source has it
    double p99Error = 0;     ///< 99 % of the measured displacements are at most this
    std::string worstJoint;  ///< empty: nothing moved
    double worstTime = 0;    ///< seconds
};

/// Differs from run to run; kept apart from everything that does not.
struct StageTimes {
    double readMilliseconds = 0;
    double convertMilliseconds = 0;
    double publishMilliseconds = 0;
};

/// What a unit looked for and did not find. Laws: `missing` is sorted and has each name once.
struct TextureSearch {
    std::vector<std::string> folders{};
    std::vector<std::string> missing{};  ///< base names, without case
};

struct UnitReport {
    std::string output;    ///< path of the main file
    std::string format;    ///< id of the format of the model, or of the clip that stands alone
    std::string exporter;  ///< id
    UnitStatus status = UnitStatus::Written;
    std::optional<Error> error{};                      ///< of Failed
    std::vector<InputReport> inputs{};                 ///< the model first, then the clips; part by part
    std::vector<IssueReport> issues{};                 ///< at most Diagnostics::kKeptPerKind of each kind
    std::map<std::string, std::size_t> issueCounts{};  ///< how often each kind really occurred, by id
    TextureSearch textureSearch{};                     ///< empty when everything was found
    AssetCounts counts{};                              ///< zero unless Written or Unchanged
    std::vector<ClipReductionReport> reductions{};     ///< of clips whose keys were to be reduced
    std::optional<double>
        positionError{};       ///< metres that a vertex was rounded by at most; none: positions are exact
    std::size_t bytesIn = 0;   ///< read; of outputs made from the same inputs, the first has it
    std::size_t bytesOut = 0;  ///< of all files of the output set
    StageTimes times{};
};

struct IgnoredReport {
    std::string path;
    std::string description;  ///< what it is, or "not a known format"
    bool known = true;        ///< false: matched a pattern but no format knows it
};

/// A folder or file that a scan could not look at.
struct EnvironmentReport {
    Error error;
};

/// What was remembered of earlier runs, and what of this one will be.
struct StateReport {
    std::string folder{};
    std::size_t imagesFound = 0;     ///< converted earlier
    std::size_t imagesMade = 0;      ///< converted by this run, each content once
    std::size_t imagesRemoved = 0;   ///< to make room
    std::optional<Error> problem{};  ///< why not everything could be kept
};

/// Everything a run did. Laws: units are sorted by output, then by path of the first input; every planned
/// unit is there once.
struct RunReport {
    std::string version{};                 ///< of the program
    std::string configuration{};           ///< file the run was told to do; may be empty
    std::optional<std::string> started{};  ///< only when the caller asks for a clock
    std::vector<UnitReport> units{};
    std::vector<IgnoredReport> ignored{};
    std::vector<EnvironmentReport> environment{};
    std::optional<StateReport> state{};  ///< of a run that has one
    bool interrupted = false;
    double wallMilliseconds = 0;
    std::size_t peakReservedBytes = 0;
};

/// Sums over a report. Laws: units = written + unchanged + failed + cancelled, inputs = converted +
/// inputsFailed + inputsSkipped + inputsCancelled; each sum per format adds up to the whole.
struct ReportTotals {
    std::size_t units = 0;
    std::size_t written = 0;
    std::size_t unchanged = 0;
    std::size_t failed = 0;
    std::size_t cancelled = 0;
    std::size_t inputs = 0;
    std::size_t converted = 0;
    std::size_t inputsFailed = 0;
    std::size_t inputsSkipped = 0;
    std::size_t inputsCancelled = 0;
    std::size_t clipsFailed = 0;  ///< part of inputsFailed
    std::size_t informations = 0;
    std::size_t warnings = 0;
    std::size_t errors = 0;  ///< issues of that severity; failures of units are not issues
    std::size_t bytesIn = 0;
    std::size_t bytesOut = 0;
    AssetCounts counts{};

    void add(const UnitReport& unit);
    bool operator==(const ReportTotals&) const = default;
};

struct IssueTotal {
    std::string id;
    Severity severity = Severity::Information;
    std::string sentence;
    std::size_t occurrences = 0;
    std::size_t units = 0;  ///< in how many outputs
};

/// A texture that models want and that is nowhere.
struct MissingTexture {
    static constexpr std::size_t kFoldersKept = 16;

    std::string name;                    ///< base name, without case
    std::size_t models = 0;              ///< source files that want it
    std::vector<std::string> folders{};  ///< looked in, sorted, at most kFoldersKept
    std::size_t folderCount = 0;
};

[[nodiscard]] ReportTotals totals(const RunReport& report);
/// By id of the format.
[[nodiscard]] std::map<std::string, ReportTotals> totalsByFormat(const RunReport& report);
/// Most frequent first; of equal ones the smaller id.
[[nodiscard]] std::vector<IssueTotal> issueTotals(const RunReport& report);
/// What most models want first; of equal ones the smaller name.
[[nodiscard]] std::vector<MissingTexture> missingTextures(const RunReport& report);

/// Exit code of the program after this run: 130 interrupted; otherwise the worst of 4 (an internal error), 3
/// (environment: disk full, no permission, a folder that could not be read), 1 (an output or a clip failed);
/// 0 when everything is there.
[[nodiscard]] int exitCode(const RunReport& report);
/// Exit code for an error that kept the run from starting: 2 configuration, 3 environment, 4 internal, 1
/// input.
[[nodiscard]] int exitCode(const Error& error);

}  // namespace rigkiln
