#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/bfres/animation/curve.hpp"
#include "formats/bfres/base/user_data.hpp"

/// FTXP, texture patterns (README, section Other animations). Known for the Wii U from 3.4.0.2.
namespace rigkiln::bfres {

/// Texture of one sampler of a material over time.
struct TexturePattern {
    std::int8_t curve = -1;  ///< index in the material's curves; -1: constant
    std::int8_t unknown0x01 = -1;
    std::string sampler;
    std::uint16_t baseTexture = 0;  ///< index in the animation's textures when there is no curve

    bool operator==(const TexturePattern&) const = default;
};

struct MaterialPatterns {
    std::string material;
    std::uint32_t firstCurve = 0;    ///< number of curves in the materials before
    std::uint32_t firstPattern = 0;  ///< number of patterns in the materials before
    std::vector<TexturePattern> patterns;
    std::vector<Curve> curves;

    bool operator==(const MaterialPatterns&) const = default;
};

struct PatternAnimation {
    std::string name;
    std::string path;
    std::uint16_t flags = 0;  ///< bit 0 baked, bit 2 looping
    std::int32_t frameCount = 0;
    std::uint32_t patternCount = 0;  ///< of all materials, as stored
    std::uint32_t curveCount = 0;    ///< likewise
    std::uint32_t bakedSize = 0;
    std::optional<std::vector<std::uint16_t>> bindIndices;  ///< one per material
    std::vector<MaterialPatterns> materials;
    std::vector<std::string> textures;  ///< curves select one by index
    std::vector<UserData> userData;

    [[nodiscard]] bool isLooping() const { return (flags & 4U) != 0; }

    bool operator==(const PatternAnimation&) const = default;
};

/// Whether the layout of the section is known.
[[nodiscard]] bool hasPatternAnimations(const Layout& layout);

/// Throws FormatError.
[[nodiscard]] PatternAnimation readPatternAnimation(BfresReader& file, Place section);

/// Throws EncodeError.
void writePatternAnimation(BfresWriter& out, const PatternAnimation& animation, Label label);

}  // namespace rigkiln::bfres
