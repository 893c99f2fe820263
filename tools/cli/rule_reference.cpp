#include "tools/cli/rule_reference.hpp"

#include <fmt/format.h>

#include "formats/gltf/validate/validate_gltf.hpp"

namespace rigkiln::cli {

std::string ruleReference() {
    std::string text = "| code | severity | meaning |\n| --- | --- | --- |\n";
    for (const gltf_validation::Rule* rule : gltf_validation::kRules)
        text += fmt::format("| `{}` | {} | {} |\n", rule->code, gltf_validation::severityName(rule->severity),
                            rule->meaning);
    return text;
}

}  // namespace rigkiln::cli
