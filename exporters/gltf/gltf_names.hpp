#pragma once

#include <optional>
#include <string_view>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/scene/clip.hpp"
#include "pipeline/scene/scene.hpp"

/// Names of the enumerations in the JSON of glTF files.
namespace rigkiln::gltf_export {

[[nodiscard]] std::string_view nameOf(ElementType type);   ///< "VEC3"
[[nodiscard]] std::string_view nameOf(Interpolation way);  ///< "CUBICSPLINE"
[[nodiscard]] std::string_view nameOf(LightKind kind);     ///< "spot", as in KHR_lights_punctual
[[nodiscard]] std::string_view nameOf(Path path);          ///< "rotation"; "pointer" for pointers
[[nodiscard]] std::optional<ElementType> elementTypeNamed(std::string_view name);

}  // namespace rigkiln::gltf_export
