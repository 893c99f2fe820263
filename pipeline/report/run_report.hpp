#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln {

/// Outcome of one output.
enum class UnitStatus : std::uint8_t {
    Written,    ///< converted; its files are new or changed
    Unchanged,  ///< the bytes already existed, and nothing was written
    Failed,     ///< no output, see the error
    Cancelled,  ///< the run was stopped before
    Pending,    ///< no outcome yet; only while the run is going
};

/// Outcome of one source file.
enum class InputStatus : std::uint8_t {
    Converted,
    Failed,     ///< this file is at fault, see its error
    Skipped,    ///< valid, but not converted because of what `rootCause` names
    Cancelled,  ///< the run was stopped
    Pending,    ///< no outcome yet; only while the run is going
};

enum class InputRole : std::uint8_t {
    Model,
    Clip,
    Unknown,  ///< a damaged file of a format with models and clips
};

/// Step in which a unit failed.
enum class FailurePhase : std::uint8_t {
    Planning,    ///< it was never begun
    Reading,     ///< its files could not be read
    Converting,  ///< a source is damaged, or its scene is impossible
    Exporting,   ///< the target format cannot hold the scene
    Writing,     ///< the disk did not take the output
};

[[nodiscard]] std::string_view toString(UnitStatus status);
[[nodiscard]] std::string_view toString(InputStatus status);
[[nodiscard]] std::string_view toString(InputRole role);
[[nodiscard]] std::string_view toString(FailurePhase phase);

struct InputReport {
    std::string path;
    std::string format;  ///< id of the format module
    InputRole role = InputRole::Model;
    InputStatus status = InputStatus::Converted;
    std::size_t sizeBytes = 0;
    std::optional<Error> error{};  ///< if Failed
    std::string rootCause{};       ///< if Skipped: the file or output at fault
};

struct IssueReport {
    std::string id;
    Severity severity = Severity::Information;
    std::string sentence;
    std::string where;
    std::string details;
};

/// Contents of the converted asset after all steps.
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
    std::size_t animationBytes = 0;  ///< times and values of all tracks as stored in the scene

    AssetCounts& operator+=(const AssetCounts& other);
    /// Precondition: `other` is a part of these sums.
    AssetCounts& operator-=(const AssetCounts& other);
    bool operator==(const AssetCounts&) const = default;
};

/// Result of reducing the keys of one clip. Bytes are those of tracks in core glTF; errors are in metres of
/// the scene.
struct ClipReductionReport {
    std::string clip;
    std::size_t keysBefore = 0;
    std::size_t keysAfter = 0;
    std::size_t bytesBefore = 0;
    std::size_t bytesAfter = 0;
    double bound = 0;        ///< limit given by max_error, in metres of the scene
    double maxError = 0;     ///< largest displacement of a probe point from its position in the source
    double p99Error = 0;     ///< 99 % of the measured displacements do not exceed this
    std::string worstJoint;  ///< empty: nothing moved
    double worstTime = 0;    ///< seconds
};

/// Times per stage. They differ between runs and are kept apart from all reproducible data.
struct StageTimes {
    double readMilliseconds = 0;
    double convertMilliseconds = 0;
    double publishMilliseconds = 0;
};

/// The search for textures of a unit that were not found. Law: `missing` is sorted and has no duplicates.
struct TextureSearch {
    std::vector<std::string> folders{};
    std::vector<std::string> missing{};  ///< base names, case folded
};

