#include "formats/bfres/textures/texture.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/base/record_reader.hpp"
#include "formats/image/image_size.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::uint32_t kMostLevels = 14;
constexpr std::size_t kLeastAlignment = 64;
constexpr std::size_t kMostAlignment = std::size_t{1} << 16U;

template <class Target>
struct TextureTargets {
    Target image{};
    Target mips{};
    UserDataTargets<Target> userData{};
};
using TexturePlaces = TextureTargets<Place>;
using TextureLabels = TextureTargets<Label>;

template <class Codec, class Record>
void describeSurface(Codec& codec, Record& texture) {
    codec.field("dimension", texture.dimension);
    codec.field("width", texture.width);
    codec.field("height", texture.height);
    codec.field("depth", texture.depth);
    codec.field("levelCount", texture.levelCount);
    codec.field("format", texture.format);
    codec.field("antialiasing", texture.antialiasing);
    codec.field("use", texture.use);
    codec.field("imageSize", texture.imageSize);
    codec.field("unknown0x28", texture.unknown0x28);
    codec.field("mipSize", texture.mipSize);
    codec.field("unknown0x30", texture.unknown0x30);
    codec.field("tileMode", texture.tileMode);
    codec.field("swizzle", texture.swizzle);
    codec.field("alignment", texture.alignment);
    codec.field("pitch", texture.pitch);
    codec.field("levelOffsets", texture.levelOffsets);
}

template <class Codec, class Record, class Places>
void describeTexture(Codec& codec, Record& texture, Places& places) {
    codec.magic("FTEX");
    describeSurface(codec, texture);
    codec.field("view", texture.view);
    codec.field("channels", texture.channels);
    codec.field("registers", texture.registers);
    codec.field("unknown0xA0", texture.unknown0xA0);
    codec.field("arrayLength", texture.arrayLength);
    codec.pad(3);
    codec.text("name", texture.name);
    codec.text("path", texture.path);
    codec.place("image", places.image);
    codec.place("mips", places.mips);
    codec.place("userData", places.userData.dictionary);
    codec.field("userDataCount", places.userData.count);
    codec.pad(2);
}

/// A file with only mips stores their offset in the field of the base level.
bool hasMipsAlone(const Texture& texture) {
    return texture.imageSize == 0 && texture.mipSize != 0;
}

void checkSize(const ByteReader& in, Place section, const Texture& texture) {
    images::requireSize(in, static_cast<std::size_t>(section) + 8, texture.width, texture.height);
    if (texture.levelCount > kMostLevels) {
        in.failAt(static_cast<std::size_t>(section) + 0x14, "levelCount",
                  fmt::format("{}, at most {} are possible", texture.levelCount, kMostLevels));
    }
}

void checkBytes(const char* field, const std::optional<std::vector<std::byte>>& bytes, std::uint32_t size) {
    if (bytes && bytes->size() != size)
        throw EncodeError(std::string("texture.") + field,
                          fmt::format("{} bytes, the header says {}", bytes->size(), size));
}

Label dataLabel(BfresWriter& out, const std::optional<std::vector<std::byte>>& bytes, std::size_t alignment) {
    if (!bytes) return {};
    return out.addBulk(*bytes, std::clamp(alignment, kLeastAlignment, kMostAlignment));
}

}  // namespace

bool hasTextures(const Layout& layout) {
    return !layout.isSwitch();
}

Texture readTextureHeader(BfresReader& file, Place section, TextureData& data) {
    Texture texture;
    TexturePlaces places;
    ByteReader in = section == 0 ? file.start() : file.open("texture", section);
    RecordReader record(file, in);
    describeTexture(record, texture, places);
    checkSize(in, section, texture);
    if (hasMipsAlone(texture) && places.mips == 0) std::swap(places.image, places.mips);
    // Files with only base levels keep offsets of mips that they do not contain.
    if (places.mips + std::uint64_t{texture.mipSize} > file.fileSize()) {
        places.mips = 0;
        // An empty base level alone would be written as the offset of the mips.
        if (hasMipsAlone(texture)) places.image = 0;
    }
    texture.userData = readUserData(file, places.userData);
    data = {.image = places.image, .mips = places.mips};
    return texture;
}

Texture readTexture(BfresReader& file, Place section) {
    TextureData data;
    Texture texture = readTextureHeader(file, section, data);
    if (data.image != 0) texture.image = file.readBytes("image", data.image, texture.imageSize);
    if (data.mips != 0) texture.mips = file.readBytes("mips", data.mips, texture.mipSize);
    return texture;
}

void writeTexture(BfresWriter& out, const Texture& texture, Label label) {
    checkBytes("image", texture.image, texture.imageSize);
    checkBytes("mips", texture.mips, texture.mipSize);
    TextureLabels labels;
    labels.image = dataLabel(out, texture.image, texture.alignment);
    labels.mips = dataLabel(out, texture.mips, texture.alignment);
    if (hasMipsAlone(texture) && !texture.image) std::swap(labels.image, labels.mips);
    labels.userData = userDataLabels(out, texture.userData);
    out.align(4);
    out.define(label);
    RecordWriter record(out);
    describeTexture(record, texture, labels);
    writeUserData(out, texture.userData, labels.userData);
}

}  // namespace rigkiln::bfres
