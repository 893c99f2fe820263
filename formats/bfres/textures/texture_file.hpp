#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bfres/textures/texture.hpp"
#include "pipeline/conversion/image_module.hpp"

/// Texture as a separate file, the form in which an image leaves a BFRES file: its FTEX section, strings, and
/// base level. The games have no such files.
namespace rigkiln::bfres {

/// Extension of such files.
inline constexpr const char* kTextureExtension = ".ftex";

/// Member name of a texture, given its name in a material.
[[nodiscard]] std::string textureFileName(std::string_view texture);

/// Encodes the header and the base level, without mips, name and user data. Throws EncodeError.
[[nodiscard]] std::vector<std::byte> encodeTextureFile(Texture texture);

/// Size in bytes of the result of encodeTextureFile() for a texture with a base level.
[[nodiscard]] std::uint64_t textureFileSize(const Texture& texture);

extern const ImageModule kFtexFormat;

}  // namespace rigkiln::bfres