struct UnitReport {
    std::string output;    ///< path of the main file
    std::string format;    ///< id of the format of the model, or of the clip if there is no model
    std::string exporter;  ///< id
    UnitStatus status = UnitStatus::Written;
    std::optional<Error> error{};                      ///< if Failed
    FailurePhase phase = FailurePhase::Planning;       ///< if Failed
    std::vector<InputReport> inputs{};                 ///< the model first, then its clips; part by part
    std::vector<IssueReport> issues{};                 ///< at most Diagnostics::kKeptPerKind of each kind
    std::map<std::string, std::size_t> issueCounts{};  ///< occurrences of each kind by id, kept or not
    /// An earlier run did this, and nothing changed since; so this run did not try again.
    bool isRemembered = false;
    bool isCached = false;        ///< its outputs came from the cache; it was not converted
    bool hasSharedFiles = false;  ///< not part of the written report
    bool isRecorded = false;      ///< later runs know it as this run left it; not part of the written report
    /// If Failed: the file of an earlier run is still in the place of the output.
    bool hasStaleOutput = false;
    TextureSearch textureSearch{};                  ///< empty when everything was found
    AssetCounts counts{};                           ///< zero unless Written or Unchanged
    std::vector<ClipReductionReport> reductions{};  ///< clips whose keys were to be reduced
    std::optional<double>
        positionError{};       ///< largest rounding of a vertex, in metres; empty: positions are exact
    std::size_t bytesIn = 0;   ///< bytes read; only in the first of several outputs made from the same inputs
    std::size_t bytesOut = 0;  ///< size of all files of the output
    StageTimes times{};
    std::string recipe{};  ///< digest of its recipe; only when the caller asks for it
};

/// Description of a file that no format recognises.
inline constexpr std::string_view kOfNoFormat = "not a known format";

struct IgnoredReport {
    std::string path;
    std::string description;  ///< name of the file type, kOfNoFormat, or why it cannot be looked at
    bool known = true;        ///< false: matched a pattern, but no format recognises it

    bool operator==(const IgnoredReport&) const = default;
};

/// A folder or file that could not be read while planning, or while looking for images.
struct EnvironmentReport {
    Error error;
};

/// Use of results of earlier runs, and problems of keeping them for later ones.
struct StateReport {
    std::string folder{};
    std::size_t imagesFound = 0;           ///< converted by an earlier run
    std::size_t imagesMade = 0;            ///< converted by this run; each content counts once
    std::size_t imagesRemoved = 0;         ///< removed to make room
    std::optional<Error> problem{};        ///< why not everything could be stored
    std::size_t unitsRemembered = 0;       ///< outputs that this run did not try, because nothing changed
    std::size_t failuresRemembered = 0;    ///< those of them that failed
    std::size_t leftoversRemoved = 0;      ///< temporary files of runs that were killed
    std::optional<Error> recordProblem{};  ///< why outputs are not remembered, or no more
};

/// Use of the cache of outputs. Nothing of it makes an output fail.
struct CacheReport {
    std::string folder{};
    std::size_t unitsFound = 0;      ///< outputs that came from it
    std::size_t unitsKept = 0;       ///< outputs that this run added
    std::size_t unitsLeftOut = 0;    ///< converted, and cannot be told without the place of the tree
    std::size_t filesDamaged = 0;    ///< of the cache; they were not used
    std::optional<Error> damage{};   ///< the first of them by path
    std::optional<Error> problem{};  ///< why nothing more was added
};

/// Files of earlier runs that no planned output has any more.
struct VanishedReport {
    std::vector<std::string> files{};  ///< that are there, or were removed; sorted
    std::size_t bytes = 0;             ///< of these
    bool isPruned = false;             ///< they were to be removed
    std::size_t foldersRemoved = 0;
    std::vector<std::string> changed{};  ///< others changed them since, so they stay; sorted
    std::string withheld{};              ///< why nothing was removed; empty: no reason

    [[nodiscard]] bool empty() const { return files.empty() && changed.empty() && withheld.empty(); }
};

/// Why a run began no further unit: a problem that every other output would have as well.
struct StopReport {
    Error error;
    std::optional<std::uint64_t> freeBytes{};  ///< on the disk of the file, for users without privileges
};

/// Something that failed; see FaultKey. Texts are in UTF-8.
struct FaultReport {
    std::string output{};      ///< empty: a path that could not be examined
    std::string rootCause{};   ///< the file at fault, or the output
    std::string code{};        ///< of the error
    std::string codeBefore{};  ///< if it failed in the earlier run too, with another code
};

/// A run compared with an earlier one. Each list is sorted by output, then by root cause.
struct ReportChanges {
    std::vector<FaultReport> added{};       ///< not in the earlier run, or in an output that it did not make
    std::vector<FaultReport> fixed{};       ///< the output is made without this fault now
    std::vector<FaultReport> stillThere{};  ///< in both runs
    std::vector<FaultReport> notJudged{};  ///< in the earlier run; this one does not show whether it is fixed
};

struct SinceReport {
    std::string report{};  ///< file of the earlier report
    ReportChanges changes{};
};

