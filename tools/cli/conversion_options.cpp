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
        if (isListOption(spec)) option->take_all()->delimiter(',');
    }
}

GivenOptions TableOptions::all() const {
    GivenOptions options;
    for (const auto& [name, texts] : given_) {
        for (const std::string& text : texts)
            options.add(name, text);
    }
    for (const auto& [name, text] : flags_) {
        if (!text.empty()) options.add(name, text);
    }
    return options;
}

Result<OptionValues> TableOptions::values(std::span<const OptionSpec> specs, std::string_view prefix) const {
    return all().values(specs, prefix);
}

}  // namespace rigkiln::cli
