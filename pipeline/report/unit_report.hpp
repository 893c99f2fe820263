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
#include "pipeline/report/asset_figures.hpp"

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

/// Times per stage. They differ between runs and are kept apart from all reproducible data.
struct StageTimes {
    double readMilliseconds = 0;
    double convertMilliseconds = 0;
    double publishMilliseconds = 0;
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

}  // namespace rigkiln
