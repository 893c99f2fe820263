#include "tools/corpus/bfres_art.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/file/bfres_file.hpp"
#include "formats/containers/yaz0.hpp"
#include "formats/containers/zstd.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::corpus {
namespace {

using namespace bfres;

constexpr std::size_t kBones = 6;
constexpr std::size_t kCorners = 12;  // around the worm
constexpr float kBoneLength = 0.5F;
constexpr float kRadius = 0.25F;
constexpr std::uint32_t kLastFrame = 60;
constexpr Layout kWiiU{Console::WiiU, 0x04050003};
constexpr Layout kSwitch{Console::Switch, 0x000A0000};

std::string boneName(std::size_t index) {
    return index + 1 == kBones ? "Tongue" : fmt::format("Ring{}", index);
}

Skeleton makeSkeleton() {
    Skeleton skeleton;
    skeleton.flags = 0x1200;  // Maya's scales, angles
    skeleton.smoothCount = static_cast<std::uint16_t>(kBones);
    for (std::size_t i = 0; i < kBones; ++i) {
        Bone bone;
        bone.name = boneName(i);
        bone.index = static_cast<std::uint16_t>(i);
        bone.parent = static_cast<std::int16_t>(static_cast<int>(i) - 1);
        bone.smoothMatrix = static_cast<std::int16_t>(i);
        bone.flags = bone_flag::kVisible | 0x1000U | (i > 0 ? bone_flag::kSegmentScaleCompensate : 0U);
        bone.translation = {0, i == 0 ? kRadius : 0, i == 0 ? 0 : kBoneLength};
        skeleton.matrixToBone.push_back(static_cast<std::uint16_t>(i));
        skeleton.inverseBinds.push_back(
            {1, 0, 0, 0, 0, 1, 0, -kRadius, 0, 0, 1, -kBoneLength * static_cast<float>(i)});
        skeleton.bones.push_back(std::move(bone));
    }
    return skeleton;
}

/// Collects numbers in the byte order of a file.
class Numbers {
public:
    explicit Numbers(std::endian order) : order_(order) {}

