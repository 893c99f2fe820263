#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/bfres/animation/pattern_animation.hpp"
#include "formats/bfres/animation/skeletal_animation.hpp"
#include "formats/bfres/animation/visibility_animation.hpp"
#include "formats/bfres/base/bfres_layout.hpp"
#include "formats/bfres/base/bfres_writer.hpp"
#include "formats/bfres/model/model.hpp"
#include "formats/bfres/textures/texture.hpp"

/// BFRES file as stored (README). Field names follow the file; nothing is interpreted.
namespace rigkiln::bfres {

struct EmbeddedFile {
    std::string name;
    std::vector<std::byte> bytes;

    bool operator==(const EmbeddedFile&) const = default;
};

/// Kinds of sections: the groups of the Wii U header in its order, then those of the Switch only.
enum class Group : std::uint8_t {
    Models,
    Textures,
    SkeletalAnimations,
    ShaderParameters,
    ShaderColors,
    TextureTransforms,
    TexturePatterns,
    BoneVisibility,
    MaterialVisibility,
    Shapes,
    Scenes,
    EmbeddedFiles,
    MaterialAnimations
};
inline constexpr std::size_t kGroupCount = 13;

/// Title for messages and dumps: "FTEX textures".
[[nodiscard]] std::string_view groupTitle(Group group);

/// Whether sections of this kind are decoded; of others only the names are read.
[[nodiscard]] bool isRead(Group group, const Layout& layout);

struct BfresFile {
    Layout layout{};
    std::string name;
    std::uint32_t alignment = 4;  ///< Wii U: bytes; Switch: log2 of bytes
    std::vector<Model> models{};
    std::vector<Texture> textures{};
    std::vector<SkeletalAnimation> skeletalAnimations{};
    std::vector<PatternAnimation> patternAnimations{};
    std::vector<VisibilityAnimation> boneVisibility{};
    std::vector<VisibilityAnimation> materialVisibility{};
    std::vector<EmbeddedFile> embeddedFiles{};
    /// Names of the sections of each group that is not read.
    std::array<std::vector<std::string>, kGroupCount> unread{};

    bool operator==(const BfresFile&) const = default;
};

/// Decodes a file. Reports every field to `listener`, which may be null. Throws FormatError.
[[nodiscard]] BfresFile decodeBfres(std::span<const std::byte> bytes,
                                    const FieldListener* listener = nullptr);

/// Decodes what a scene needs, except skeletal animations. Reads only the names of embedded files, and only
/// the readable headers of textures (whose pixels are found like other images), so damage in these does not
/// stop the models. Throws FormatError.
[[nodiscard]] BfresFile decodeBfresForScene(std::span<const std::byte> bytes);

/// Encodes a file that decodes to the same model. Not byte for byte like a game's file: bounding volumes and
/// derived data are not kept. Throws EncodeError, also for groups that are not decoded.
[[nodiscard]] std::vector<std::byte> encodeBfres(const BfresFile& file);

/// Key and position of a section, in the order of the group's dictionary.
struct SectionPlace {
    std::string key;
    Place place = 0;
};

/// Contents according to the header, checked against the file. readContents throws FormatError.
struct Contents {
    std::string name;
    std::uint32_t alignment = 0;
    Place bulkStart = 0;  ///< Switch
    std::array<std::vector<SectionPlace>, kGroupCount> groups;

    [[nodiscard]] const std::vector<SectionPlace>& of(Group group) const& {
        return groups[static_cast<std::size_t>(group)];
    }
    /// Returns by value, so that a loop over the sections of a temporary is safe.
    [[nodiscard]] std::vector<SectionPlace> of(Group group) && {
        return std::move(groups[static_cast<std::size_t>(group)]);
    }
};
[[nodiscard]] Contents readContents(BfresReader& file);

/// Decodes the skeletal animations of a file one by one, because all of them decoded are larger than the
/// file. Borrows the bytes, which must outlive it.
class SkeletalAnimations {
public:
    /// Throws FormatError.
    explicit SkeletalAnimations(std::span<const std::byte> bytes);

    [[nodiscard]] std::size_t left() const { return sections_.size() - next_; }
    /// Decodes the next animation. Precondition: left() > 0. Throws FormatError.
    [[nodiscard]] SkeletalAnimation next();

private:
    FieldPath path_;
    BfresReader file_;
    std::vector<SectionPlace> sections_;
    std::size_t next_ = 0;
};

/// Returns a view of the bytes of an embedded file. Throws FormatError.
[[nodiscard]] std::span<const std::byte> viewEmbedded(BfresReader& file, Place section);

/// Returns the positions of all strings in the pool of a Wii U file, so that sections can be written byte for
/// byte. Throws FormatError.
[[nodiscard]] StringPlaces readStringPool(std::span<const std::byte> bytes);

}  // namespace rigkiln::bfres
