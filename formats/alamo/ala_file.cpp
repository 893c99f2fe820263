#include "formats/alamo/ala_file.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include <fmt/format.h>

#include "formats/alamo/chunk_ids.hpp"
#include "formats/alamo/chunk_reader.hpp"
#include "formats/alamo/chunk_writer.hpp"

namespace rigkiln::alamo {

namespace {

constexpr std::uint8_t kRotationBlockMini = 11;  // version 2 only
constexpr std::size_t kVectorWords = 3;
constexpr std::size_t kRotationWords = 4;

// Records of minis, described once for both directions. Codec is ChunkList or MiniWriter; the calls are in
// file order.

template <class Codec, class File, class Count>
void describeHeader(Codec& minis, File& file, Count& boneCount) {
    minis.field(1, "frameCount", file.frameCount);
    minis.field(2, "framesPerSecond", file.framesPerSecond);
    minis.field(3, "boneCount", boneCount);
    if (file.version == AlaVersion::V1) return;
    minis.field(kRotationBlockMini, "rotationBlock", file.rotationBlock);
    minis.field(12, "translationBlock", file.translationBlock);
    minis.field(13, "scaleBlock", file.scaleBlock);
}

template <class Codec, class Bone>
void describeBone(Codec& minis, Bone& bone, AlaVersion version) {
    minis.field(4, "name", bone.name);
    minis.field(5, "index", bone.index);
    minis.field(10, "rest", bone.rest);
    minis.field(6, "translationOffset", bone.translationOffset);
    minis.field(7, "translationScale", bone.translationScale);
    minis.field(8, "scaleOffset", bone.scaleOffset);
    minis.field(9, "scaleScale", bone.scaleScale);
    if (version == AlaVersion::V1) return;
    minis.field(14, "translationIndex", bone.translationIndex);
    minis.field(15, "scaleIndex", bone.scaleIndex);
    minis.field(16, "rotationIndex", bone.rotationIndex);
    minis.field(17, "defaultRotation", bone.defaultRotation);
}

std::uint64_t bitFieldSize(std::uint32_t frameCount) {
    return (std::uint64_t{frameCount} + 7) / 8;
}

std::uint32_t decodeHeader(const ByteReader& body, AlaFile& file) {
    const auto scope = body.enter("header");
    ChunkList minis = ChunkList::ofMinis(body);
    file.version = minis.has(kRotationBlockMini) ? AlaVersion::V2 : AlaVersion::V1;
    std::uint32_t boneCount = 0;
    describeHeader(minis, file, boneCount);
    if (file.frameCount == 0) body.fail("frameCount", "0, at least 1 is expected");
    if (!std::isfinite(file.framesPerSecond) || file.framesPerSecond <= 0) {
        body.fail("framesPerSecond",
                  fmt::format("{}, a finite number above 0 is expected", file.framesPerSecond));
    }
    // Keeps the time of the last frame within the range of float.
    const double slowest = (file.frameCount - 1.0) / static_cast<double>(std::numeric_limits<float>::max());
    if (static_cast<double>(file.framesPerSecond) < slowest) {
        body.fail("framesPerSecond", fmt::format("{}, at least {} is expected for {} frames",
                                                 file.framesPerSecond, slowest, file.frameCount));
    }
    file.unknownMinis = minis.takeRest();
    return boneCount;
}

template <class Number, std::size_t width>
std::vector<std::array<Number, width>> decodeTrack(ByteReader body, std::string_view field,
                                                   std::uint32_t frameCount) {
    constexpr std::size_t kSize = sizeof(Number) * width;
    if (body.left() != std::uint64_t{frameCount} * kSize) {
        body.fail(field, fmt::format("{} bytes, {} frames of {} bytes are expected", body.left(), frameCount,
                                     kSize));
    }
    return body.readArrays<Number, width>(field, frameCount);
}

std::vector<PackedQuat> decodeRotations(const ByteReader& body, std::uint32_t frameCount) {
    constexpr std::string_view kField = "rotations";
    if (body.left() == sizeof(PackedQuat)) return decodeTrack<std::int16_t, 4>(body, kField, 1);
    return decodeTrack<std::int16_t, 4>(body, kField, frameCount);
}

std::optional<std::vector<std::byte>> decodeBits(ChunkList& chunks, std::uint32_t id, std::string_view field,
                                                 std::uint32_t frameCount) {
    auto body = chunks.takeOptionalData(id, field);
    if (!body) return std::nullopt;
    if (body->left() != bitFieldSize(frameCount)) {
        body->fail(field, fmt::format("{} bytes, {} are expected for {} frames", body->left(),
                                      bitFieldSize(frameCount), frameCount));
    }
    return body->readBytes(field, body->left());
}

void checkIndex(const ByteReader& body, std::string_view field, std::uint16_t index, std::size_t words,
                std::uint32_t block) {
    if (index == kNoTrack || index + words <= block) return;
    body.fail(field, fmt::format("words {} to {} lie outside the block of {} words", index, index + words - 1,
                                 block));
}

// Refuses chunks of the other version: keeping them as unknown would lose the motion silently.
void refuseOtherVersion(const ChunkList& chunks, const ByteReader& body,
                        std::initializer_list<std::uint32_t> ids, AlaVersion version) {
    for (const std::uint32_t chunkId : ids) {
        if (!chunks.has(chunkId)) continue;
        body.fail("version", fmt::format("chunk 0x{:X} is not of version {}, which the header states",
                                         chunkId, static_cast<int>(version)));
    }
}

void decodeTracks(ChunkList& chunks, std::uint32_t frameCount, AlaBone& bone) {
    if (const auto body = chunks.takeOptionalData(id::kTranslations, "translations")) {
        bone.translations = decodeTrack<std::uint16_t, 3>(*body, "translations", frameCount);
    }
    if (const auto body = chunks.takeOptionalData(id::kScales, "scales")) {
        bone.scales = decodeTrack<std::uint16_t, 3>(*body, "scales", frameCount);
    }
    if (const auto body = chunks.takeOptionalData(id::kRotations, "rotations")) {
        bone.rotations = decodeRotations(*body, frameCount);
    }
}

AlaBone decodeBone(const ByteReader& body, const AlaFile& file) {
    AlaBone bone;
    ChunkList chunks = ChunkList::ofChunks(body);
    const ByteReader header = chunks.takeData(id::kAnimatedBoneHeader, "header");
    {
        const auto scope = header.enter("header");
        ChunkList minis = ChunkList::ofMinis(header);
        describeBone(minis, bone, file.version);
        checkIndex(header, "translationIndex", bone.translationIndex, kVectorWords, file.translationBlock);
        checkIndex(header, "scaleIndex", bone.scaleIndex, kVectorWords, file.scaleBlock);
        checkIndex(header, "rotationIndex", bone.rotationIndex, kRotationWords, file.rotationBlock);
        bone.unknownMinis = minis.takeRest();
    }
    if (file.version == AlaVersion::V1) {
        decodeTracks(chunks, file.frameCount, bone);
    } else {
        refuseOtherVersion(chunks, body, {id::kTranslations, id::kScales, id::kRotations}, file.version);
    }
    bone.visibilityBits = decodeBits(chunks, id::kVisibilityBits, "visibilityBits", file.frameCount);
    bone.stepBits = decodeBits(chunks, id::kStepBits, "stepBits", file.frameCount);
    bone.unknownChunks = chunks.takeRest();
    return bone;
}

template <class Word>
std::optional<std::vector<Word>> decodePool(ChunkList& chunks, std::uint32_t id, std::string_view field,
                                            std::uint32_t frameCount, std::uint32_t block) {
    // An empty block may have an empty pool or none; any other block needs its pool.
    auto body = block == 0 ? chunks.takeOptionalData(id, field) : chunks.takeData(id, field);
    if (!body) return std::nullopt;
    const std::size_t words = body->left() / sizeof(Word);
    // Division, because frames times block may exceed 64 bits.
    const bool fits =
        body->left() % sizeof(Word) == 0 && words % frameCount == 0 && words / frameCount == block;
    if (!fits) {
        body->fail(field, fmt::format("{} bytes, {} frames of {} words of 2 bytes are expected", body->left(),
                                      frameCount, block));
    }
    return body->readVector<Word>(field, words);
}

void decodePools(ChunkList& chunks, AlaFile& file) {
    file.translationPool = decodePool<std::uint16_t>(chunks, id::kTranslationPool, "translationPool",
                                                     file.frameCount, file.translationBlock);
    file.rotationPool = decodePool<std::int16_t>(chunks, id::kRotationPool, "rotationPool", file.frameCount,
                                                 file.rotationBlock);
    file.scalePool =
        decodePool<std::uint16_t>(chunks, id::kScalePool, "scalePool", file.frameCount, file.scaleBlock);
}

void encodeTracks(ChunkWriter& chunks, const AlaBone& bone) {
    if (bone.translations) {
        chunks.data(id::kTranslations, [&](ByteWriter& out) {
            out.writeArrays(std::span<const PackedVec3>(*bone.translations));
        });
    }
    if (bone.scales) {
        chunks.data(id::kScales,
                    [&](ByteWriter& out) { out.writeArrays(std::span<const PackedVec3>(*bone.scales)); });
    }
    if (bone.rotations) {
        chunks.data(id::kRotations,
                    [&](ByteWriter& out) { out.writeArrays(std::span<const PackedQuat>(*bone.rotations)); });
    }
}

void encodeBone(ChunkWriter& chunks, const AlaBone& bone, AlaVersion version) {
    chunks.minis(id::kAnimatedBoneHeader, bone.unknownMinis,
                 [&](MiniWriter& minis) { describeBone(minis, bone, version); });
    if (version == AlaVersion::V1) encodeTracks(chunks, bone);
    if (bone.visibilityBits) {
        chunks.data(id::kVisibilityBits, [&](ByteWriter& out) { out.writeBytes(*bone.visibilityBits); });
    }
    if (bone.stepBits) {
        chunks.data(id::kStepBits, [&](ByteWriter& out) { out.writeBytes(*bone.stepBits); });
    }
}

template <class Word>
void encodePool(ChunkWriter& chunks, std::uint32_t id, const std::optional<std::vector<Word>>& pool) {
    if (!pool) return;
    chunks.data(id, [&](ByteWriter& out) { out.writeAll(std::span<const Word>(*pool)); });
}

template <class Element>
std::size_t sizeOf(const std::optional<std::vector<Element>>& elements) {
    return elements ? elements->size() * sizeof(Element) : 0;
}

std::size_t estimatedSize(const AlaFile& file) {
    constexpr std::size_t kAroundBone = 256;  // upper bound for the headers of a bone
    std::size_t size =
        kAroundBone + sizeOf(file.translationPool) + sizeOf(file.rotationPool) + sizeOf(file.scalePool);
    for (const AlaBone& bone : file.bones) {
        size += kAroundBone + sizeOf(bone.translations) + sizeOf(bone.scales) + sizeOf(bone.rotations) +
                sizeOf(bone.visibilityBits) + sizeOf(bone.stepBits);
    }
    return size;
}

Vec3 unpack(const Vec3& offset, const Vec3& scale, const std::uint16_t* packed) {
    Vec3 value{};
    for (std::size_t axis = 0; axis < value.size(); ++axis) {
        value[axis] = static_cast<float>(double{offset[axis]} + double{scale[axis]} * packed[axis]);
    }
    return value;
}

}  // namespace

AlaFile decodeAla(std::span<const std::byte> file) {
    FieldPath path;
    const ByteReader reader(file, path);
    ChunkList top = ChunkList::ofChunks(reader);
    const ByteReader animation = top.takeContainer(id::kAnimation, "animation");
    ChunkList chunks = ChunkList::ofChunks(animation);

    AlaFile model;
    model.unknownTopLevelChunks = top.takeRest();
    const ByteReader header = chunks.takeData(id::kAnimationHeader, "header");
    const std::uint32_t boneCount = decodeHeader(header, model);
    const std::vector<Chunk> bones = chunks.takeAll({id::kAnimatedBone}, ChunkBody::Container, "bone");
    if (bones.size() != boneCount) {
        header.fail("header.boneCount",
                    fmt::format("{} bones are announced, {} follow", boneCount, bones.size()));
    }
    model.bones.reserve(bones.size());
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const auto scope = reader.enter("bone", i);
        model.bones.push_back(decodeBone(bones[i].body, model));
    }
    if (model.version == AlaVersion::V2) {
        decodePools(chunks, model);
    } else {
        refuseOtherVersion(chunks, animation, {id::kTranslationPool, id::kRotationPool, id::kScalePool},
                           model.version);
    }
    model.unknownChunks = chunks.takeRest();
    return model;
}

