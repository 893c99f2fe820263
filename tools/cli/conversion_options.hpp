#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/option.hpp"

namespace rigkiln::cli {

/// Command-line options made from the tables of option specs, so that a new option of a format, an exporter
/// or a kind of job appears here by itself. Underscores become dashes: complete_clips is --complete-clips.
/// Flags that are off need no value: --force.
class TableOptions {
public:
    /// `prefix` keeps options of several tables apart: "ala" makes --ala-visibility-without-track.
    void add(CLI::App& app, std::span<const OptionSpec> specs, std::string_view prefix,
             std::string_view group);

    /// Defaults of `specs` with what the user gave under `prefix`.
    [[nodiscard]] Result<OptionValues> values(std::span<const OptionSpec> specs,
                                              std::string_view prefix) const;

private:
    /// What was given of an option; empty: it was not.
    [[nodiscard]] std::vector<std::string> textsOf(const std::string& name) const;

    std::map<std::string, std::vector<std::string>>
        given_;  ///< by option name on the command line, without dashes in front
    std::map<std::string, std::string> flags_;  ///< the same of what is off unless it is named
};

/// What an option of a map in a configuration is called where there is no map: `max_file` of `archives` is
/// `archive_max_file`.
struct NamedOption {
    std::string_view option;
    std::string_view name;
};

/// The rows of `specs` under their other names.
[[nodiscard]] std::vector<OptionSpec> renamed(std::span<const OptionSpec> specs,
                                              std::span<const NamedOption> names);

/// What was given under the other names, as values of `specs`.
[[nodiscard]] OptionValues withOwnNames(const OptionValues& given, std::span<const OptionSpec> specs,
                                        std::span<const NamedOption> names);

/// Name of an option on the command line, without the dashes in front.
[[nodiscard]] std::string commandLineName(std::string_view prefix, std::string_view option);

}  // namespace rigkiln::cli
