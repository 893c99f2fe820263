#include "formats/bfres/textures/texture_file.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/textures/texture_image.hpp"
#include "formats/image/image_issues.hpp"
#include "pipeline/base/error_codes.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::uint32_t kAlignment = 64;

/// Removes everything that a texture file does not store; keeps the header and the base level.
Texture bare(Texture texture) {
    texture.name.clear();
    texture.path.clear();
    texture.userData.clear();
    texture.mips.reset();
    texture.mipSize = 0;
    texture.alignment = kAlignment;
    return texture;
}

std::vector<std::byte> encodeBare(const Texture& texture) {
    BfresWriter out{Layout{}};
    writeTexture(out, texture, out.newLabel());
    out.writeStringPool();
    out.writeBulk(out.newLabel());
    return std::move(out).finish();
}

Texture decodeTextureFile(std::span<const std::byte> file) {
    FieldPath path;
    BfresReader reader(file, path, Layout{});
    return readTexture(reader, 0);
}

bool recognise(std::span<const std::byte> file, std::string_view /*extension*/) {
    constexpr std::string_view kMagic = "FTEX";
    return file.size() >= kMagic.size() &&
           std::ranges::equal(file.first(kMagic.size()), std::as_bytes(std::span(kMagic)));
}

Result<ImageSize> measure(std::span<const std::byte> file) {
    return guarded<ImageSize>([&] {
        FieldPath path;
        BfresReader reader(file, path, Layout{});
        TextureData data;
        const Texture texture = readTextureHeader(reader, 0, data);
        return ImageSize{texture.width, texture.height};
    });
}

/// Describes further pictures in the texture; empty when there are none.
std::string otherPictures(const Texture& texture) {
    constexpr std::uint32_t kCube = 3;
    if (texture.dimension == kCube) return "the faces of a cube";
    if (texture.arrayLength > 1) return fmt::format("an array of {} pictures", texture.arrayLength);
    if (texture.depth > 1) return fmt::format("{} slices of a volume", texture.depth);
    return {};
}

Result<Image> read(std::span<const std::byte> file, Diagnostics& diagnostics) {
    const Result<Texture> texture = guarded<Texture>([&] { return decodeTextureFile(file); });
    if (!texture) return texture.error();
    if (!texture->image) return kDamaged.at("image", "its bytes are in another file");
    if (const std::string others = otherPictures(*texture); !others.empty())
        diagnostics.add(images::kFirstPictureOnly, "file", others);
    return decodeTexture(*texture, *texture->image);
}

constexpr std::array<std::string_view, 1> kExtensions = {kTextureExtension};
constexpr std::array kIssues = {&images::kFirstPictureOnly};

}  // namespace

std::string textureFileName(std::string_view texture) {
    return std::string(texture) + kTextureExtension;
}

std::vector<std::byte> encodeTextureFile(Texture texture) {
    return encodeBare(bare(std::move(texture)));
}

std::uint64_t textureFileSize(const Texture& texture) {
    Texture empty = bare(texture);
    const std::uint64_t imageSize = std::exchange(empty.imageSize, 0);
    empty.image.emplace();
    return encodeBare(empty).size() + imageSize;
}

constinit const ImageModule kFtexFormat{.id = "ftex",
                                        .title = "Wii U texture",
                                        .extensions = kExtensions,
                                        .issues = kIssues,
                                        .recognise = recognise,
                                        .measure = measure,
                                        .read = read};

}  // namespace rigkiln::bfres
