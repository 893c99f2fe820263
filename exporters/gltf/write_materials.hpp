#pragma once

#include <string_view>

#include "exporters/gltf/gltf_document.hpp"
#include "exporters/gltf/json_writer.hpp"

namespace rigkiln::gltf_export {

inline constexpr std::string_view kUnlit = "KHR_materials_unlit";
inline constexpr std::string_view kTextureWebp = "EXT_texture_webp";
inline constexpr std::string_view kTextureTransform = "KHR_texture_transform";

/// Writes the members "materials", "textures", "images" and "samplers" of the document, those that are not
/// empty.
void writeMaterials(JsonWriter& json, const Document& document);

}  // namespace rigkiln::gltf_export
