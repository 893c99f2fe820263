#include "formats/swat3/material_values.hpp"

#include <algorithm>
#include <cmath>

namespace rigkiln::swat3 {

float toLinear(float display) {
    const float value = std::isfinite(display) ? std::clamp(display, 0.0F, 1.0F) : 1.0F;
    return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}

glm::vec3 toLinear(const Float3& color) {
    return {toLinear(color[0]), toLinear(color[1]), toLinear(color[2])};
}

/// Converts 3ds Max's glossiness g, a Phong exponent of 2^(10 g), to roughness by the usual fit.
float roughnessOf(const GsmMaterial& material) {
    if (!(material.shineStrength > 0) || !std::isfinite(material.shininess)) return 1.0F;
    const float exponent = std::exp2(10.0F * std::clamp(material.shininess, 0.0F, 1.0F));
    return std::sqrt(2.0F / (exponent + 2.0F));
}

float opacityOf(const GsmMaterial& material, Transparency meaning) {
    if (!std::isfinite(material.transparency)) return 1.0F;
    const float stored = std::clamp(material.transparency, 0.0F, 1.0F);
    return meaning == Transparency::Opaque ? stored : 1.0F - stored;
}

glm::vec3 emissionOf(const GsmMaterial& material, const glm::vec3& color) {
    const bool shines = std::isfinite(material.selfIllumination) && material.selfIllumination > 0;
    return shines ? std::min(material.selfIllumination, 1.0F) * color : glm::vec3(0.0F);
}

}  // namespace rigkiln::swat3
