#pragma once

#include <cstdint>
#include <string_view>

namespace rigkiln::gltf_validation {

/// How bad a finding is. Only errors break the rules of glTF 2.0.
enum class FindingSeverity : std::uint8_t { Error, Warning, Information, Hint };

/// A rule that is checked. Code and severity are those of the Khronos validator where it has the rule; codes
/// are never reused.
struct Rule {
    std::string_view code;
    FindingSeverity severity;
    std::string_view meaning;  ///< what a finding says, in one sentence
};

}  // namespace rigkiln::gltf_validation
