#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/image_recipe.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/conversion/read_limits.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/settings/job_kind.hpp"

namespace rigkiln {

/// Line and column in a configuration file, both from 1; 0 for settings from elsewhere.
struct SourcePosition {
    std::size_t line = 0;
    std::size_t column = 0;
};

/// A file that is named instead of searched.
struct GivenFile {
    std::string path;  ///< absolute, without links
    std::string name;  ///< file name as it was given; names the asset
};

/// One checked job of the graph: every input exists and has an accepted flow, every option has its type.
struct Job {
    std::string name;
    const JobKind* kind = nullptr;
    SourcePosition position;
    std::map<std::string, std::vector<std::size_t>, std::less<>>
        inputs;            ///< by input name: indices of earlier jobs
    OptionValues options;  ///< of the kind, and for exports also of the exporter
    std::map<std::string, OptionValues, std::less<>> formatOptions;  ///< by format id, complete; decode only
    const ExporterModule* exporter = nullptr;                        ///< export only
    /// Scan only: gives these files, and ignores its options. Never set by a configuration.
    std::vector<GivenFile> given{};
};

/// Place and size limit of the data that is kept between runs.
struct StateSettings {
    std::string folder{};  ///< absolute; empty: nothing is kept
    std::size_t maximumBytes = 0;

    bool operator==(const StateSettings&) const = default;
};

/// Issues that make their output fail.
struct FailOn {
    bool warnings = false;           ///< all kinds that are at least warnings
    std::vector<std::string> ids{};  ///< these kinds, whatever their severity

    bool operator==(const FailOn&) const = default;
};

/// A complete configuration. Laws: jobs come after their inputs, otherwise in the order of the file; paths
/// are absolute.
struct Settings {
    std::string file;  ///< for messages
    /// Everything that the settings were made from. Empty: they are not from a configuration file alone.
    std::string source{};
    StateSettings state{};
    std::string cache{};  ///< absolute path of a folder; empty: none
    std::vector<std::string> textureRoots;
    TextureSettings textures{};
    ContainerLimits archives{};
    ReadLimits limits{};
    FailOn failOn{};
    bool ignoresEmpty = false;  ///< files without a byte are left out; otherwise they fail
    std::vector<Job> jobs;
};

/// Placeholders in braces for output paths of exports. They describe the main source of a unit.
inline constexpr std::array<std::string_view, 5> kPathPlaceholders = {"folder", "name", "ext", "format",
                                                                      "clip"};

struct SettingsRequest {
    std::string file;  ///< path of the configuration; its folder is the base of relative paths in it
    std::string_view text;
    std::vector<std::pair<std::string, std::string>> definitions;  ///< -D name=value, overrides `vars`
    /// Ids of all kinds of issues, which `fail_on` may name. Empty: any id is accepted.
    std::vector<std::string_view> issues{};
};

struct SettingsProblem {
    SourcePosition position;
    std::string problem;  ///< says what is wrong and what is expected
};

/// Either the settings, or all problems in the order of the file.
struct LoadedSettings {
    std::optional<Settings> settings;
    std::vector<SettingsProblem> problems;
    /// Options that do nothing, in the order of the file; only with settings.
    std::vector<SettingsProblem> warnings{};
};

[[nodiscard]] LoadedSettings loadSettings(const SettingsRequest& request, const Registries& registries);

/// Formats problems as "FILE:LINE:COLUMN: problem", one per line.
[[nodiscard]] std::string toText(const std::vector<SettingsProblem>& problems, std::string_view file);

/// Returns the JSON Schema (draft 2020-12) of the configuration, built from the same tables, for editors.
[[nodiscard]] std::string settingsSchema(const Registries& registries);

}  // namespace rigkiln
