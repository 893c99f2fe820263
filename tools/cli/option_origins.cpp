#include "tools/cli/option_origins.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/settings/interpolate.hpp"
#include "pipeline/settings/problem_list.hpp"

namespace rigkiln::cli {
namespace {

/// Names of the variables in "${root}/${name}".
std::vector<std::string> variablesIn(std::string_view text) {
    std::vector<std::string> names;
    for (std::size_t begin = text.find("${"); begin != std::string_view::npos;
         begin = text.find("${", begin + 2)) {
        const std::size_t end = text.find('}', begin);
        if (end == std::string_view::npos) break;
        names.emplace_back(text.substr(begin + 2, end - begin - 2));
    }
    return names;
}

/// Texts of all scalars in a node.
std::string rawText(const YamlNode& node) {
    std::string text = node.text;
    for (const YamlEntry& child : node.children)
        text += rawText(child.value);
    return text;
}

}  // namespace

OptionOrigins::OptionOrigins(std::string_view text, Definitions definitions)
    : tree_(parseYamlTree(text)), definitions_(std::move(definitions)) {
    if (!tree_.root) tree_.root.emplace();
}

std::string OptionOrigins::textOf(const YamlNode& node) const {
    ProblemList ignored;
    Variables variables;
    variables.load(tree_.root->find("vars"), definitions_, ignored);
    const auto expanded = [&](const YamlNode& scalar) {
        return variables.expand(scalar.text, scalar.position, ignored);
    };
    if (node.kind == YamlNode::Kind::Scalar) return expanded(node);
    std::vector<std::string> parts;
    parts.reserve(node.children.size());
    for (const YamlEntry& child : node.children)
        parts.push_back((child.key.empty() ? "" : child.key + ": ") + textOf(child.value));
    const bool isMap = node.kind == YamlNode::Kind::Map;
    return fmt::format("{}{}{}", isMap ? "{" : "[", fmt::join(parts, ", "), isMap ? "}" : "]");
}

std::string OptionOrigins::definitionIn(const std::string& text, std::size_t depth) const {
    constexpr std::size_t kMostDepth = 16;
    if (depth == kMostDepth) return {};
    const YamlNode* vars = tree_.root->find("vars");
    for (const std::string& name : variablesIn(text)) {
        const auto given = std::ranges::find(definitions_, name, &std::pair<std::string, std::string>::first);
        if (given != definitions_.end()) return fmt::format("-D {}={}", given->first, given->second);
        const YamlNode* variable = vars == nullptr ? nullptr : vars->find(name);
        if (variable == nullptr) continue;
        std::string inner = definitionIn(rawText(*variable), depth + 1);
        if (!inner.empty()) return inner;
    }
    return {};
}

OptionOrigin OptionOrigins::originOf(const YamlNode& node, std::string job, std::string name) const {
    std::string definition = definitionIn(rawText(node));
    const bool isGiven = !definition.empty();
    return {.job = std::move(job),
            .name = std::move(name),
            .value = textOf(node),
            .kind = isGiven ? OriginKind::CommandLine : OriginKind::Configuration,
            .from = isGiven ? std::move(definition) : fmt::format("line {}", node.position.line)};
}

std::vector<OptionOrigin> OptionOrigins::ofJob(const std::string& job, std::span<const OptionSpec> specs,
                                               std::string_view format) const {
    const YamlNode* jobs = tree_.root->find("jobs");
    const YamlNode* node = jobs == nullptr ? nullptr : jobs->find(job);
    if (node != nullptr && !format.empty()) node = node->find(format);
    std::vector<OptionOrigin> origins;
    origins.reserve(specs.size());
    for (const OptionSpec& spec : specs) {
        std::string name = format.empty() ? std::string(spec.name) : fmt::format("{}.{}", format, spec.name);
        const YamlNode* written = node == nullptr ? nullptr : node->find(spec.name);
        if (written != nullptr) {
            origins.push_back(originOf(*written, job, std::move(name)));
        } else {
            origins.push_back({.job = job,
                               .name = std::move(name),
                               .value = std::string(spec.defaultText),
                               .kind = OriginKind::Default,
                               .from = "default"});
        }
    }
    return origins;
}

std::vector<OptionOrigin> OptionOrigins::ofExport(const std::string& job,
                                                  const ExporterModule& exporter) const {
    std::vector<OptionOrigin> origins = ofJob(job, exporter.options);
    const auto chosen = std::ranges::find(origins, kPresetOption, &OptionOrigin::name);
    if (chosen == origins.end()) return origins;
    const auto preset = std::ranges::find(exporter.presets, chosen->value, &OptionPreset::id);
    if (preset == exporter.presets.end()) return origins;
    for (const PresetValue& value : preset->values) {
        const auto option = std::ranges::find(origins, value.option, &OptionOrigin::name);
        if (option == origins.end() || option->kind != OriginKind::Default) continue;
        option->value = value.text;
        option->kind = chosen->kind;
        option->from = fmt::format("preset {}, {}", preset->id, chosen->from);
    }
    return origins;
}

std::vector<OptionOrigin> OptionOrigins::ofConfiguration() const {
    constexpr std::array<std::string_view, 4> kKeys = {"textures", "archives", "fail_on", "on_empty"};
    std::vector<OptionOrigin> origins;
    for (const std::string_view key : kKeys) {
        if (const YamlNode* node = tree_.root->find(key))
            origins.push_back(originOf(*node, {}, std::string(key)));
    }
    return origins;
}

}  // namespace rigkiln::cli
