#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/bfres/bfres_layout.hpp"
#include "formats/bfres/bfres_writer.hpp"
#include "formats/bfres/model.hpp"
#include "formats/bfres/pattern_animation.hpp"
#include "formats/bfres/skeletal_animation.hpp"
#include "formats/bfres/texture.hpp"
#include "formats/bfres/visibility_animation.hpp"

/// A BFRES file as it is stored (README). Names of fields follow the file; nothing is interpreted.
namespace rigkiln::bfres {

struct EmbeddedFile {
    std::string name;
    std::vector<std::byte> bytes;

    bool operator==(const EmbeddedFile&) const = default;
};

/// Kinds of sections, in the order of the Wii U header; the last is the Switch's.
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

/// "FTEX textures", for messages and dumps.
[[nodiscard]] std::string_view groupTitle(Group group);

/// Whether sections of this kind are read; of others only the names are.
[[nodiscard]] bool isRead(Group group, const Layout& layout);

struct BfresFile {
    Layout layout{};
    std::string name;
    std::uint32_t alignment = 4;  ///< Wii U: bytes; Switch: its logarithm
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

/// `listener`, when there is one, is told of every field. Throws FormatError.
[[nodiscard]] BfresFile decodeBfres(std::span<const std::byte> bytes,
                                    const FieldListener* listener = nullptr);

/// What a scene is made of but skeletal animations: of textures the headers, as far as they can be read (they
/// are images like others to who looks for them), and of embedded files the names alone. Damage in these is
/// then no failure of the models. Throws FormatError.
[[nodiscard]] BfresFile decodeBfresForScene(std::span<const std::byte> bytes);

/// A file that decodes to the same model. Not byte for byte what a game's file was: bounding volumes
/// and what follows from other data are not kept. Throws EncodeError, also for groups that are not
/// read.
[[nodiscard]] std::vector<std::byte> encodeBfres(const BfresFile& file);

/// Where the sections of a group lie, in the order of the group's dictionary.
struct SectionPlace {
    std::string key;
    Place place = 0;
};

/// What the header says, checked against the file. Throws FormatError.
struct Contents {
    std::string name;
    std::uint32_t alignment = 0;
    Place bulkStart = 0;  ///< Switch
    std::array<std::vector<SectionPlace>, kGroupCount> groups;

    [[nodiscard]] const std::vector<SectionPlace>& of(Group group) const& {
        return groups[static_cast<std::size_t>(group)];
    }
    /// By value, so that a loop over the sections of a temporary does not outlive them.
    [[nodiscard]] std::vector<SectionPlace> of(Group group) && {
        return std::move(groups[static_cast<std::size_t>(group)]);
    }
};
[[nodiscard]] Contents readContents(BfresReader& file);

/// The skeletal animations of a file one after the other: decoded all of them are larger than the file.
/// Refers to the bytes.
class SkeletalAnimations {
public:
    /// Throws FormatError.
    explicit SkeletalAnimations(std::span<const std::byte> bytes);

    [[nodiscard]] std::size_t left() const { return sections_.size() - next_; }
    /// Precondition: there is one left. Throws FormatError.
    [[nodiscard]] SkeletalAnimation next();

private:
    FieldPath path_;
    BfresReader file_;
    std::vector<SectionPlace> sections_;
    std::size_t next_ = 0;
};

/// The bytes of an embedded file, where they are. Throws FormatError.
[[nodiscard]] std::span<const std::byte> viewEmbedded(BfresReader& file, Place section);

/// Where each string of the pool of a Wii U file lies, so that sections can be written as they were. Throws
/// FormatError.
[[nodiscard]] StringPlaces readStringPool(std::span<const std::byte> bytes);

}  // namespace rigkiln::bfres
