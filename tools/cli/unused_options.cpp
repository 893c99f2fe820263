#include "tools/cli/unused_options.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/cli/conversion_options.hpp"

namespace rigkiln::cli {
namespace {

bool hasOption(std::span<const OptionSpec> specs, std::string_view prefix, std::string_view name) {
    return std::ranges::any_of(
        specs, [&](const OptionSpec& spec) { return commandLineName(prefix, spec.name) == name; });
}

/// Returns the option that this one needs and does not have; empty when nothing is missing.
std::string lackOf(std::string_view name, const std::vector<ReadTable>& tables) {
    for (const ReadTable& table : tables) {
        for (const OptionSpec& spec : table.specs) {
            if (commandLineName(table.prefix, spec.name) != name) continue;
            if (hasEffect(spec, table.values, table.specs)) return {};
            return fmt::format("it needs {}", needOnCommandLine(spec, table.specs, table.prefix));
        }
    }
    return {};
}

/// Why an option has no effect; empty when it may have one.
std::string reasonAgainst(std::string_view name, const OptionUse& use, const Registries& registries) {
    for (const FormatModule* format : registries.formats) {
        if (!hasOption(format->options, format->id, name)) continue;
        return use.formats.contains(format->id)
                   ? lackOf(name, use.tables)
                   : fmt::format("no input is of the format {} ({})", format->id, format->title);
    }
    if (hasOption(use.exporter->options, "", name)) return lackOf(name, use.tables);
    std::vector<std::string_view> owners;
    for (const ExporterModule* exporter : registries.exporters) {
        if (hasOption(exporter->options, "", name)) owners.push_back(exporter->id);
    }
    if (owners.empty()) return lackOf(name, use.tables);
    return fmt::format("it is an option of outputs of {}, and the output is {}", fmt::join(owners, " and "),
                       use.exporter->id);
}

}  // namespace

std::set<std::string, std::less<>> formatsOf(const Plan& plan) {
    std::set<std::string, std::less<>> formats;
    for (std::size_t i = 0; i < plan.units.size(); ++i) {
        const Recipe recipe = plan.units.recipe(i);
        for (const Part& part : recipe.parts) {
            if (part.model) formats.insert(part.model->settings->format.id);
            for (const FileRecipe& clip : part.clips)
                formats.insert(clip.settings->format.id);
        }
    }
    return formats;
}

std::vector<std::string> unusedOptions(const std::vector<std::string>& given, const OptionUse& use,
                                       const Registries& registries) {
    std::vector<std::string> sentences;
    for (const std::string& name : given) {
        const std::string reason = reasonAgainst(name, use, registries);
        if (!reason.empty()) sentences.push_back(fmt::format("--{} does nothing here: {}", name, reason));
    }
    return sentences;
}

std::vector<std::string> optionsInNeed(const std::vector<std::string>& given,
                                       const std::vector<ReadTable>& tables) {
    std::vector<std::string> sentences;
    for (const std::string& name : given) {
        const std::string lack = lackOf(name, tables);
        if (!lack.empty()) sentences.push_back(fmt::format("--{} does nothing here: {}", name, lack));
    }
    return sentences;
}

std::vector<std::string> unusedWithinFormat(const std::vector<std::string>& given,
                                            const std::vector<std::string>& used,
                                            std::string_view formatTitle) {
    std::vector<std::string> sentences;
    for (const std::string& name : given) {
        if (std::ranges::find(used, name) != used.end()) continue;
        const std::string others =
            used.empty() ? "without changes"
                         : fmt::format("and only --{} can change it", fmt::join(used, " and --"));
        sentences.push_back(fmt::format("--{} does nothing here: the file is written as {} again, {}", name,
                                        formatTitle, others));
    }
    return sentences;
}

}  // namespace rigkiln::cli
