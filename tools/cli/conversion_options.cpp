#include "tools/cli/conversion_options.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rigkiln::cli {
namespace {

bool isList(const OptionSpec& spec) {
    return spec.type == OptionType::TextList || spec.type == OptionType::ChoiceList;
}

std::string helpText(const OptionSpec& spec) {
    std::string text(spec.help);
    if (!spec.choices.empty()) text += fmt::format(" ({})", fmt::join(spec.choices, ", "));
    if (!spec.defaultText.empty()) text += fmt::format(" [{}]", spec.defaultText);
    return text;
}

}  // namespace

std::string commandLineName(std::string_view prefix, std::string_view option) {
    std::string name = prefix.empty() ? std::string(option) : fmt::format("{}-{}", prefix, option);
    std::ranges::replace(name, '_', '-');
    return name;
}

void TableOptions::add(CLI::App& app, std::span<const OptionSpec> specs, std::string_view prefix,
                       std::string_view group) {
    for (const OptionSpec& spec : specs) {
        const std::string name = commandLineName(prefix, spec.name);
        CLI::Option* option =
            app.add_option("--" + name, given_[name], helpText(spec))->group(std::string(group))->expected(1);
        // One word for each time the option is given; CLI11 would take all that follow, the input files too.
        option->allow_extra_args(false);
        if (isList(spec)) option->take_all()->delimiter(',');
    }
}

Result<OptionValues> TableOptions::values(std::span<const OptionSpec> specs, std::string_view prefix) const {
    OptionValues values(specs);
    for (const OptionSpec& spec : specs) {
        const auto given = given_.find(commandLineName(prefix, spec.name));
        if (given == given_.end() || given->second.empty()) continue;
        Result<OptionValue> value = parseOption(spec, given->second);
        if (!value)
            return Error{.where = "--" + given->first,
                         .problem = value.error().problem,
                         .kind = ErrorKind::Configuration};
        values.set(spec.name, std::move(*value));
    }
    return values;
}

}  // namespace rigkiln::cli
