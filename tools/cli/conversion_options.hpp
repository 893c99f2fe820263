#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "library/conversion/given_options.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/option.hpp"

namespace rigkiln::cli {

/// Command-line options made from tables of option specs. A new option of a format, an exporter or a kind of
/// job therefore appears without further code. Underscores become dashes: complete_clips is --complete-clips.
/// Flags that are off by default need no value: --force.
class TableOptions {
public:
    /// `prefix` keeps options of several tables apart: "ala" makes --ala-visibility-without-track.
    void add(CLI::App& app, std::span<const OptionSpec> specs, std::string_view prefix,
             std::string_view group);

    /// Returns the values of `specs`: the defaults, replaced by what the user gave under `prefix`.
    [[nodiscard]] Result<OptionValues> values(std::span<const OptionSpec> specs,
                                              std::string_view prefix) const;

    /// Everything that was given.
    [[nodiscard]] GivenOptions all() const;

    /// Names of the options that were given, without the leading dashes, in alphabetical order.
    [[nodiscard]] std::vector<std::string> given() const { return all().names(); }

private:
    /// By option name on the command line, without the leading dashes.
    std::map<std::string, std::vector<std::string>> given_;
    std::map<std::string, std::string> flags_;  ///< by name: flags that are off by default
};

/// Says what an option needs, with the names of the command line: "--alo-team-mask tint".
[[nodiscard]] std::string needOnCommandLine(const OptionSpec& spec, std::span<const OptionSpec> table,
                                            std::string_view prefix);

}  // namespace rigkiln::cli