/// The outputs of a run that made only those that an earlier run did not.
struct SelectionReport {
    std::string report{};         ///< file of the earlier report
    std::size_t chosen = 0;       ///< outputs of this run
    std::size_t planned = 0;      ///< outputs of the whole plan
    std::size_t notInReport = 0;  ///< planned, and unknown to the earlier report: left out
    std::vector<std::string>
        notPlanned{};  ///< outputs to make by the earlier report that are not planned; UTF-8
};

/// Sums over a report. Laws: units = written + unchanged + failed + cancelled; inputs = converted +
/// inputsFailed + inputsSkipped + inputsCancelled; the sums per format add up to the total.
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
    ReportTotals& operator+=(const ReportTotals& other);
    /// Precondition: `other` is a part of these sums.
    ReportTotals& operator-=(const ReportTotals& other);
    bool operator==(const ReportTotals&) const = default;
};

/// Units that a report counts and does not list: earlier runs made them, without issues and losses, and
/// nothing changed since. Each has a source of its own.
struct UnlistedUnits {
    std::map<std::string, ReportTotals> byFormat{};  ///< by id of the format
    std::size_t models = 0;                          ///< units made of a model
    std::optional<double> positionError{};           ///< largest of all
    std::vector<std::string> outputRoots{};          ///< sorted, each once

    [[nodiscard]] std::size_t count() const;
    bool operator==(const UnlistedUnits&) const = default;
};

/// Why a summary looks at a unit besides its sums.
enum class UnitTrait : std::uint8_t {
    Any = 0,      ///< also units without the others, where their sums are not enough
    Failure = 1,  ///< it failed or was cancelled, or an input of it
    Issues = 2,
    MissingTextures = 4,
    Reductions = 8,
};

/// Sums over the units of a run that are not in RunReport::units.
struct StoredFacts {
    std::map<std::string, ReportTotals> byFormat{};  ///< by id of the format
    std::size_t models = 0;                          ///< number of source files that are models
    std::optional<double> positionError{};           ///< largest of all
    int exitCode = 0;                                ///< highest of those of failures
    std::size_t bytesRead = 0;     ///< of all units, also the others, without what an earlier run did
    bool isAnyRemembered = false;  ///< an earlier run, or the cache, did some unit, also of the others
    bool areAllRemembered = true;  ///< an earlier run did every unit that was planned
};

/// Reports of units that are too many to be in memory together. They come out as values, in the order of the
/// plan.
class StoredUnits {
public:
    using Visit = std::function<void(std::size_t number, UnitReport& unit)>;

    StoredUnits() = default;
    virtual ~StoredUnits() = default;
    StoredUnits(const StoredUnits&) = delete;
    StoredUnits& operator=(const StoredUnits&) = delete;

    /// Sums over the units that do not count among the others.
    [[nodiscard]] virtual const StoredFacts& facts() const = 0;
    /// Visits the units that do not count among the others and have the trait. May change a visited unit.
    virtual void forEach(UnitTrait trait, const Visit& visit) const = 0;
    /// Visits every unit of the run. Precondition: the run kept them all.
    virtual void forEachOfAll(const Visit& visit) const = 0;
    /// Returns a unit that `forEach` visits, by its number in the plan.
    [[nodiscard]] virtual UnitReport unit(std::size_t number) const = 0;
    /// Main file and first source of any unit of the plan.
    struct Name {
        std::string output{};
        std::string source{};
    };
    [[nodiscard]] virtual Name nameOf(std::size_t number) const = 0;
    [[nodiscard]] virtual std::size_t plannedUnits() const = 0;
};