std::vector<std::byte> encodeAla(const AlaFile& file) {
    ChunkOutput out;
    out.bytes.reserve(estimatedSize(file));
    ChunkWriter top(out, file.unknownTopLevelChunks);
    top.container(id::kAnimation, file.unknownChunks, [&](ChunkWriter& chunks) {
        chunks.minis(id::kAnimationHeader, file.unknownMinis, [&](MiniWriter& minis) {
            const std::uint32_t boneCount = storedCount(out, "header.boneCount", file.bones.size());
            describeHeader(minis, file, boneCount);
        });
        for (std::size_t i = 0; i < file.bones.size(); ++i) {
            const auto scope = out.enter("bone", i);
            const AlaBone& bone = file.bones[i];
            chunks.container(id::kAnimatedBone, bone.unknownChunks,
                             [&](ChunkWriter& inner) { encodeBone(inner, bone, file.version); });
        }
        if (file.version == AlaVersion::V1) return;
        encodePool(chunks, id::kTranslationPool, file.translationPool);
        encodePool(chunks, id::kRotationPool, file.rotationPool);
        encodePool(chunks, id::kScalePool, file.scalePool);
    });
    top.finish();
    return std::move(out.bytes).finish();
}

std::optional<std::uint32_t> probeAlaHighestBone(std::span<const std::byte> file) {
    FieldPath path;
    const ByteReader reader(file, path);
    ChunkList top = ChunkList::ofChunks(reader);
    ChunkList chunks = ChunkList::ofChunks(top.takeContainer(id::kAnimation, "animation"));
    const std::vector<Chunk> bones = chunks.takeAll({id::kAnimatedBone}, ChunkBody::Container, "bone");
    std::optional<std::uint32_t> highest;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const auto scope = reader.enter("bone", i);
        ChunkList inner = ChunkList::ofChunks(bones[i].body);
        ChunkList minis = ChunkList::ofMinis(inner.takeData(id::kAnimatedBoneHeader, "header"));
        std::uint32_t index = 0;
        minis.field(5, "header.index", index);
        highest = std::max(highest.value_or(0), index);
    }
    return highest;
}

