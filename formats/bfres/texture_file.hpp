#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/bfres/texture.hpp"
#include "pipeline/conversion/image_module.hpp"

/// A texture as a file of its own, which is how an image leaves a BFRES file: an FTEX section as it is in
/// there, its strings, and the base level behind it. No game has such files.
namespace rigkiln::bfres {

/// What their names end with.
inline constexpr const char* kTextureExtension = ".ftex";

/// The texture with its base level; mips, name and user data stay behind. Throws EncodeError.
[[nodiscard]] std::vector<std::byte> encodeTextureFile(Texture texture);

/// Bytes that encodeTextureFile() makes of a texture that has its base level.
[[nodiscard]] std::uint64_t textureFileSize(const Texture& texture);

extern const ImageModule kFtexFormat;

}  // namespace rigkiln::bfres
