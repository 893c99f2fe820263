#pragma once

#include <optional>
#include <string>

#include "formats/gltf/engine_rules/engine_rules.hpp"

namespace rigkiln::cli {

/// Returns the rules of `validate` as tables for docs/validate.md, and those of the engines for
/// docs/engine-rules.md.
[[nodiscard]] std::string ruleReference();
[[nodiscard]] std::string engineRuleReference();

/// Return the rules of an engine, or those of glTF, as text for a terminal and as JSON.
[[nodiscard]] std::string rulesText(std::optional<gltf_engine_rules::Engine> engine);
[[nodiscard]] std::string rulesJson(std::optional<gltf_engine_rules::Engine> engine);

}  // namespace rigkiln::cli
