#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/conversion/option.hpp"

namespace rigkiln {

/// Value of the option `interpolation` of resample jobs for splines.
inline constexpr std::string_view kCubicInterpolation = "cubic";

/// Option of bind jobs, and its value that gives every clip to every model.
inline constexpr std::string_view kMatch = "match";
inline constexpr std::string_view kMatchAll = "all";

/// Data that flows from job to job.
enum class Flow : std::uint8_t {
    Files,    ///< paths found by a scan
    Assets,   ///< decoded scenes, one per file or one per model with its clips
    Outputs,  ///< files written
};

[[nodiscard]] std::string_view toString(Flow flow);

/// A named input of a job: the name of another job, or a list of names if `many`.
struct InputSpec {
    std::string_view name{};
    std::span<const Flow> accepts{};  ///< when it has Assets, given Files are decoded implicitly
    bool many = false;
    bool required = true;
    std::string_view help{};
};

/// Two options that are valid separately but not together.
struct OptionConflict {
    std::string_view option{};  ///< name of the option to change
    std::string problem{};      ///< starts with the name of the option
};

/// Work of a job. The planner handles every task in a switch; a new task needs a case there and a row in the
/// table of job kinds.
enum class JobTask : std::uint8_t { Scan, Decode, Bind, Resample, Merge, Export };
inline constexpr std::size_t kJobTaskCount = static_cast<std::size_t>(JobTask::Export) + 1;

/// A kind of job (`uses: NAME`) as one row of a table.
struct JobKind {
    JobTask task = JobTask::Scan;
    std::string_view id{};  ///< for users: in the YAML, in messages
    std::string_view help{};
    std::span<const InputSpec> inputs{};
    Flow gives = Flow::Files;
    std::span<const OptionSpec> options{};
    bool takesFormatOptions = false;    ///< decode: a map per format id, with that format's options
    bool takesExporterOptions = false;  ///< export: the options of the exporter named by `to`
    /// Returns why valid options conflict, or nothing. Null when no options of this kind conflict.
    std::optional<OptionConflict> (*conflict)(const OptionValues& options) = nullptr;
};

[[nodiscard]] std::span<const JobKind> allJobKinds();
/// Returns the row of a task. Each task has exactly one.
[[nodiscard]] const JobKind& jobKind(JobTask task);
/// Returns the row that a text of a user names, or null.
[[nodiscard]] const JobKind* findJobKind(std::string_view id);

}  // namespace rigkiln
