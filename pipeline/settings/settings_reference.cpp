#include "pipeline/settings/settings_reference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/text.hpp"
#include "pipeline/settings/archive_options.hpp"
#include "pipeline/settings/limit_options.hpp"
#include "pipeline/settings/state_options.hpp"
#include "pipeline/settings/texture_options.hpp"

namespace rigkiln {
namespace {

/// Escapes pipes, which end a table cell even inside code.
std::string cell(std::string_view text) {
    std::string escaped;
    for (const char character : text) {
        if (character == '|') escaped += '\\';
        escaped += character;
    }
    return escaped;
}

std::string code(std::string_view text) {
    return "`" + cell(text) + "`";
}

std::string codes(std::span<const std::string_view> texts) {
    std::string joined;
    for (const std::string_view text : texts) {
        if (!joined.empty()) joined += ", ";
        joined += code(text);
    }
    return joined;
}

std::string rangeText(const OptionSpec& spec, std::string_view unit) {
    if (spec.minimum == spec.maximum) return {};
    return fmt::format(", {} to {}{}", numberText(spec.minimum), numberText(spec.maximum), unit);
}

std::string valueText(const OptionSpec& spec) {
    switch (spec.type) {
        case OptionType::Flag:
            return "`true` or `false`";
        case OptionType::Integer:
            return "whole number" + rangeText(spec, "");
        case OptionType::Number:
            return "number" + rangeText(spec, "");
        case OptionType::Text:
            return "text";
        case OptionType::File:
            return "path of a file";
        case OptionType::TextList:
            return "text or list of texts";
        case OptionType::Choice:
            return "one of " + codes(spec.choices);
        case OptionType::ChoiceList:
            return "any of " + codes(spec.choices);
        case OptionType::Rate:
            return "`source`, `adaptive`, or a rate as in `30fps`";
        case OptionType::Length:
            return "length as in `0.5mm`" + rangeText(spec, " m");
        case OptionType::Color:
            return "colour as in `\"#FF8000\"`";
        case OptionType::ByteCount:
            return "bytes as in `512MiB`" + rangeText(spec, " bytes");
    }
    return "text";
}

std::string defaultText(const OptionSpec& spec) {
    if (spec.required) return "required";
    return spec.defaultText.empty() ? "" : code(spec.defaultText);
}

std::string meaningText(const OptionSpec& spec, std::span<const OptionSpec> table) {
    if (spec.needs.option.empty()) return cell(spec.help);
    const std::string_view end = spec.help.ends_with('.') ? "" : ".";
    return fmt::format("{}{} Needs `{}`.", cell(spec.help), end,
                       cell(needText(spec, table, spec.needs.option, ": ")));
}

void appendOptions(std::string& text, std::span<const OptionSpec> specs) {
    if (specs.empty()) {
        text += "No options.\n\n";
        return;
    }
    text += "| option | value | default | meaning |\n| --- | --- | --- | --- |\n";
    for (const OptionSpec& spec : specs) {
        text += fmt::format("| {} | {} | {} | {} |\n", code(spec.name), valueText(spec), defaultText(spec),
                            meaningText(spec, specs));
    }
    text += '\n';
}

void appendInputs(std::string& text, std::span<const InputSpec> inputs) {
    if (inputs.empty()) return;
    text += "| input | takes | jobs | meaning |\n| --- | --- | --- | --- |\n";
    for (const InputSpec& input : inputs) {
        std::vector<std::string_view> flows;
        for (const Flow flow : input.accepts) {
            flows.push_back(toString(flow));
        }
        text += fmt::format("| {} | {} | {}{} | {} |\n", code(input.name), fmt::join(flows, " or "),
                            input.many ? "one or a list" : "one", input.required ? "" : ", optional",
                            cell(input.help));
    }
    text += '\n';
}

void appendKind(std::string& text, const JobKind& kind) {
    text += fmt::format("### `uses: {}`\n\n{} Gives {}.\n\n", kind.id, kind.help, toString(kind.gives));
    appendInputs(text, kind.inputs);
    appendOptions(text, kind.options);
    if (kind.takesFormatOptions) {
        text += "Besides, for each format with options of its own, a map under the id of the format.\n\n";
    }
    if (kind.takesExporterOptions) text += "Besides, the options of the exporter that `to` names.\n\n";
}

}  // namespace

std::string settingsReference(const Registries& registries) {
    std::string text = "## `state`\n\nA folder, or a map of these.\n\n";
    appendOptions(text, kStateOptions);
    text += "## `textures`\n\nA folder, a list of folders, which is `search` alone, or a map of these.\n\n";
    appendOptions(text, kTextureOptions);
    text += "## `archives`\n\nA map of these.\n\n";
    appendOptions(text, kArchiveOptions);
    text += "## `limits`\n\nA map of these.\n\n";
    appendOptions(text, kLimitOptions);
    text += "## Kinds of jobs\n\n";
    for (const JobKind& kind : allJobKinds()) {
        appendKind(text, kind);
    }
    text += "## Formats\n\nTheir options stand in a `decode` job under the id of the format.\n\n";
    for (const FormatModule* format : registries.formats) {
        text += fmt::format("### `{}`: {}\n\nFiles {}.\n\n", format->id, format->title,
                            codes(format->extensions));
        appendOptions(text, format->options);
    }
    text += "## Exporters\n\nTheir options stand in the `export` job.\n\n";
    for (const ExporterModule* exporter : registries.exporters) {
        text += fmt::format("### `to: {}`: {}\n\nFiles {}.\n\n", exporter->id, exporter->title,
                            codes(exporter->extensions));
        appendOptions(text, exporter->options);
    }
    text.pop_back();  // removes one of the two empty lines at the end
    return text;
}

}  // namespace rigkiln
