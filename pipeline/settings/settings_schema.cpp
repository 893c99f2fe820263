#include <cmath>
#include <cstdint>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/settings/archive_options.hpp"
#include "pipeline/settings/cache_option.hpp"
#include "pipeline/settings/empty_option.hpp"
#include "pipeline/settings/limit_options.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/settings/state_options.hpp"
#include "pipeline/settings/texture_options.hpp"

namespace rigkiln {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kNamePattern = "^[A-Za-z0-9_-]{1,64}$";
constexpr std::string_view kVariablePattern = R"(\$\{)";

Json reference(std::string_view definition) {
    return {{"$ref", fmt::format("#/$defs/{}", definition)}};
}

Json textMatching(std::string_view pattern) {
    return {{"type", "string"}, {"pattern", pattern}};
}

/// Accepts the value itself, or a text with variables that may become such a value.
Json orVariable(Json value) {
    return {{"anyOf", Json::array({std::move(value), reference("variable")})}};
}

Json oneOrMore(const Json& element) {
    return {{"anyOf", Json::array({element, {{"type", "array"}, {"items", element}}})}};
}

/// Writes whole numbers without a fraction, because "1.0" as a limit of integers would look odd.
Json jsonNumber(double number) {
    constexpr double kSurelyExact = 1e15;
    if (std::abs(number) > kSurelyExact) return number;
    const auto whole = static_cast<std::int64_t>(number);
    return static_cast<double>(whole) == number ? Json(whole) : Json(number);
}

Json numberSchema(std::string_view type, const OptionSpec& spec) {
    Json schema = {{"type", type}};
    if (spec.minimum != spec.maximum) {
        schema["minimum"] = jsonNumber(spec.minimum);
        schema["maximum"] = jsonNumber(spec.maximum);
    }
    return schema;
}

Json valueSchema(const OptionSpec& spec) {
    switch (spec.type) {
        case OptionType::Flag:
            return orVariable({{"type", "boolean"}});
        case OptionType::Integer:
            return orVariable(numberSchema("integer", spec));
        case OptionType::Number:
            return orVariable(numberSchema("number", spec));
        case OptionType::Text:
        case OptionType::File:
            return {{"type", "string"}};
        case OptionType::TextList:
            return oneOrMore({{"type", "string"}});
        case OptionType::Choice:
            return orVariable({{"enum", spec.choices}});
        case OptionType::ChoiceList:
            return oneOrMore(orVariable({{"enum", spec.choices}}));
        case OptionType::Rate:
            return orVariable(
                textMatching("^(source|adaptive|[0-9]*\\.?[0-9]+([eE][+-]?[0-9]+)? *[fF][pP][sS])$"));
        case OptionType::Length:
            return orVariable(
                textMatching("^-?[0-9]*\\.?[0-9]+([eE][+-]?[0-9]+)? *([mM][mM]|[cC][mM]|[mM])$"));
        case OptionType::Color:
            return orVariable(textMatching("^#?[0-9A-Fa-f]{6}$"));
        case OptionType::ByteCount:
            return {{"anyOf", Json::array({{{"type", "integer"}, {"minimum", 0}},
                                           textMatching("^[0-9]*\\.?[0-9]+ *([kKmMgG][iI]?)?[bB]?$"),
                                           reference("variable")})}};
    }
    return {{"type", "string"}};
}

/// Returns the default as JSON of the option's type, so that editors insert `true` and not `"true"`.
Json defaultOf(const OptionSpec& spec) {
    const bool isPlainNumber = spec.type == OptionType::Integer || spec.type == OptionType::Number;
    if (spec.type == OptionType::Flag || isPlainNumber) return Json::parse(spec.defaultText, nullptr, false);
    return spec.defaultText;
}

void addOptions(Json& properties, std::span<const OptionSpec> specs) {
    for (const OptionSpec& spec : specs) {
        Json schema = {{"description", spec.help}};
        schema.update(valueSchema(spec));
        if (!spec.defaultText.empty()) schema["default"] = defaultOf(spec);
        properties[std::string(spec.name)] = std::move(schema);
    }
}

Json closedObject(std::string_view description, Json properties, Json required) {
    Json schema = {{"description", description}, {"type", "object"}, {"properties", std::move(properties)}};
    if (!required.empty()) schema["required"] = std::move(required);
    schema["additionalProperties"] = false;
    return schema;
}

Json jobSchema(const JobKind& kind, const Registries& registries, const ExporterModule* exporter) {
    Json properties = {{"uses", {{"const", kind.id}}}};
    Json required = Json::array({"uses"});
    for (const InputSpec& input : kind.inputs) {
        Json schema = {{"description", input.help}};
        schema.update(input.many ? oneOrMore({{"type", "string"}}) : Json{{"type", "string"}});
        properties[std::string(input.name)] = std::move(schema);
        if (input.required) required.push_back(input.name);
    }
    addOptions(properties, kind.options);
    for (const OptionSpec& spec : kind.options) {
        if (spec.required) required.push_back(spec.name);
    }
    if (kind.takesFormatOptions) {
        for (const FormatModule* format : registries.formats) {
            Json options = Json::object();
            addOptions(options, format->options);
            properties[std::string(format->id)] = closedObject(format->title, std::move(options), {});
        }
    }
    if (exporter != nullptr) {
        addOptions(properties, exporter->options);
        for (const OptionSpec& spec : exporter->options) {
            if (spec.required) required.push_back(spec.name);
        }
    }
    return closedObject(kind.help, std::move(properties), std::move(required));
}

/// An if-then rule: jobs with these properties must satisfy the definition. With it editors report the
/// mistake in a job instead of "no kind of job matches".
Json rule(Json properties, Json required, std::string_view definition) {
    return {{"if", {{"properties", std::move(properties)}, {"required", std::move(required)}}},
            {"then", reference(definition)}};
}

std::string_view defaultExporter(const JobKind& kind) {
    const OptionSpec* to = findOption(kind.options, "to");
    return to == nullptr ? std::string_view() : to->defaultText;
}

void addKind(Json& definitions, Json& rules, const JobKind& kind, const Registries& registries) {
    const Json uses = {{"const", kind.id}};
    if (!kind.takesExporterOptions) {
        definitions[std::string(kind.id)] = jobSchema(kind, registries, nullptr);
        rules.push_back(rule({{"uses", uses}}, {"uses"}, kind.id));
        return;
    }
    for (const ExporterModule* exporter : registries.exporters) {
        const std::string name = fmt::format("{}_{}", kind.id, exporter->id);
        Json required = Json::array({"uses"});
        if (exporter->id != defaultExporter(kind)) required.push_back("to");
        Json schema = jobSchema(kind, registries, exporter);
        schema["properties"]["to"]["const"] = exporter->id;
        definitions[name] = std::move(schema);
        rules.push_back(rule({{"uses", uses}, {"to", {{"const", exporter->id}}}}, std::move(required), name));
    }
}

/// Schema of `textures`: folders, or a map of options.
Json texturesSchema() {
    Json options = Json::object();
    addOptions(options, kTextureOptions);
    Json folders = oneOrMore({{"type", "string"}});
    folders["anyOf"].push_back(closedObject("How textures are found and converted.", std::move(options), {}));
    return folders;
}

/// Schema of `state`: a folder, or a map of options.
Json stateSchema() {
    Json options = Json::object();
    addOptions(options, kStateOptions);
    return {{"anyOf", Json::array({{{"type", "string"}},
                                   closedObject("Where the state stands, and how large it may become.",
                                                std::move(options), Json::array({kStateFolder}))})}};
}

Json mapSchema(std::string_view description, std::span<const OptionSpec> specs) {
    Json options = Json::object();
    addOptions(options, specs);
    return closedObject(description, std::move(options), {});
}

Json anyJob(Json rules, const Registries& registries) {
    Json kinds = Json::array();
    for (const JobKind& kind : allJobKinds()) {
        kinds.push_back(kind.id);
    }
    Json exporters = Json::array();
    for (const ExporterModule* exporter : registries.exporters) {
        exporters.push_back(exporter->id);
    }
    return {{"type", "object"},
            {"properties",
             {{"uses", {{"description", "Kind of the job."}, {"enum", std::move(kinds)}}},
              {"to", {{"enum", std::move(exporters)}}}}},
            {"required", Json::array({"uses"})},
            {"allOf", std::move(rules)}};
}

}  // namespace

