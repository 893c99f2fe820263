#include "tools/corpus/bfres_texture.hpp"

#include <cassert>
#include <vector>

#include "formats/bfres/textures/texture_level.hpp"

namespace rigkiln::corpus {

namespace {

std::vector<std::byte> tiled(const bfres::TiledSurface& surface, std::span<const std::byte> elements) {
    std::vector<std::byte> linear(elements.begin(), elements.end());
    linear.resize(static_cast<std::size_t>(surface.linearBytes()));
    return tile(surface, linear);
}

}  // namespace

bfres::Texture makeTexture(const TextureSpec& spec, std::span<const std::byte> elements) {
    const auto format = bfres::readTextureFormat(spec.format);
    assert(format);
    bfres::Texture texture;
    texture.name = spec.name;
    texture.width = spec.width;
    texture.height = spec.height;
    texture.format = spec.format;
    texture.tileMode = static_cast<std::uint32_t>(spec.mode);
    texture.swizzle = spec.swizzle;
    texture.alignment = 256;
    const std::uint32_t row = (spec.width + format->side() - 1) / format->side();
    const std::uint32_t multiple = tileAlignment(spec.mode, format->layout.elementBytes, row).pitch;
    texture.pitch = (row + multiple - 1) / multiple * multiple;
    texture.image = tiled(textureLevel(texture)->surface, elements);
    texture.imageSize = static_cast<std::uint32_t>(texture.image->size());
    texture.levelOffsets[0] = texture.imageSize;
    return texture;
}

bfres::Texture makeMippedTexture(const TextureSpec& spec, std::span<const std::vector<std::byte>> levels) {
    bfres::Texture texture = makeTexture(spec, levels.front());
    texture.levelCount = static_cast<std::uint32_t>(levels.size());
    texture.view[1] = texture.levelCount;
    texture.mips.emplace();
    for (std::uint32_t level = 1; level < levels.size(); ++level) {
        if (level > 1) texture.levelOffsets.at(level - 1) = static_cast<std::uint32_t>(texture.mips->size());
        const std::vector<std::byte> bytes = tiled(textureLevel(texture, level)->surface, levels[level]);
        texture.mips->insert(texture.mips->end(), bytes.begin(), bytes.end());
    }
    texture.mipSize = static_cast<std::uint32_t>(texture.mips->size());
    return texture;
}

}  // namespace rigkiln::corpus
