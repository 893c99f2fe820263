#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/conversion/image_module.hpp"
#include "pipeline/conversion/image_recipe.hpp"
#include "pipeline/settings/job_kind.hpp"

namespace rigkiln {

/// Line and column in a configuration file, both from 1; 0 when a setting came from somewhere else.
struct SourcePosition {
    std::size_t line = 0;
    std::size_t column = 0;
};

/// One job of the graph, checked: every input exists and gives what is accepted, every option has its type.
struct Job {
    std::string name;
    const JobKind* kind = nullptr;
    SourcePosition position;
    std::map<std::string, std::vector<std::size_t>, std::less<>>
        inputs;            ///< by input name: indices of earlier jobs
    OptionValues options;  ///< of the kind, and of the exporter for exports
    std::map<std::string, OptionValues, std::less<>> formatOptions;  ///< by format id, complete; decode only
    const ExporterModule* exporter = nullptr;                        ///< export only
};

/// Where what is remembered between runs stands, and how large it may become.
struct StateSettings {
    std::string folder{};  ///< absolute; empty: nothing is remembered
    std::size_t maximumBytes = 0;

    bool operator==(const StateSettings&) const = default;
};

/// A whole configuration. Laws: jobs stand after their inputs; otherwise in the order of the file. Paths are
/// absolute.
struct Settings {
    std::string file;  ///< for messages
    StateSettings state{};
    std::vector<std::string> textureRoots;
    TextureSettings textures{};
    ContainerLimits archives{};
    std::vector<Job> jobs;
};

/// What may stand in braces in the path of an export: about the main source of a unit.
inline constexpr std::array<std::string_view, 5> kPathPlaceholders = {"folder", "name", "ext", "format",
                                                                      "clip"};

/// What settings are checked against.
struct Registries {
    std::span<const FormatModule* const> formats;
    std::span<const ExporterModule* const> exporters;
    ImageFormats images{};
    std::span<const ContainerModule* const> containers{};
};

struct SettingsRequest {
    std::string file;  ///< path of the configuration; relative paths inside it are relative to its folder
    std::string_view text;
    std::vector<std::pair<std::string, std::string>> definitions;  ///< -D name=value, override `vars`
};

struct SettingsProblem {
    SourcePosition position;
    std::string problem;  ///< what is wrong, what would be right
};

/// Either settings, or every problem found at once, in the order of the file.
struct LoadedSettings {
    std::optional<Settings> settings;
    std::vector<SettingsProblem> problems;
};

[[nodiscard]] LoadedSettings loadSettings(const SettingsRequest& request, const Registries& registries);

/// "FILE:LINE:COLUMN: problem", one line each.
[[nodiscard]] std::string toText(const std::vector<SettingsProblem>& problems, std::string_view file);

/// JSON Schema (draft 2020-12) of the configuration, made from the same tables, for editors.
[[nodiscard]] std::string settingsSchema(const Registries& registries);

}  // namespace rigkiln
