#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/bfres/animation/curve.hpp"
#include "formats/bfres/base/user_data.hpp"

/// FVIS, visibility of bones or materials (README, section Other animations). Known for the Wii U from 3.4.
namespace rigkiln::bfres {

struct VisibilityAnimation {
    std::string name;
    std::string path;
    std::uint16_t flags = 0;  ///< bit 0 baked, bit 2 looping, bit 8: of materials
    std::int32_t frameCount = 0;
    std::uint32_t bakedSize = 0;
    std::optional<std::vector<std::uint16_t>> bindIndices;  ///< one per target
    std::vector<std::string> targets;                       ///< names of bones or materials
    std::vector<Curve> curves;                              ///< their target is an index in `targets`
    std::vector<std::uint32_t> baseBits;  ///< one bit per target, in words of 32 bits, lowest bit first
    std::vector<UserData> userData;

    [[nodiscard]] bool isLooping() const { return (flags & 4U) != 0; }

    bool operator==(const VisibilityAnimation&) const = default;
};

/// Whether the layout of the section is known.
[[nodiscard]] bool hasVisibilityAnimations(const Layout& layout);

/// Throws FormatError.
[[nodiscard]] VisibilityAnimation readVisibilityAnimation(BfresReader& file, Place section);

/// Throws EncodeError.
void writeVisibilityAnimation(BfresWriter& out, const VisibilityAnimation& animation, Label label);

}  // namespace rigkiln::bfres
