#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/option.hpp"

namespace rigkiln {

/// Options as users give them: texts under names of the command line, without the leading dashes.
class GivenOptions {
public:
    /// Adds a value. Several values of one name make a list.
    void add(const std::string& name, std::string text);

    /// Returns the values of `specs`: the defaults, replaced by what was given under `prefix`. Elements of
    /// lists are separated by commas.
    [[nodiscard]] Result<OptionValues> values(std::span<const OptionSpec> specs,
                                              std::string_view prefix) const;

    /// Names of the options that were given, in alphabetical order.
    [[nodiscard]] std::vector<std::string> names() const;

private:
    std::map<std::string, std::vector<std::string>, std::less<>> texts_;
};

/// Command-line name of an option that a configuration has in a map: `max_file` of `archives` is
/// `archive_max_file`.
struct NamedOption {
    std::string_view option;
    std::string_view name;
};

/// The specs of `names`, under their command-line names.
[[nodiscard]] std::vector<OptionSpec> renamed(std::span<const OptionSpec> specs,
                                              std::span<const NamedOption> names);

/// Turns values under command-line names into values of `specs`.
[[nodiscard]] OptionValues withOwnNames(const OptionValues& given, std::span<const OptionSpec> specs,
                                        std::span<const NamedOption> names);

/// Name of an option on the command line, without the leading dashes. Underscores become dashes:
/// complete_clips is complete-clips. `prefix` keeps options of several tables apart: "ala" makes
/// ala-visibility-without-track.
[[nodiscard]] std::string commandLineName(std::string_view prefix, std::string_view option);

/// Whether values of the option are lists.
[[nodiscard]] bool isListOption(const OptionSpec& spec);

}  // namespace rigkiln