std::string settingsSchema(const Registries& registries) {
    Json definitions = {{"variable", textMatching(kVariablePattern)}};
    definitions["variable"]["description"] = "A text with ${name} of a variable.";
    Json rules = Json::array();
    for (const JobKind& kind : allJobKinds()) {
        addKind(definitions, rules, kind, registries);
    }
    definitions["job"] = anyJob(std::move(rules), registries);

    const Json scalar = {{"type", Json::array({"string", "number", "boolean"})}};
    Json properties = {
        {"rigkiln", {{"description", "Version of the configuration."}, {"const", 1}}},
        {"vars",
         {{"description", "Variables, used as ${name} in any value; -D name=value replaces one."},
          {"type", "object"},
          {"propertyNames", {{"pattern", kNamePattern}}},
          {"additionalProperties", scalar}}},
        {"state",
         {{"description",
           "Folder for what is remembered between runs; or a map that also says how large it may become."}}},
        {"textures",
         {{"description",
           "Folders searched for textures behind the model's own folder; or a map that says "
           "what else is done to them."}}},
        {"jobs",
         {{"description", "Jobs by name."},
          {"type", "object"},
          {"propertyNames", {{"pattern", kNamePattern}}},
          {"additionalProperties", reference("job")}}}};
    properties["textures"].update(texturesSchema());
    properties["archives"] = mapSchema("How far archives and packed files may grow.", kArchiveOptions);
    properties["limits"] = mapSchema("How much one source file may hold.", kLimitOptions);
    properties["state"].update(stateSchema());
    properties[std::string(kCacheOption.name)] = {{"description", kCacheOption.help}};
    properties[std::string(kCacheOption.name)].update(valueSchema(kCacheOption));
    properties["fail_on"] = {
        {"description", "Ids of issues (rigkiln formats --issues) that make their output fail."}};
    properties["fail_on"].update(oneOrMore({{"type", "string"}}));
    properties[std::string(kEmptyOption.name)] = {{"description", kEmptyOption.help},
                                                  {"default", kEmptyOption.defaultText}};
    properties[std::string(kEmptyOption.name)].update(valueSchema(kEmptyOption));

    Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                   {"title", "rigkiln configuration"}};
    schema.update(
        closedObject("What rigkiln converts, and how.", std::move(properties), {"rigkiln", "jobs"}));
    schema["$defs"] = std::move(definitions);
    return schema.dump(2) + "\n";
}

}  // namespace rigkiln