    template <class Number>
    void add(Number number) {
        auto raw = std::bit_cast<std::array<std::byte, sizeof(Number)>>(number);
        if (order_ != std::endian::native) std::ranges::reverse(raw);
        bytes_.insert(bytes_.end(), raw.begin(), raw.end());
    }
    [[nodiscard]] std::vector<std::byte> take() && { return std::move(bytes_); }

private:
    std::endian order_;
    std::vector<std::byte> bytes_;
};

/// Packs a normal as three integers of ten bits.
std::uint32_t packNormal(float x, float y, float z) {
    const auto ten = [](float number) {
        return static_cast<std::uint32_t>(std::lround(number * 511)) & 0x3FFU;
    };
    return ten(x) | ten(y) << 10U | ten(z) << 20U;
}

/// Makes rings of vertices, two per bone, each moved by its bone and the bone before.
VertexArray makeArtVertices(const Layout& layout) {
    const bool isSwitch = layout.isSwitch();
    Numbers shape(layout.order());
    Numbers skin(layout.order());
    VertexArray array;
    array.skinCount = 2;
    for (std::size_t ring = 0; ring < 2 * kBones; ++ring) {
        for (std::size_t corner = 0; corner <= kCorners; ++corner) {
            const float angle =
                2 * std::numbers::pi_v<float> * static_cast<float>(corner) / static_cast<float>(kCorners);
            const bool isTongue = ring + 2 >= 2 * kBones;
            const float radius = kRadius * (isTongue ? 0.2F : 1.0F);
            shape.add(radius * std::cos(angle));
            shape.add(kRadius + radius * std::sin(angle));
            shape.add(kBoneLength * (static_cast<float>(ring) / 2 - 0.25F));
            shape.add(packNormal(std::cos(angle), std::sin(angle), 0));
            const std::size_t bone = ring / 2;
            skin.add(static_cast<std::uint8_t>(bone));
            skin.add(static_cast<std::uint8_t>(bone == 0 ? 0 : bone - 1));
            const bool isShared = ring % 2 == 0 && bone > 0;
            skin.add(static_cast<std::uint8_t>(isShared ? 128 : 255));
            skin.add(static_cast<std::uint8_t>(isShared ? 127 : 0));
            skin.add(static_cast<std::uint16_t>(65535 * corner / kCorners));
            skin.add(static_cast<std::uint16_t>(65535 * ring / (2 * kBones - 1)));
            ++array.vertexCount;
        }
    }
    array.attributes = {{.name = "_p0", .buffer = 0, .offset = 0, .format = isSwitch ? 0x0518U : 0x0811U},
                        {.name = "_n0", .buffer = 0, .offset = 12, .format = isSwitch ? 0x020EU : 0x020BU},
                        {.name = "_i0", .buffer = 1, .offset = 0, .format = isSwitch ? 0x0309U : 0x0104U},
                        {.name = "_w0", .buffer = 1, .offset = 2, .format = isSwitch ? 0x0109U : 0x0004U},
                        {.name = "_u0", .buffer = 1, .offset = 4, .format = isSwitch ? 0x0112U : 0x0007U}};
    array.buffers = {{.stride = 16, .copies = 1, .bytes = std::move(shape).take()},
                     {.stride = 8, .copies = 1, .bytes = std::move(skin).take()}};
    return array;
}

/// Makes one level of detail from every `step`-th ring: the second level uses every second ring.
Mesh makeMesh(const Layout& layout, std::size_t step) {
    Numbers indices(layout.order());
    Mesh mesh;
    mesh.primitive = layout.isSwitch() ? 3 : 4;
    mesh.indexFormat = layout.isSwitch() ? 1 : 4;
    constexpr std::size_t kRow = kCorners + 1;
    for (std::size_t ring = 0; ring + step < 2 * kBones; ring += step) {
        for (std::size_t corner = 0; corner < kCorners; ++corner) {
            const std::size_t near = ring * kRow + corner;
            const std::size_t far = (ring + step) * kRow + corner;
            for (const std::size_t index : {near, near + 1, far + 1, near, far + 1, far}) {
                indices.add(static_cast<std::uint16_t>(index));
                ++mesh.indexCount;
            }
        }
    }
    mesh.subMeshes = {{.offset = 0, .count = mesh.indexCount}};
    mesh.indices.bytes = std::move(indices).take();
    return mesh;
}

Model makeArtModel(const Layout& layout) {
    Model model;
    model.name = "Worm";
    model.skeleton = makeSkeleton();
    model.vertexArrays = {makeArtVertices(layout)};
    model.totalVertexCount = layout.isSwitch() ? 0 : model.vertexArrays[0].vertexCount;
    Shape shape;
    shape.name = "Body__Mt_Worm";
    shape.flags = 2;
    shape.skinCount = 2;
    shape.meshes = {makeMesh(layout, 1), makeMesh(layout, 2)};
    for (std::size_t i = 0; i < kBones; ++i)
        shape.skinBones.push_back(static_cast<std::uint16_t>(i));
    if (!layout.isSwitch()) shape.radii = {2, 2};
    model.shapes = {std::move(shape)};
    Material material;
    material.name = "Mt_Worm";
    material.textures = {"Worm_Alb"};
    material.samplers = {{.name = "_a0", .words = {}}};
    if (!layout.isSwitch()) {
        constexpr std::uint32_t kLinear = 1U << 9U;
        material.flags = 1;
        material.samplers[0].words = {kLinear, 0, 0x80000000};
        material.renderState = RenderState{1, 0x280242, 0x49749736, 6, 0x3F000000, 0xCC0000, 0, 0x20010504};
    }
    model.materials = {std::move(material)};
    return model;
}

/// Cubic curve of one sine period in four pieces, exact at the keys.
Curve wave(BoneTarget target, float middle, float swing, float phase) {
    Curve curve;
    curve.target = static_cast<std::uint32_t>(target);
    curve.flags = curveFlags(CurveType::Cubic, FrameType::U8, KeyType::Word);
    curve.lastFrame = static_cast<float>(kLastFrame);
    curve.scale = 1;
    curve.offsetBits = std::bit_cast<std::uint32_t>(middle);
    constexpr std::uint32_t kPieces = 4;
    std::vector<std::uint8_t> frames;
    std::vector<float> keys;
    const float turn = 2 * std::numbers::pi_v<float> / static_cast<float>(kPieces);
    for (std::uint32_t key = 0; key <= kPieces; ++key) {
        const float angle = phase + turn * static_cast<float>(key);
        frames.push_back(static_cast<std::uint8_t>(kLastFrame * key / kPieces));
        const float value = swing * std::sin(angle);
        const float next = swing * std::sin(angle + turn);
        const float slope = swing * turn * std::cos(angle);
        const float nextSlope = swing * turn * std::cos(angle + turn);
        const bool isLast = key == kPieces;
        keys.push_back(value);
        keys.push_back(isLast ? 0 : slope);
        keys.push_back(isLast ? 0 : 3 * (next - value) - 2 * slope - nextSlope);
        keys.push_back(isLast ? 0 : 2 * (value - next) + slope + nextSlope);
    }
    curve.keyCount = kPieces + 1;
    curve.frames = std::move(frames);
    curve.keys = std::move(keys);
    return curve;
}

SkeletalAnimation makeAnimation(const char* name) {
    SkeletalAnimation animation;
    animation.name = name;
    animation.flags = 0x1204;
    animation.frameCount = kLastFrame;
    for (std::size_t i = 0; i < kBones; ++i) {
        BoneAnimation bone;
        bone.name = boneName(i);
        bone.flags = i > 0 ? bone_flag::kSegmentScaleCompensate : 0U;
        animation.bones.push_back(std::move(bone));
    }
    return animation;
}

SkeletalAnimation makeCrawl(float swing) {
    SkeletalAnimation crawl = makeAnimation("Crawl");
    for (std::size_t i = 0; i < kBones; ++i) {
        BoneAnimation& bone = crawl.bones[i];
        bone.rotate = {0, 0, 0, 1};
        bone.flags |= bone_flag::kBaseRotate;
        const float phase = -0.9F * static_cast<float>(i);
        bone.curves = {wave(BoneTarget::RotateX, 0, swing, phase),
                       wave(BoneTarget::RotateY, 0, swing / 2, 2 * phase)};
    }
    return crawl;
}

/// Makes the rings swell one after the other without scaling the next ones.
SkeletalAnimation makeSwell() {
    SkeletalAnimation swell = makeAnimation("Swell");
    for (std::size_t i = 0; i < kBones; ++i) {
        BoneAnimation& bone = swell.bones[i];
        bone.scale = {1, 1, 1};
        bone.flags |= bone_flag::kBaseScale;
        const float phase = -1.2F * static_cast<float>(i);
        bone.curves = {wave(BoneTarget::ScaleX, 1.2F, 0.4F, phase),
                       wave(BoneTarget::ScaleY, 1.2F, 0.4F, phase)};
    }
    return swell;
}

VisibilityAnimation makeTongue() {
    VisibilityAnimation tongue;
    tongue.name = "Crawl";
    tongue.flags = 4;
    tongue.frameCount = static_cast<std::int32_t>(kLastFrame);
    tongue.targets = {"Tongue"};
    Curve curve;
    curve.flags = curveFlags(CurveType::StepBool, FrameType::U8, KeyType::Word);
    curve.keyCount = 3;
    curve.lastFrame = static_cast<float>(kLastFrame);
    curve.frames = std::vector<std::uint8_t>{0, 20, 40};
    curve.keys = std::vector<std::uint32_t>{5};
    tongue.curves = {std::move(curve)};
    tongue.baseBits = {1};
    return tongue;
}

void addAnimations(BfresFile& file, float swing) {
    file.skeletalAnimations = {makeCrawl(swing), makeSwell()};
    for (SkeletalAnimation& animation : file.skeletalAnimations) {
        animation.curveCount = 0;
        for (BoneAnimation& bone : animation.bones) {
            bone.firstCurve = animation.curveCount;
            animation.curveCount += static_cast<std::uint32_t>(bone.curves.size());
        }
    }
    if (hasVisibilityAnimations(file.layout)) file.boneVisibility = {makeTongue()};
}

BfresFile makeFile(const Layout& layout, const char* name) {
    BfresFile file;
    file.layout = layout;
    file.name = name;
    file.alignment = layout.isSwitch() ? 12 : 0x100;
    return file;
}

}  // namespace

