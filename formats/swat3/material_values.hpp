#pragma once

#include <cstdint>
#include <string_view>

#include <glm/vec3.hpp>

#include "formats/swat3/conventions.hpp"
#include "formats/swat3/gsm_file.hpp"

/// What stored values of a material are in glTF's terms (README, Materials). What writes models compares by
/// these whether a value is still the stored one.
namespace rigkiln::swat3 {

/// Map slots that mean something to more than their names.
inline constexpr std::uint16_t kDiffuseSlot = 1;
inline constexpr std::uint16_t kReflectionSlot = 9;

/// What became of the image of a material, in its extras.
inline constexpr std::string_view kImageKey = "image";
inline constexpr std::string_view kImageMissing = "missing";  ///< it was not found
inline constexpr std::string_view kImageKeyed = "keyed";      ///< pixels of the colour key became clear

/// From what a screen is sent, 0 to 1, to light. What is not finite is 1.
[[nodiscard]] float toLinear(float display);
[[nodiscard]] glm::vec3 toLinear(const Float3& color);

[[nodiscard]] float roughnessOf(const GsmMaterial& material);
[[nodiscard]] float opacityOf(const GsmMaterial& material, Transparency meaning);
/// `color` is that of the surface.
[[nodiscard]] glm::vec3 emissionOf(const GsmMaterial& material, const glm::vec3& color);

}  // namespace rigkiln::swat3
