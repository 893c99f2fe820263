#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rigkiln {

/// Parts of an asset that can be compared alone.
enum class ComparedPart : std::uint8_t {
    Structure,    ///< joints: names, parents, visibility
    Meshes,       ///< vertices, triangles and their materials, where meshes hang, roles
    Skins,        ///< weights of the joints
    Materials,    ///< values of materials, without their images
    Images,       ///< pixels of the images that materials use
    Poses,        ///< rest pose and clips: places over time, visibility, moving textures, durations
    Attachments,  ///< named places on joints
    Lights,
    Events,  ///< events of clips
    Extras,  ///< source data without a field in the scene
};

inline constexpr std::array<std::string_view, 10> kComparedParts = {
    "structure", "meshes",      "skins",  "materials", "images",
    "poses",     "attachments", "lights", "events",    "extras"};

[[nodiscard]] constexpr std::string_view toString(ComparedPart part) {
    return kComparedParts.at(static_cast<std::size_t>(part));
}

/// Set of parts.
class ComparedParts {
public:
    /// Contains every part.
    ComparedParts() { parts_.set(); }
    [[nodiscard]] static ComparedParts none() {
        ComparedParts parts;
        parts.parts_.reset();
        return parts;
    }

    void add(ComparedPart part) { parts_.set(static_cast<std::size_t>(part)); }
    [[nodiscard]] bool has(ComparedPart part) const { return parts_.test(static_cast<std::size_t>(part)); }
    [[nodiscard]] bool isAll() const { return parts_.all(); }
    bool operator==(const ComparedParts&) const = default;

private:
    std::bitset<kComparedParts.size()> parts_;
};

}  // namespace rigkiln
