#include "tools/cli/rule_reference.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "formats/gltf/validate/validate_gltf.hpp"

namespace rigkiln::cli {
namespace {

using gltf_engine_rules::Engine;
using gltf_engine_rules::EngineRule;
using gltf_validation::Rule;
using gltf_validation::severityName;

nlohmann::ordered_json jsonOfRule(const Rule& rule) {
    return {{"code", rule.code}, {"severity", severityName(rule.severity)}, {"meaning", rule.meaning}};
}

std::string tableOf(Engine engine) {
    std::string text =
        "| code | severity | what happens | what to do | source |\n| --- | --- | --- | --- | --- |\n";
    for (const EngineRule* rule : gltf_engine_rules::rulesOf(engine))
        text +=
            fmt::format("| `{}` | {} | {} | {} | {} |\n", rule->rule.code, severityName(rule->rule.severity),
                        rule->rule.meaning, rule->remedy, rule->source);
    return text;
}

}  // namespace

std::string ruleReference() {
    std::string text = "| code | severity | meaning |\n| --- | --- | --- |\n";
    for (const Rule* rule : gltf_validation::kRules)
        text += fmt::format("| `{}` | {} | {} |\n", rule->code, severityName(rule->severity), rule->meaning);
    return text;
}

std::string engineRuleReference() {
    std::string text;
    for (const std::string_view name : gltf_engine_rules::kEngineNames)
        text += fmt::format("{}### {}\n\n{}", text.empty() ? "" : "\n", name,
                            tableOf(*gltf_engine_rules::engineNamed(name)));
    return text;
}

std::string rulesText(std::optional<Engine> engine) {
    std::string text;
    if (!engine) {
        for (const Rule* rule : gltf_validation::kRules)
            text += fmt::format("{} {}\n  {}\n", severityName(rule->severity), rule->code, rule->meaning);
        return text;
    }
    for (const EngineRule* rule : gltf_engine_rules::rulesOf(*engine))
        text += fmt::format("{} {}\n  {}\n  to do: {}\n  source: {}\n", severityName(rule->rule.severity),
                            rule->rule.code, rule->rule.meaning, rule->remedy, rule->source);
    return text;
}

std::string rulesJson(std::optional<Engine> engine) {
    nlohmann::ordered_json rules = nlohmann::ordered_json::array();
    if (!engine) {
        for (const Rule* rule : gltf_validation::kRules)
            rules.push_back(jsonOfRule(*rule));
    } else {
        for (const EngineRule* rule : gltf_engine_rules::rulesOf(*engine)) {
            rules.push_back(jsonOfRule(rule->rule));
            rules.back()["remedy"] = rule->remedy;
            rules.back()["source"] = rule->source;
        }
    }
    return rules.dump(2) + "\n";
}

}  // namespace rigkiln::cli
