#include "tools/cli/conversion_options.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rigkiln::cli {
namespace {

/// Whether the option is a flag that is turned on by naming it.
bool isSwitch(const OptionSpec& spec) {
    return spec.type == OptionType::Flag && spec.defaultText == "false";
}

bool isList(const OptionSpec& spec) {
    return spec.type == OptionType::TextList || spec.type == OptionType::ChoiceList;
}

/// Name of the argument in help; the values themselves where they are a few words.
std::string argumentName(const OptionSpec& spec) {
    switch (spec.type) {
        case OptionType::Choice:
            return fmt::format("{{{}}}", fmt::join(spec.choices, ","));
        case OptionType::ChoiceList:
            return fmt::format("{{{}}},...", fmt::join(spec.choices, ","));
        case OptionType::File:
            return "FILE";
        case OptionType::Rate:
            return "RATE";
        case OptionType::Length:
            return "LENGTH";
        case OptionType::Color:
            return "RRGGBB";
        case OptionType::ByteCount:
            return "SIZE";
        case OptionType::Integer:
        case OptionType::Number:
            return "NUMBER";
        case OptionType::Flag:
            return "{true,false}";
        case OptionType::TextList:
            return "TEXT,...";
        case OptionType::Text:
            break;
    }
    return "TEXT";
}

std::string helpText(const OptionSpec& spec, std::span<const OptionSpec> table, std::string_view prefix) {
    std::string text(spec.help);
    if (!spec.defaultText.empty()) text += fmt::format(" [{}]", spec.defaultText);
    if (!spec.needs.option.empty())
        text += fmt::format(" (needs {})", needOnCommandLine(spec, table, prefix));
    return text;
}

}  // namespace

std::string commandLineName(std::string_view prefix, std::string_view option) {
    std::string name = prefix.empty() ? std::string(option) : fmt::format("{}-{}", prefix, option);
    std::ranges::replace(name, '_', '-');
    return name;
}

std::string needOnCommandLine(const OptionSpec& spec, std::span<const OptionSpec> table,
                              std::string_view prefix) {
    return needText(spec, table, "--" + commandLineName(prefix, spec.needs.option), " ");
}

void TableOptions::add(CLI::App& app, std::span<const OptionSpec> specs, std::string_view prefix,
                       std::string_view group) {
    for (const OptionSpec& spec : specs) {
        const std::string name = commandLineName(prefix, spec.name);
        // Exporters of one game share options.
        if (given_.contains(name) || flags_.contains(name)) continue;
        if (isSwitch(spec)) {
            app.add_flag("--" + name, flags_[name], helpText(spec, specs, prefix))->group(std::string(group));
            continue;
        }
        CLI::Option* option = app.add_option("--" + name, given_[name], helpText(spec, specs, prefix))
                                  ->group(std::string(group))
                                  ->type_name(argumentName(spec))
                                  ->expected(1);
        // Takes one word each time the option is given. By default CLI11 takes all words that follow, even
        // the input files.
        option->allow_extra_args(false);
        if (isList(spec)) option->take_all()->delimiter(',');
    }
}

std::vector<std::string> TableOptions::textsOf(const std::string& name) const {
    if (const auto flag = flags_.find(name); flag != flags_.end())
        return flag->second.empty() ? std::vector<std::string>() : std::vector<std::string>{flag->second};
    const auto given = given_.find(name);
    return given == given_.end() ? std::vector<std::string>() : given->second;
}

std::vector<std::string> TableOptions::given() const {
    std::vector<std::string> names;
    for (const auto& [name, texts] : given_) {
        if (!texts.empty()) names.push_back(name);
    }
    for (const auto& [name, text] : flags_) {
        if (!text.empty()) names.push_back(name);
    }
    std::ranges::sort(names);
    return names;
}

Result<OptionValues> TableOptions::values(std::span<const OptionSpec> specs, std::string_view prefix) const {
    OptionValues values(specs);
    for (const OptionSpec& spec : specs) {
        const std::string name = commandLineName(prefix, spec.name);
        const std::vector<std::string> given = textsOf(name);
        if (given.empty()) continue;
        Result<OptionValue> value = parseOption(spec, given);
        if (!value) return atPlace("--" + name, value.error());
        values.set(spec.name, std::move(*value));
    }
    return values;
}

std::vector<OptionSpec> renamed(std::span<const OptionSpec> specs, std::span<const NamedOption> names) {
    std::vector<OptionSpec> result;
    result.reserve(names.size());
    for (const NamedOption& named : names) {
        result.push_back(*findOption(specs, named.option));
        result.back().name = named.name;
        const auto other = std::ranges::find(names, result.back().needs.option, &NamedOption::option);
        if (other != names.end()) result.back().needs.option = other->name;
    }
    return result;
}

OptionValues withOwnNames(const OptionValues& given, std::span<const OptionSpec> specs,
                          std::span<const NamedOption> names) {
    OptionValues values(specs);
    for (const NamedOption& named : names)
        values.set(named.option, given.all().find(named.name)->second);
    return values;
}

}  // namespace rigkiln::cli