BfresFile makeWorm() {
    BfresFile model = makeFile(kWiiU, "Worm");
    model.models = {makeArtModel(kWiiU)};
    return model;
}

BfresFile makeWormAnimations(float swing) {
    BfresFile animations = makeFile(kWiiU, "Worm_Animation");
    animations.models.emplace_back();
    animations.models[0].name = "Skeleton";
    animations.models[0].skeleton = makeSkeleton();
    addAnimations(animations, swing);
    return animations;
}

std::vector<ArtFile> makeBfresArt(std::uint64_t seed) {
    Random random(seed);
    const auto swing = static_cast<float>(random.between(0.25, 0.4));
    const BfresFile model = makeWorm();
    const BfresFile animations = makeWormAnimations(swing);
    BfresFile both = makeFile(kSwitch, "Worm");
    both.models = {makeArtModel(kSwitch)};
    addAnimations(both, swing);
    constexpr std::uint32_t kPictureSide = 32;
    return {{"Bfres/WiiU/Worm.sbfres", containers::encodeYaz0(encodeBfres(model))},
            {"Bfres/WiiU/Worm_Animation.sbfres", containers::encodeYaz0(encodeBfres(animations))},
            {"Bfres/WiiU/worm_alb.png", makePng(kPictureSide, random)},
            {"Bfres/Switch/Worm.bfres.zs", containers::encodeZstd(encodeBfres(both))}};
}

}  // namespace rigkiln::corpus
