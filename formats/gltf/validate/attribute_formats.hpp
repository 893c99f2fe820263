#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "formats/gltf/validate/document.hpp"

namespace rigkiln::gltf_validation {

/// Formats of accessors that attributes of vertices and of morph targets may have, by the name without
/// number.
struct AttributeFormats {
    std::map<std::string_view, std::vector<AccessorFormat>> vertices{};
    std::map<std::string_view, std::vector<AccessorFormat>> targets{};
};

/// Returns the formats of glTF 2.0, or those with KHR_mesh_quantization.
[[nodiscard]] const AttributeFormats& attributeFormats(bool isQuantized);

}  // namespace rigkiln::gltf_validation
