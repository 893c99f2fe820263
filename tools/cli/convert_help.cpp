#include "tools/cli/convert_help.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "library/conversion/request_options.hpp"
#include "pipeline/base/text.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/conversion_options.hpp"

namespace rigkiln::cli {
namespace {

constexpr std::string_view kAll = "all";
constexpr std::string_view kLimits = "limits";
constexpr std::size_t kColumn = 34;

std::vector<std::string_view> topicsOf(const Registries& registries) {
    std::vector<std::string_view> topics;
    for (const FormatModule* format : registries.formats)
        topics.push_back(format->id);
    for (const ExporterModule* exporter : registries.exporters) {
        if (std::ranges::find(topics, exporter->id) == topics.end()) topics.push_back(exporter->id);
    }
    topics.push_back(kLimits);
    return topics;
}

std::string optionsText(CLI::App& app, std::span<const OptionSpec> specs, std::string_view prefix) {
    CLI::Formatter formatter;
    formatter.column_width(kColumn);
    std::string text;
    for (const OptionSpec& spec : specs) {
        CLI::Option* option = app.get_option_no_throw("--" + commandLineName(prefix, spec.name));
        if (option == nullptr) continue;
        option->group(std::string(spec.name));  // options without a group have no name in help
        text += formatter.make_option(option, false);
    }
    return text;
}

void showGroup(CLI::App& app, std::span<const OptionSpec> specs, std::string_view prefix,
               std::string_view group) {
    for (const OptionSpec& spec : specs) {
        CLI::Option* option = app.get_option_no_throw("--" + commandLineName(prefix, spec.name));
        // Exporters of one game share options; they stay in the group of the first.
        if (option != nullptr && option->get_group().empty()) option->group(std::string(group));
    }
}

}  // namespace

std::string helpTopics(const Registries& registries) {
    return fmt::format("{} or {}", fmt::join(topicsOf(registries), ", "), kAll);
}

Result<std::string> convertHelp(CLI::App& app, const Registries& registries, std::string_view topic) {
    if (topic == kAll) {
        for (const FormatModule* format : registries.formats)
            showGroup(app, format->options, format->id, fmt::format("Reading {}", format->title));
        for (const ExporterModule* exporter : registries.exporters)
            showGroup(app, exporter->options, "", fmt::format("Writing {}", exporter->title));
        showGroup(app, limitCommandOptions(), "", "Limits");
        return app.help();
    }
    if (topic == kLimits) {
        return fmt::format("{}: how much one source file may hold\n\n{}", topic,
                           optionsText(app, limitCommandOptions(), ""));
    }
    const FormatModule* format = registries.format(topic);
    const ExporterModule* exporter = registries.exporter(topic);
    if (format == nullptr && exporter == nullptr) {
        const std::vector<std::string_view> topics = topicsOf(registries);
        const std::string meant = suggestion(topic, topics);
        return usageError("--help", fmt::format("{} is no topic{}{} (topics: {})", quote(topic),
                                                meant.empty() ? "" : "; ", meant, helpTopics(registries)));
    }
    std::string text = fmt::format("{}: {}\n", topic, format != nullptr ? format->title : exporter->title);
    const std::string reading = format == nullptr ? "" : optionsText(app, format->options, format->id);
    const std::string writing = exporter == nullptr ? "" : optionsText(app, exporter->options, "");
    if (!reading.empty()) text += fmt::format("\nReading {}:\n{}", topic, reading);
    if (!writing.empty()) text += fmt::format("\nWriting {}:\n{}", topic, writing);
    if (reading.empty() && writing.empty()) text += "\nIt has no options of its own.\n";
    return text;
}

}  // namespace rigkiln::cli