bool hasTranslationTrack(const AlaFile& file, const AlaBone& bone) {
    return file.version == AlaVersion::V1 ? bone.translations.has_value() : bone.translationIndex != kNoTrack;
}

bool hasScaleTrack(const AlaFile& file, const AlaBone& bone) {
    return file.version == AlaVersion::V1 ? bone.scales.has_value() : bone.scaleIndex != kNoTrack;
}

bool hasRotationTrack(const AlaFile& file, const AlaBone& bone) {
    if (file.version == AlaVersion::V2) return bone.rotationIndex != kNoTrack;
    return bone.rotations && bone.rotations->size() > 1;
}

Vec3 translationAt(const AlaFile& file, const AlaBone& bone, std::size_t frame) {
    if (!hasTranslationTrack(file, bone)) return bone.translationOffset;
    const std::uint16_t* packed =
        file.version == AlaVersion::V1
            ? (*bone.translations)[frame].data()
            : &(*file.translationPool)[frame * file.translationBlock + bone.translationIndex];
    return unpack(bone.translationOffset, bone.translationScale, packed);
}

Vec3 scaleAt(const AlaFile& file, const AlaBone& bone, std::size_t frame) {
    if (!hasScaleTrack(file, bone)) return bone.scaleOffset;
    const std::uint16_t* packed = file.version == AlaVersion::V1
                                      ? (*bone.scales)[frame].data()
                                      : &(*file.scalePool)[frame * file.scaleBlock + bone.scaleIndex];
    return unpack(bone.scaleOffset, bone.scaleScale, packed);
}

PackedQuat rotationAt(const AlaFile& file, const AlaBone& bone, std::size_t frame) {
    if (file.version == AlaVersion::V1) {
        if (!bone.rotations) return {0, 0, 0, 32767};
        return bone.rotations->size() > 1 ? (*bone.rotations)[frame] : bone.rotations->front();
    }
    if (!hasRotationTrack(file, bone)) return bone.defaultRotation;
    const std::int16_t* packed = &(*file.rotationPool)[frame * file.rotationBlock + bone.rotationIndex];
    return {packed[0], packed[1], packed[2], packed[3]};
}

bool visibleAt(const AlaBone& bone, std::size_t frame) {
    if (!bone.visibilityBits) return true;
    return (std::to_integer<unsigned>((*bone.visibilityBits)[frame / 8]) >> (frame % 8) & 1U) != 0;
}

}  // namespace rigkiln::alamo
