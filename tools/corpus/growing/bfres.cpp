#include "tools/corpus/bfres.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/file/bfres_file.hpp"
#include "formats/containers/yaz0.hpp"
#include "formats/containers/zstd.hpp"
#include "tools/corpus/growing/growing.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::corpus {
namespace {

using namespace bfres;

constexpr Layout kWiiU{Console::WiiU, 0x04050003};
constexpr Layout kSwitch{Console::Switch, 0x000A0000};

/// A triangle on three bones, with one animation that moves the first of them.
BfresFile smallFile(const Layout& layout) {
    BfresFile file = makeBfresFile(layout);
    file.patternAnimations.clear();
    file.boneVisibility.clear();
    file.materialVisibility.clear();
    return file;
}

std::vector<ArtFile> fileAlone(const BfresFile& file) {
    return {{"Model.bfres", encodeBfres(file)}};
}

void addBones(Skeleton& skeleton, std::size_t count, bool isChain) {
    for (std::size_t i = 0; i < count; ++i) {
        Bone bone;
        bone.name = fmt::format("Bone{}", i);
        bone.index = static_cast<std::uint16_t>(skeleton.bones.size());
        bone.parent = isChain ? static_cast<std::int16_t>(bone.index - 1) : std::int16_t{0};
        bone.flags = bone_flag::kVisible | 0x1000U;
        bone.translation = {0, 1, 0};
        skeleton.bones.push_back(std::move(bone));
    }
}

template <const Layout& kLayout>
std::vector<ArtFile> withBones(std::size_t count) {
    BfresFile file = smallFile(kLayout);
    addBones(*file.models.front().skeleton, count, true);
    return fileAlone(file);
}

template <const Layout& kLayout>
std::vector<ArtFile> withShapes(std::size_t count) {
    BfresFile file = smallFile(kLayout);
    Model& model = file.models.front();
    const Shape one = model.shapes.front();
    for (std::size_t i = 0; i < count; ++i) {
        Shape shape = one;
        shape.name = fmt::format("Shape{}", i);
        shape.index = static_cast<std::uint16_t>(model.shapes.size());
        model.shapes.push_back(std::move(shape));
    }
    return fileAlone(file);
}

/// Each on a shape and with a texture of its own, which is nowhere.
template <const Layout& kLayout>
std::vector<ArtFile> withMaterials(std::size_t count) {
    BfresFile file = smallFile(kLayout);
    Model& model = file.models.front();
    const Shape oneShape = model.shapes.front();
    const Material oneMaterial = model.materials.front();
    for (std::size_t i = 0; i < count; ++i) {
        Material material = oneMaterial;
        material.name = fmt::format("Material{}", i);
        material.index = static_cast<std::uint16_t>(model.materials.size());
        material.textures.front() = fmt::format("Skin{}", i);
        Shape shape = oneShape;
        shape.name = fmt::format("Shape{}", i);
        shape.index = static_cast<std::uint16_t>(model.shapes.size());
        shape.material = static_cast<std::uint16_t>(model.materials.size());
        model.shapes.push_back(std::move(shape));
        model.materials.push_back(std::move(material));
    }
    return fileAlone(file);
}

void addIndex(const Layout& layout, std::size_t index, std::vector<std::byte>& bytes) {
    auto raw = std::bit_cast<std::array<std::byte, 4>>(static_cast<std::uint32_t>(index));
    if (layout.order() != std::endian::native) std::ranges::reverse(raw);
    bytes.insert(bytes.end(), raw.begin(), raw.end());
}

/// Triangles of three vertices each, in one shape. All vertices are those of the small file again.
template <const Layout& kLayout>
std::vector<ArtFile> withVertices(std::size_t count) {
    BfresFile file = smallFile(kLayout);
    Model& model = file.models.front();
    VertexArray& vertices = model.vertexArrays.front();
    const std::size_t triangles = (count + 2) / 3;
    vertices.vertexCount = static_cast<std::uint32_t>(3 * triangles);
    for (VertexBuffer& buffer : vertices.buffers) {
        const std::vector<std::byte> one = buffer.bytes;
        for (std::size_t i = 1; i < triangles; ++i)
            buffer.bytes.insert(buffer.bytes.end(), one.begin(), one.end());
    }
    Mesh& mesh = model.shapes.front().meshes.front();
    mesh.indexFormat = kLayout.isSwitch() ? 2 : 9;
    mesh.indexCount = vertices.vertexCount;
    mesh.subMeshes = {{.offset = 0, .count = mesh.indexCount}};
    mesh.indices.bytes.clear();
    for (std::size_t i = 0; i < vertices.vertexCount; ++i)
        addIndex(kLayout, i, mesh.indices.bytes);
    return fileAlone(file);
}

template <const Layout& kLayout>
std::vector<ArtFile> withAnimations(std::size_t count) {
    BfresFile file = smallFile(kLayout);
    const SkeletalAnimation one = file.skeletalAnimations.front();
    file.skeletalAnimations.clear();
    for (std::size_t i = 0; i < count; ++i) {
        file.skeletalAnimations.push_back(one);
        file.skeletalAnimations.back().name = fmt::format("Wave{}", i);
    }
    return fileAlone(file);
}

template <const Layout& kLayout>
std::vector<ArtFile> withMovingBones(std::size_t count) {
    BfresFile file = smallFile(kLayout);
    addBones(*file.models.front().skeleton, count, false);
    SkeletalAnimation& animation = file.skeletalAnimations.front();
    const BoneAnimation one = animation.bones.front();
    for (std::size_t i = 0; i < count; ++i) {
        BoneAnimation bone = one;
        bone.name = fmt::format("Bone{}", i);
        bone.firstCurve = animation.curveCount;
        animation.curveCount += static_cast<std::uint32_t>(bone.curves.size());
        animation.bones.push_back(std::move(bone));
    }
    animation.bindIndices.reset();
    return fileAlone(file);
}

/// A linear curve with this many keys, one at each frame.
template <const Layout& kLayout>
std::vector<ArtFile> withKeys(std::size_t count) {
    Random random(7);
    BfresFile file = smallFile(kLayout);
    SkeletalAnimation& animation = file.skeletalAnimations.front();
    BoneAnimation& bone = animation.bones.front();
    Curve curve;
    curve.target = static_cast<std::uint32_t>(BoneTarget::TranslateY);
    curve.flags = curveFlags(CurveType::Linear, FrameType::F32, KeyType::Word);
    curve.keyCount = static_cast<std::uint16_t>(count);
    curve.lastFrame = static_cast<float>(count - 1);
    std::vector<float> frames;
    std::vector<float> keys;
    for (std::size_t i = 0; i < count; ++i) {
        frames.push_back(static_cast<float>(i));
        keys.push_back(static_cast<float>(random.unit()));
        keys.push_back(0);
    }
    curve.frames = std::move(frames);
    curve.keys = std::move(keys);
    bone.curves = {std::move(curve)};
    animation.frameCount = static_cast<std::uint32_t>(count - 1);
    animation.curveCount = 1;
    return fileAlone(file);
}

/// The same few keys over this many frames: rotations are sampled at each.
template <const Layout& kLayout>
std::vector<ArtFile> withFrames(std::size_t count) {
    BfresFile file = smallFile(kLayout);
    file.skeletalAnimations.front().frameCount = static_cast<std::uint32_t>(count);
    return fileAlone(file);
}

template <const Layout& kLayout>
std::vector<ArtFile> withUserData(std::size_t count) {
    BfresFile file = smallFile(kLayout);
    std::vector<UserData>& list = file.models.front().skeleton->bones.front().userData;
    for (std::size_t i = 0; i < count; ++i)
        list.push_back({fmt::format("number{}", i), std::vector<float>{1}});
    return fileAlone(file);
}

template <const Layout& kLayout>
std::vector<ArtFile> withEmbeddedFiles(std::size_t count) {
    BfresFile file = smallFile(kLayout);
    for (std::size_t i = 0; i < count; ++i)
        file.embeddedFiles.push_back({fmt::format("file{}.bin", i), std::vector<std::byte>(4)});
    return fileAlone(file);
}

/// A material that shows each of this many textures for one frame.
std::vector<ArtFile> withPatterns(std::size_t count) {
    BfresFile file = makeBfresFile(kWiiU);
    PatternAnimation& animation = file.patternAnimations.front();
    animation.frameCount = static_cast<std::int32_t>(count);
    animation.textures.clear();
    std::vector<float> frames;
    std::vector<std::int16_t> keys;
    for (std::size_t i = 0; i < count; ++i) {
        animation.textures.push_back(fmt::format("eye.{}", i));
        frames.push_back(static_cast<float>(i));
        keys.push_back(static_cast<std::int16_t>(i));
    }
    Curve& curve = animation.materials.front().curves.front();
    curve.flags = curveFlags(CurveType::StepInt, FrameType::F32, KeyType::S16);
    curve.keyCount = static_cast<std::uint16_t>(count);
    curve.offsetBits = 0;
    curve.lastFrame = static_cast<float>(count);
    curve.frames = std::move(frames);
    curve.keys = std::move(keys);
    return fileAlone(file);
}

std::vector<ArtFile> withVisibility(std::size_t count) {
    BfresFile file = smallFile(kWiiU);
    addBones(*file.models.front().skeleton, count, false);
    VisibilityAnimation visibility = makeBfresFile(kWiiU).boneVisibility.front();
    const Curve one = visibility.curves.front();
    visibility.name = file.skeletalAnimations.front().name;
    visibility.curves.clear();
    visibility.targets.clear();
    visibility.bindIndices.reset();
    visibility.baseBits.assign((count + 31) / 32, 0);
    for (std::size_t i = 0; i < count; ++i) {
        visibility.targets.push_back(fmt::format("Bone{}", i));
        visibility.curves.push_back(one);
        visibility.curves.back().target = static_cast<std::uint32_t>(i);
    }
    file.boneVisibility = {std::move(visibility)};
    return fileAlone(file);
}

std::vector<ArtFile> yaz0WithVertices(std::size_t count) {
    return {{"Model.sbfres", containers::encodeYaz0(withVertices<kWiiU>(count).front().bytes)}};
}

std::vector<ArtFile> zstdWithVertices(std::size_t count) {
    return {{"Model.bfres.zs", containers::encodeZstd(withVertices<kSwitch>(count).front().bytes)}};
}

constexpr std::array kCounts = {
    GrowingCount{"bfres wiiu bones", 16'384, withBones<kWiiU>},
    GrowingCount{"bfres wiiu shapes", 8'192, withShapes<kWiiU>},
    GrowingCount{"bfres wiiu materials", 8'192, withMaterials<kWiiU>},
    GrowingCount{"bfres wiiu vertices", 1'048'576, withVertices<kWiiU>},
    GrowingCount{"bfres wiiu animations", 4'096, withAnimations<kWiiU>},
    GrowingCount{"bfres wiiu moving bones", 4'096, withMovingBones<kWiiU>},
    GrowingCount{"bfres wiiu keys", 32'768, withKeys<kWiiU>},
    GrowingCount{"bfres wiiu frames", 65'536, withFrames<kWiiU>},
    GrowingCount{"bfres wiiu user data", 16'384, withUserData<kWiiU>},
    GrowingCount{"bfres wiiu embedded files", 16'384, withEmbeddedFiles<kWiiU>},
    GrowingCount{"bfres wiiu patterns", 8'192, withPatterns},
    GrowingCount{"bfres wiiu visible bones", 8'192, withVisibility},
    GrowingCount{"bfres switch bones", 16'384, withBones<kSwitch>},
    GrowingCount{"bfres switch shapes", 8'192, withShapes<kSwitch>},
    GrowingCount{"bfres switch materials", 8'192, withMaterials<kSwitch>},
    GrowingCount{"bfres switch vertices", 1'048'576, withVertices<kSwitch>},
    GrowingCount{"bfres switch animations", 4'096, withAnimations<kSwitch>},
    GrowingCount{"bfres switch moving bones", 4'096, withMovingBones<kSwitch>},
    GrowingCount{"bfres switch keys", 32'768, withKeys<kSwitch>},
    GrowingCount{"bfres switch frames", 65'536, withFrames<kSwitch>},
    GrowingCount{"bfres switch user data", 16'384, withUserData<kSwitch>},
    GrowingCount{"bfres switch embedded files", 16'384, withEmbeddedFiles<kSwitch>},
    GrowingCount{"vertices in Yaz0", 1'048'576, yaz0WithVertices},
    GrowingCount{"vertices in Zstandard", 1'048'576, zstdWithVertices}};

}  // namespace

std::span<const GrowingCount> bfresCounts() {
    return kCounts;
}

}  // namespace rigkiln::corpus
