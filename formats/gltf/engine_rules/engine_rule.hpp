#pragma once

#include <string_view>

#include "formats/gltf/validate/rule.hpp"

namespace rigkiln::gltf_engine_rules {

using gltf_validation::FindingSeverity;
using gltf_validation::Rule;

/// Something that is valid glTF and yet does not import as meant. An error means that the importer refuses
/// the file. Codes begin with the name of the preset and are never reused.
struct EngineRule {
    Rule rule;
    std::string_view remedy;  ///< how to avoid it, with the option of rigkiln that does
    std::string_view source;  ///< file of the importer, page or thread that says so
};

}  // namespace rigkiln::gltf_engine_rules
