// Makes one small BFRES file with everything, for each version.

#include "tools/corpus/bfres.hpp"

#include <bit>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/textures/texture_file.hpp"
#include "tools/corpus/bfres_texture.hpp"

namespace rigkiln::corpus {
namespace {

using namespace bfres;

bool isOld(const Layout& layout) {
    return !layout.isSwitch() && !layout.isAtLeast(version::kWideFrames);
}

std::vector<UserData> makeUserData() {
    return {{"integers", std::vector<std::int32_t>{-1, 2}},
            {"floats", std::vector<float>{0.5F}},
            {"texts", std::vector<std::string>{"left", ""}},
            {"wide", std::vector<std::u16string>{u"\u00e9"}},
            {"bytes", std::vector<std::byte>{std::byte{1}, std::byte{2}, std::byte{3}}}};
}

Curve makeCurve(BoneTarget target, CurveType type, RawFrames frames, RawKeys keys, CurveWrap wrap) {
    Curve curve;
    curve.target = static_cast<std::uint32_t>(target);
    curve.keyCount = 3;
    const std::size_t keyType = keys.index() == 3 ? 0 : keys.index();
    curve.flags = curveFlags(type, static_cast<FrameType>(frames.index()), static_cast<KeyType>(keyType),
                             CurveWrap::Clamp, wrap);
    curve.lastFrame = 20;
    curve.scale = 0.25F;
    curve.offsetBits = isDiscrete(type) ? 1U : std::bit_cast<std::uint32_t>(1.0F);
    curve.delta = 0.5F;
    curve.frames = std::move(frames);
    curve.keys = std::move(keys);
    return curve;
}

std::vector<Curve> makeCurves() {
    const RawFrames whole = std::vector<std::uint8_t>{0, 10, 20};
    const RawFrames fixed = std::vector<std::int16_t>{0, 336, 640};
    const RawFrames floats = std::vector<float>{0, 9.75F, 20};
    return {
        makeCurve(BoneTarget::ScaleX, CurveType::Cubic, fixed,
                  std::vector<std::int16_t>{0, 100, -200, 300, 200, -1, 2, 32767, -32768, 0, 0, 0},
                  CurveWrap::Clamp),
        makeCurve(BoneTarget::RotateZ, CurveType::Cubic, whole,
                  std::vector<float>{0, 0, 3, -2, 1, 0, -3, 2, 0, 0, 0, 0}, CurveWrap::Repeat),
        makeCurve(BoneTarget::TranslateY, CurveType::Linear, whole,
                  std::vector<std::int8_t>{0, 100, 100, -100, 0, 0}, CurveWrap::Mirror),
        makeCurve(BoneTarget::TranslateX, CurveType::BakedFloat, floats, std::vector<float>{1, 2, 3},
                  CurveWrap::Relative),
        makeCurve(BoneTarget::TranslateZ, CurveType::BakedInt, whole, std::vector<std::uint32_t>{1, 2, 3},
                  CurveWrap::Clamp),
    };
}

Curve makeStepCurve(CurveType type, std::uint32_t target) {
    const RawFrames frames = std::vector<std::uint8_t>{0, 10, 20};
    const RawKeys keys = type == CurveType::StepInt ? RawKeys(std::vector<std::int8_t>{-1, 0, 1})
                                                    : RawKeys(std::vector<std::uint32_t>{5});
    Curve curve = makeCurve(BoneTarget::ScaleX, type, frames, keys, CurveWrap::Clamp);
    curve.target = target;
    return curve;
}

SkeletalAnimation makeWave(const Layout& layout) {
    SkeletalAnimation wave;
    wave.name = "Wave";
    wave.flags = 0x1204;
    wave.frameCount = 20;
    wave.bindIndices = {0xFFFF, 0xFFFF, 0xFFFF};
    wave.bones.resize(3);
    BoneAnimation& root = wave.bones[0];
    root.name = "Root";
    root.flags = bone_flag::kBaseScale | bone_flag::kBaseRotate | bone_flag::kBaseTranslate |
                 bone_flag::kSegmentScaleCompensate;
    root.baseTranslate = 7;
    root.scale = {1, 1, 1};
    root.rotate = {0, 0, 0.5F, 1};
    root.translate = {0, 1, 0};
    root.curves = makeCurves();
    wave.bones[1].name = "Tip";
    BoneAnimation& still = wave.bones[2];
    still.name = "Still";
    still.flags = bone_flag::kBaseTranslate;
    still.firstCurve = 0x0105;
    still.translate = {1, 2, 3};
    if (isOld(layout)) {
        for (Curve& curve : root.curves)
            curve.delta = 0;
        wave.unknown0x16[0] = 5;
        if (layout.isAtLeast(version::kNamesFirst)) wave.unknown0x16[2] = 7;
    } else {
        wave.curveCount = 5;
        wave.bakedSize = 420;
    }
    if (layout.isSwitch() || layout.isAtLeast(version::kNamesFirst)) wave.userData = makeUserData();
    return wave;
}

PatternAnimation makePatterns() {
    PatternAnimation patterns;
    patterns.name = "Blink";
    patterns.flags = 4;
    patterns.frameCount = 20;
    patterns.patternCount = 2;
    patterns.curveCount = 1;
    patterns.bindIndices = {0xFFFF};
    MaterialPatterns& eye = patterns.materials.emplace_back();
    eye.material = "m";
    eye.patterns = {{.curve = 0, .unknown0x01 = -1, .sampler = "_a0", .baseTexture = 0},
                    {.curve = -1, .unknown0x01 = -1, .sampler = "_n0", .baseTexture = 1}};
    eye.curves = {makeStepCurve(CurveType::StepInt, 0)};
    patterns.textures = {"eye.0", "eye.1", "eye.2"};
    return patterns;
}

VisibilityAnimation makeVisibility(bool isOfMaterials) {
    VisibilityAnimation visibility;
    visibility.name = isOfMaterials ? "HideM" : "HideB";
    visibility.flags = isOfMaterials ? 0x100 : 0;
    visibility.frameCount = 20;
    visibility.bindIndices = {0xFFFF, 0xFFFF};
    visibility.targets = {"Root", "Tip"};
    visibility.curves = {makeStepCurve(CurveType::StepBool, 1)};
    visibility.baseBits = {3};
    return visibility;
}

Skeleton makeSkeleton(const Layout& layout) {
    Skeleton skeleton;
    skeleton.flags = 0x1200;
    skeleton.smoothCount = 2;
    skeleton.rigidCount = 1;
    skeleton.matrixToBone = {0, 1, 2};
    for (const char* name : {"Root", "Tip", "Still"}) {
        const std::size_t index = skeleton.bones.size();
        Bone& bone = skeleton.bones.emplace_back();
        bone.name = name;
        bone.index = static_cast<std::uint16_t>(index);
        bone.parent = static_cast<std::int16_t>(static_cast<int>(index) - 1);
        bone.flags = 0x1001;
        bone.translation = {0, 1, 0};
        (index < 2 ? bone.smoothMatrix : bone.rigidMatrix) = static_cast<std::int16_t>(index);
        if (isOld(layout)) bone.oldInverseBind = {1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1, 0};
    }
    skeleton.bones.back().userData = makeUserData();
    if (isOld(layout)) return skeleton;
    skeleton.inverseBinds = {{1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1, 0}, {1, 0, 0, 0, 0, 1, 0, -2, 0, 0, 1, 0}};
    return skeleton;
}

VertexArray makeVertices(const Layout& layout) {
    const bool isSwitch = layout.isSwitch();
    VertexArray array;
    array.vertexCount = 3;
    array.skinCount = 2;
    array.attributes = {
        {.name = "_p0", .buffer = 0, .offset = 0, .format = isSwitch ? 0x0518U : 0x0811U},
        {.name = "_i0", .buffer = 1, .offset = 0, .format = isSwitch ? 0x0309U : 0x0104U},
        {.name = "_w0", .buffer = 1, .offset = 2, .format = isSwitch ? 0x0109U : 0x0004U},
        {.name = "_n0", .buffer = 0, .offset = 12, .format = isSwitch ? 0x020EU : 0x020BU},
        {.name = "_u0", .buffer = 1, .offset = 4, .format = isSwitch ? 0x0112U : 0x0007U},
    };
    array.buffers = {{.stride = 16, .copies = 1, .bytes = std::vector<std::byte>(48)},
                     {.stride = 8, .copies = 1, .bytes = std::vector<std::byte>(24)}};
    array.buffers[0].bytes[isSwitch ? 19 : 16] = std::byte{0x3F};  // x of the second vertex, y of the third
    array.buffers[0].bytes[isSwitch ? 39 : 36] = std::byte{0x3F};
    for (std::size_t i = 0; i < 3; ++i) {
        array.buffers[0].bytes[16 * i + (isSwitch ? 14 : 13)] = std::byte{0xF0};  // the normal is +Z
        array.buffers[0].bytes[16 * i + (isSwitch ? 15 : 12)] = std::byte{0x1F};
        array.buffers[1].bytes[8 * i + 2] = std::byte{0xFF};  // all of the weight
    }
    return array;
}

Shape makeShape(const Layout& layout) {
    const bool isSwitch = layout.isSwitch();
    Shape shape;
    shape.name = "Box__m";
    shape.flags = 2;
    shape.skinCount = 2;
    shape.skinBones = {0, 1};
    Mesh& mesh = shape.meshes.emplace_back();
    mesh.primitive = isSwitch ? 3 : 4;
    mesh.indexFormat = isSwitch ? 1 : 4;
    mesh.indexCount = 3;
    mesh.subMeshes = {{.offset = 0, .count = 3}};
    mesh.indices.bytes = std::vector<std::byte>(6);
    mesh.indices.bytes[isSwitch ? 2 : 3] = std::byte{1};
    mesh.indices.bytes[isSwitch ? 4 : 5] = std::byte{2};
    if (!isSwitch) shape.radii = {2};
    return shape;
}

Material makeMaterial(const Layout& layout) {
    Material material;
    material.name = "m";
    const bool isNameAlone = layout.isSwitch() && layout.isAtLeast(version::kShortHeaders) &&
                             !layout.isAtLeast(version::kShortBones);
    if (isNameAlone) return material;
    material.textures = {"box_Alb", "box_Nrm"};
    material.samplers = {{.name = "_a0", .words = {}}, {.name = "_n0", .words = {}}};
    if (layout.isSwitch()) return material;
    material.flags = 1;
    material.samplers[0].words = {2, 0, 0x80000000};
    material.shader = ShaderAssign{.archive = "archive",
                                   .model = "model",
                                   .revision = 3,
                                   .attributes = {{"a_Position", "_p0"}},
                                   .samplers = {{"s_Albedo", "_a0"}, {"s_Normal", "_n0"}},
                                   .options = {{"uses_fog", "1"}}};
    material.renderState = RenderState{1, 0x280242, 0x49749736, 6, 0x3F000000, 0xCC0000, 0, 0x20010504};
    material.renderInfos = {{"order", std::vector<std::int32_t>{7}},
                            {"bias", std::vector<float>{0.5F, 1}},
                            {"mode", std::vector<std::string>{"opaque"}}};
    material.parameters = {{.name = "color", .type = 15, .size = 16, .offset = 0, .indices = {0, 0}}};
    material.parameterData = std::vector<std::byte>(16, std::byte{0x3F});
    material.userData = makeUserData();
    return material;
}

Model makeModel(const Layout& layout) {
    Model model;
    model.name = "Box";
    model.totalVertexCount = layout.isSwitch() ? 0 : 3;
    model.skeleton = makeSkeleton(layout);
    model.vertexArrays = {makeVertices(layout)};
    model.shapes = {makeShape(layout)};
    model.materials = {makeMaterial(layout)};
    model.userData = makeUserData();
    return model;
}

std::vector<Texture> makeTextures() {
    const std::vector<std::vector<std::byte>> levels(2, std::vector<std::byte>(16, std::byte{0x7F}));
    Texture texture = makeMippedTexture(
        {.name = "box_Alb", .format = 0x1A, .mode = TileMode::LinearGeneral, .width = 2, .height = 2},
        levels);
    texture.path = "box.tga";
    texture.registers = {1, 2, 3, 4, 5};
    texture.userData = makeUserData();
    Texture elsewhere = makeTexture({.name = "box_Nrm", .format = 0x235, .mode = TileMode::Thin1D}, {});
    elsewhere.image.reset();
    Texture mips = texture;  // as in a file that only has levels
    mips.name = "box_Spm";
    mips.image.reset();
    mips.imageSize = 0;
    return {std::move(texture), std::move(elsewhere), std::move(mips)};
}

}  // namespace

BfresFile makeBfresFile(const Layout& layout) {
    BfresFile file;
    file.layout = layout;
    file.name = "fixture";
    file.alignment = layout.isSwitch() ? 12 : 0x100;
    file.models = {makeModel(layout)};
    if (hasTextures(layout)) file.textures = makeTextures();
    file.skeletalAnimations = {makeWave(layout)};
    SkeletalAnimation& turn = file.skeletalAnimations.emplace_back();
    turn.name = "Turn";  // has quaternions, and no list of bones
    turn.flags = 0x100;
    turn.frameCount = 1;
    if (hasPatternAnimations(layout)) file.patternAnimations = {makePatterns()};
    if (hasVisibilityAnimations(layout)) {
        file.boneVisibility = {makeVisibility(false)};
        file.materialVisibility = {makeVisibility(true)};
    }
    file.embeddedFiles = {{.name = "note.txt", .bytes = {std::byte{'h'}, std::byte{'i'}}}};
    return file;
}

std::vector<Layout> bfresLayouts() {
    return {{Console::WiiU, 0x02000000},   {Console::WiiU, 0x02040000},   {Console::WiiU, 0x03030000},
            {Console::WiiU, 0x03040000},   {Console::WiiU, 0x03050003},   {Console::WiiU, 0x04050003},
            {Console::Switch, 0x00050003}, {Console::Switch, 0x00080000}, {Console::Switch, 0x00090000},
            {Console::Switch, 0x000A0000}};
}

namespace {

std::vector<ArtFile> makeTextureSeeds() {
    std::vector<ArtFile> files;
    // Tile modes: linear, tiles, macro tiles, tiles four deep. Formats: pixels, blocks and signed blocks.
    for (const std::uint32_t format : {0x01U, 0x08U, 0x41AU, 0x31U, 0x235U}) {
        for (const std::uint32_t mode : {1U, 2U, 3U, 4U, 5U, 9U}) {
            const Texture texture = makeTexture({.name = "seed",
                                                 .format = format,
                                                 .mode = static_cast<TileMode>(mode),
                                                 .width = 20,
                                                 .height = 12,
                                                 .swizzle = 0x300},
                                                std::vector<std::byte>(64, std::byte{0x5A}));
            files.push_back({fmt::format("fuzz_ftex/format_{:x}_mode_{}.ftex", format, mode),
                             encodeTextureFile(texture)});
        }
    }
    files.push_back({"fuzz_ftex/folder.bfres", encodeBfres(makeBfresFile({Console::WiiU, 0x04050003}))});
    return files;
}

}  // namespace

std::vector<ArtFile> makeBfresSeeds() {
    std::vector<ArtFile> files = makeTextureSeeds();
    for (const Layout& layout : bfresLayouts()) {
        const char* target = layout.isSwitch() ? "fuzz_bfres_switch" : "fuzz_bfres_wiiu";
        files.push_back({fmt::format("{}/everything_{}.bfres", target, layout.versionText()),
                         encodeBfres(makeBfresFile(layout))});
        BfresFile animation = makeBfresFile(layout);
        animation.models.clear();
        animation.embeddedFiles.clear();
        files.push_back(
            {fmt::format("{}/animation_{}.bfres", target, layout.versionText()), encodeBfres(animation)});
    }
    return files;
}

}  // namespace rigkiln::corpus