/// Everything a run did. Laws: units are sorted by output, then by path of the first input; every planned
/// unit occurs once, in `units` or in `stored`, or counts among the others. When the run is over, nothing is
/// Pending; the functions below require that.
struct RunReport {
    std::string version{};                   ///< version of the program
    std::string configuration{};             ///< configuration file of the run; may be empty
    std::string optionsDigest{};             ///< of all recipes; only when the caller asks for it
    std::optional<std::string> started{};    ///< start time; only when the caller asks for it
    std::vector<std::string> outputRoots{};  ///< folders that the outputs are below; sorted, each once
    std::vector<UnitReport> units{};
    /// Instead of `units`, for runs with more units than these may hold; else null. The plan must outlive it.
    std::shared_ptr<const StoredUnits> stored{};
    /// Plain units that are told by their sums: those that a run of a part does not plan, and those that are
    /// not in `stored`, or are there for report files only.
    std::optional<UnlistedUnits> others{};
    /// Returns the digest of the recipe of a stored unit, by its number; empty unless the caller asks for
    /// them.
    std::function<std::string(std::size_t number)> recipeOf{};
    std::vector<IgnoredReport> ignored{};
    std::vector<EnvironmentReport> environment{};
    std::optional<StateReport> state{};        ///< only for runs with a state
    std::optional<CacheReport> cache{};        ///< only for runs with a cache
    std::optional<VanishedReport> vanished{};  ///< only if there are any
    std::optional<StopReport> stopped{};
    std::optional<SinceReport> since{};           ///< if the caller compares with an earlier run
    std::optional<SelectionReport> onlyFailed{};  ///< if the caller chose the outputs by an earlier run
    bool interrupted = false;
    double wallMilliseconds = 0;
    std::size_t peakReservedBytes = 0;
};

/// Visits the units that do not count among the others, in the order of the plan; of stored ones only those
/// with the trait. `visit` gets a unit, which is valid for the time of the call, and its number in the plan.
template <class Visit>
void forEachUnit(const RunReport& report, UnitTrait trait, const Visit& visit) {
    for (std::size_t number = 0; number < report.units.size(); ++number)
        visit(report.units[number], number);
    if (report.stored == nullptr) return;
    report.stored->forEach(trait,
                           [&visit](std::size_t number, const UnitReport& unit) { visit(unit, number); });
}

/// Likewise every unit of the run, for report files. Precondition: the run kept them all.
template <class Visit>
void forEachReportedUnit(const RunReport& report, const Visit& visit) {
    for (std::size_t number = 0; number < report.units.size(); ++number)
        visit(report.units[number], number);
    if (report.stored == nullptr) return;
    report.stored->forEachOfAll([&](std::size_t number, UnitReport& unit) {
        if (report.recipeOf) unit.recipe = report.recipeOf(number);
        visit(static_cast<const UnitReport&>(unit), number);
    });
}

/// Returns a unit that `forEachUnit` visits.
[[nodiscard]] UnitReport unitAt(const RunReport& report, std::size_t number);

struct IssueTotal {
    std::string id;
    Severity severity = Severity::Information;
    std::string sentence;
    std::size_t occurrences = 0;
    std::size_t units = 0;  ///< number of outputs with this issue
};

/// A texture that models need and that was not found.
struct MissingTexture {
    static constexpr std::size_t kFoldersKept = 16;

    std::string name;                    ///< base name, case folded
    std::size_t models = 0;              ///< number of source files that need it
    std::vector<std::string> folders{};  ///< folders searched, sorted, at most kFoldersKept
    std::size_t folderCount = 0;
};

[[nodiscard]] ReportTotals totals(const RunReport& report);
/// Returns the number of all units, also of those that are not listed.
[[nodiscard]] std::size_t unitCount(const RunReport& report);
/// Returns the totals per id of the format.
[[nodiscard]] std::map<std::string, ReportTotals> totalsByFormat(const RunReport& report);
/// Returns the most frequent issue first; issues of equal frequency by id.
[[nodiscard]] std::vector<IssueTotal> issueTotals(const RunReport& report);
/// Returns the texture needed by most models first; equal ones by name.
[[nodiscard]] std::vector<MissingTexture> missingTextures(const RunReport& report);

/// Returns the part of the exit code that a unit decides: 0 without failures.
[[nodiscard]] int exitCodeOfFailures(const UnitReport& unit);
/// Returns the program's exit code for this run: 130 when interrupted; otherwise the highest of 4 (an
/// internal error), 3 (environment: disk full, no permission, a folder that could not be read) and 1 (an
/// output or a clip failed); 0 when everything succeeded.
[[nodiscard]] int exitCode(const RunReport& report);
/// Returns the exit code for an error that kept the run from starting: 2 configuration, 3 environment, 4
/// internal, 1 input.
[[nodiscard]] int exitCode(const Error& error);

}  // namespace rigkiln
