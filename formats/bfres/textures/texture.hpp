#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/bfres/base/bfres_reader.hpp"
#include "formats/bfres/base/bfres_writer.hpp"
#include "formats/bfres/base/user_data.hpp"

/// FTEX, textures of the Wii U (README, section Textures).
namespace rigkiln::bfres {

/// Texture in the graphics chip's format. Laws: `image` has imageSize bytes and `mips` has mipSize bytes if
/// present. They are absent when another file holds them (texture_folder.hpp). The mips of a file "X.Tex1"
/// are in no file: their offsets lead to other data or behind the end.
struct Texture {
    std::string name;
    std::string path;
    std::uint32_t dimension = 1;  ///< 0 1D, 1 2D, 2 3D, 3 cube, 4 1D array, 5 2D array, 6 and 7 multisampled
    std::uint32_t width = 1;      ///< pixels
    std::uint32_t height = 1;
    std::uint32_t depth = 1;
    std::uint32_t levelCount = 1;  ///< including the base level
    std::uint32_t format = 0;      ///< texture_format.hpp
    std::uint32_t antialiasing = 0;
    std::uint32_t use = 1;
    std::uint32_t imageSize = 0;  ///< bytes of the base level
    std::uint32_t unknown0x28 = 0;
    std::uint32_t mipSize = 0;  ///< bytes of all other levels
    std::uint32_t unknown0x30 = 0;
    std::uint32_t tileMode = 0;  ///< gx2_tiling.hpp
    std::uint32_t swizzle = 0;   ///< bits 8 to 10: pipes and banks; 16 and up: first level without them
    std::uint32_t alignment = 0;
    std::uint32_t pitch = 0;  ///< of the base level, in pixels or blocks of 4 x 4
    /// [0] is the size of the base level; [n] is the offset of level n + 1 in `mips`. Level 1 is at offset 0.
    std::array<std::uint32_t, 13> levelOffsets{};
    std::array<std::uint32_t, 4> view = {0, 1, 0, 1};  ///< first level, levels, first slice, slices
    /// Source of red, green, blue and alpha: 0 to 3 are channels of the picture, 4 is zero, 5 is one.
    std::array<std::uint8_t, 4> channels = {0, 1, 2, 3};
    std::array<std::uint32_t, 5> registers{};
    std::uint32_t unknown0xA0 = 0;
    std::uint8_t arrayLength = 1;
    std::optional<std::vector<std::byte>> image;
    std::optional<std::vector<std::byte>> mips;
    std::vector<UserData> userData;

    bool operator==(const Texture&) const = default;
};

/// Whether the layout of the section is known.
[[nodiscard]] bool hasTextures(const Layout& layout);

/// Positions of a texture's bytes in the file; 0: in another file.
struct TextureData {
    Place image = 0;
    Place mips = 0;
};

/// Reads only the header: `image` and `mips` stay empty, and `data` tells where they are. Section 0 means
/// that the texture begins the file (texture_file.hpp). Throws FormatError, also for unsupported picture
/// sizes.
[[nodiscard]] Texture readTextureHeader(BfresReader& file, Place section, TextureData& data);

/// Throws FormatError.
[[nodiscard]] Texture readTexture(BfresReader& file, Place section);

/// Throws EncodeError.
void writeTexture(BfresWriter& out, const Texture& texture, Label label);

}  // namespace rigkiln::bfres
