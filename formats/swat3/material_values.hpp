#pragma once

#include <cstdint>
#include <string_view>

#include <glm/vec3.hpp>

#include "formats/swat3/conventions.hpp"
#include "formats/swat3/gsm_file.hpp"

/// Converts stored values of a material to glTF's terms (README, Materials). Model writers use it to tell
/// whether a value is still the stored one.
namespace rigkiln::swat3 {

/// Map slots with a meaning beyond their names.
inline constexpr std::uint16_t kDiffuseSlot = 1;
inline constexpr std::uint16_t kReflectionSlot = 9;

/// Key and values in a material's extras for the state of its image.
inline constexpr std::string_view kImageKey = "image";
inline constexpr std::string_view kImageMissing = "missing";  ///< not found
inline constexpr std::string_view kImageKeyed = "keyed";      ///< pixels of the colour key became transparent

/// Converts a display value (gamma-encoded, 0 to 1) to linear light. Values that are not finite become 1.
[[nodiscard]] float toLinear(float display);
[[nodiscard]] glm::vec3 toLinear(const Float3& color);

[[nodiscard]] float roughnessOf(const GsmMaterial& material);
[[nodiscard]] float opacityOf(const GsmMaterial& material, Transparency meaning);
/// `color` is the surface colour.
[[nodiscard]] glm::vec3 emissionOf(const GsmMaterial& material, const glm::vec3& color);

}  // namespace rigkiln::swat3
