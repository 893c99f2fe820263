#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "formats/gltf/engine_rules/engine_rule.hpp"
#include "formats/gltf/validate/document.hpp"
#include "formats/gltf/validate/findings.hpp"
#include "pipeline/base/value.hpp"

/// Rules of importers: what is valid glTF and yet imports badly.
namespace rigkiln::gltf_engine_rules {

/// Engines with rules, in the order of kEngineNames.
enum class Engine : std::uint8_t { Blender, Godot, Unreal, Unity, Web };

/// Names of the presets for the engines.
inline constexpr std::array<std::string_view, 5> kEngineNames = {"blender", "godot", "unreal", "unity",
                                                                 "web"};

/// Returns nothing for a name that is none of kEngineNames.
[[nodiscard]] std::optional<Engine> engineNamed(std::string_view name);

/// Rules of an engine, in the order of the documentation.
[[nodiscard]] std::span<const EngineRule* const> rulesOf(Engine engine);

/// Checks a document against the rules of an engine. Precondition: `document` was made from `json` and
/// linked; it may break rules of glTF, and parts that do are left out. Takes time and memory in proportion to
/// the file.
void checkForEngine(gltf_validation::Findings& findings, const Value& json,
                    gltf_validation::Document& document, Engine engine);

}  // namespace rigkiln::gltf_engine_rules
