#include "tests/support/alamo/alamo_builders.hpp"

#include <utility>

namespace rigkiln::alamo {

namespace {

constexpr float kStep = 10.0F / 65535.0F;  // a range of ten units, packed to 16 bits

UnknownChunk unknownData(std::uint32_t id, std::size_t position) {
    return {.id = id, .position = position, .body = {std::byte{1}, std::byte{2}, std::byte{3}}};
}

UnknownChunk unknownContainer(std::uint32_t id, std::size_t position) {
    return {.id = id, .isContainer = true, .position = position, .body = {}};
}

AloBone boneAt(std::string name, std::int32_t parent, Float3 position) {
    AloBone bone;
    bone.name = std::move(name);
    bone.parent = parent;
    bone.billboard = 0;
    bone.matrix[3] = position[0];
    bone.matrix[7] = position[1];
    bone.matrix[11] = position[2];
    return bone;
}

AloVertex vertexAt(Float3 position, Float2 texCoord) {
    AloVertex vertex;
    vertex.position = position;
    vertex.normal = {0, 0, 1};
    vertex.texCoords[0] = texCoord;
    return vertex;
}

AloSubMesh triangleSubMesh() {
    AloSubMesh subMesh;
    subMesh.material.shader = "MeshGloss.fx";
    subMesh.material.parameters.push_back({.name = "BaseTexture", .value = "blade.dds", .unknownMinis = {}});
    subMesh.vertexFormat = "alD3dVertNU2";
    subMesh.vertices = {vertexAt({0, 0, 0}, {0, 0}), vertexAt({1, 0, 0}, {1, 0}),
                        vertexAt({0, 1, 0}, {0, 1})};
    subMesh.indices = {0, 1, 2};
    return subMesh;
}

AloMesh meshOf(std::string name, std::vector<AloSubMesh> subMeshes) {
    AloMesh mesh;
    mesh.name = std::move(name);
    mesh.boxMaximum = {1, 1, 0};
    mesh.subMeshes = std::move(subMeshes);
    return mesh;
}

AloSubMesh skinnedSubMesh() {
    AloSubMesh subMesh = triangleSubMesh();
    subMesh.material.shader = "RSkinGloss.fx";
    subMesh.vertexFormat = "alD3dVertRSkinNU2";
    subMesh.vertices.push_back(vertexAt({1, 1, 0}, {1, 1}));
    subMesh.vertices[2].boneSlots[0] = 1;
    subMesh.vertices[3].boneSlots[0] = 1;
    subMesh.indices = {0, 1, 2, 2, 1, 3};
    subMesh.boneMap = {1, 2};
    return subMesh;
}

AloMaterial materialWithEverything() {
    AloMaterial material;
    material.shader = "MeshBumpColorize.fx";
    material.parameters = {
        {.name = "Mode", .value = std::int32_t{-7}, .unknownMinis = {unknownData(77, 1)}},
        {.name = "Shininess", .value = 32.5F, .unknownMinis = {}},
        {.name = "Wind", .value = Float3{1, 2, 3}, .unknownMinis = {}},
        {.name = "BaseTexture", .value = "hull.tga", .unknownMinis = {}},
        {.name = "Diffuse", .value = Float4{0.25F, 0.5F, 0.75F, 1}, .unknownMinis = {}},
    };
    material.unknownChunks = {unknownData(0x10199, 2)};
    return material;
}

AloCollisionTree smallCollisionTree() {
    AloCollisionTree tree;
    tree.box = {std::byte{2}, std::byte{4}, std::byte{1}, {}, {}, {}};  // mini 2, one node
    tree.nodes = std::vector<std::byte>(10, std::byte{9});
    tree.triangles = std::vector<std::byte>(2);
    tree.unknownChunks = {unknownData(0x1299, 1)};
    return tree;
}

AloMesh meshWithEverything() {
    AloSubMesh rigid = triangleSubMesh();
    rigid.material = materialWithEverything();
    rigid.padding10001.back() = std::byte{5};
    rigid.vertexFormat = "alD3dVertNU2U3U3C";
    rigid.vertices[1].unused = {0, 0, 0, 0};
    rigid.collisionTree = smallCollisionTree();
    rigid.unknownChunks = {unknownData(0x10099, 0), unknownContainer(0x1009A, 6)};
    AloSubMesh skinned = skinnedSubMesh();
    skinned.vertexChunk = AloVertexChunk::Short10005;
    AloMesh mesh = meshOf("Hull", {std::move(rigid), std::move(skinned)});
    mesh.unknown28 = 3;
    mesh.hidden = 1;
    mesh.collidable = 1;
    mesh.padding402.front() = std::byte{6};
    mesh.unknownChunks = {unknownData(0x499, 3)};
    return mesh;
}

AloLight lightWithEverything() {
    AloLight light;
    light.name = "Lamp";
    light.type = static_cast<std::uint32_t>(AloLightType::Spot);
    light.color = {1, 0.5F, 0.25F};
    light.intensity = 2;
    light.farAttenuationEnd = 100;
    light.farAttenuationStart = 50;
    light.hotspot = 0.5F;
    light.falloff = 0.75F;
    light.unknownChunks = {unknownData(0x1399, 2)};
    return light;
}

AloDazzle dazzleWithEverything() {
    AloDazzle dazzle;
    dazzle.color = {1, 0, 0};
    dazzle.position = {1, 2, 3};
    dazzle.radius = 4;
    dazzle.textureX = 1;
    dazzle.textureY = 2;
    dazzle.textureSize = 4;
    dazzle.texture = "flare.dds";
    dazzle.frequency = 0.5F;
    dazzle.phase = 0.25F;
    dazzle.nightOnly = 1;
    dazzle.bone = 2;
    dazzle.name = "Flare";
    dazzle.hidden = 1;
    dazzle.bias = 0.125F;
    dazzle.unknownMinis = {unknownData(88, 0)};
    dazzle.unknownChunks = {unknownData(5, 1)};
    return dazzle;
}

void addProxies(AloFile& file) {
    file.proxies = {
        {.name = "p_smoke", .bone = 1, .hidden = {}, .altDecreaseStayHidden = {}, .unknownMinis = {}},
        {.name = "HP_Gun ",  // a trailing space is part of a name
         .bone = 2,
         .hidden = 1,
         .altDecreaseStayHidden = 0,
         .unknownMinis = {unknownData(99, 4)}},
    };
}

// Packed value of a track that rises evenly from 0 to 65535 over the frames.
std::uint16_t ramp(std::size_t frame, std::size_t frameCount) {
    return static_cast<std::uint16_t>(frame * 65535 / (frameCount - 1));
}

constexpr PackedQuat kUnturned = {0, 0, 0, 32767};
constexpr PackedQuat kQuarterTurn = {0, 0, 23170, 23170};

AlaBone movingBone() {
    AlaBone bone;
    bone.name = "Arm";
    bone.index = 1;
    bone.rest = 0;
    bone.translationOffset = {1, 2, 3};
    bone.translationScale = {kStep, 0, 0};
    return bone;
}

void addTracksToBone(AlaFile& file, AlaBone& bone) {
    bone.translations.emplace();
    bone.scales.emplace();
    bone.rotations.emplace();
    for (std::size_t frame = 0; frame < file.frameCount; ++frame) {
        bone.translations->push_back({ramp(frame, file.frameCount), 0, 0});
        bone.scales->push_back({0, ramp(frame, file.frameCount), 0});
        bone.rotations->push_back(frame % 2 == 0 ? kUnturned : kQuarterTurn);
    }
}

void addPools(AlaFile& file, AlaBone& bone) {
    bone.translationIndex = 0;
    bone.scaleIndex = 0;
    bone.rotationIndex = 0;
    file.translationBlock = 3;
    file.scaleBlock = 3;
    file.rotationBlock = 4;
    file.translationPool.emplace();
    file.scalePool.emplace();
    file.rotationPool.emplace();
    for (std::size_t frame = 0; frame < file.frameCount; ++frame) {
        const std::uint16_t step = ramp(frame, file.frameCount);
        file.translationPool->insert(file.translationPool->end(), {step, 0, 0});
        file.scalePool->insert(file.scalePool->end(), {0, step, 0});
        const PackedQuat& rotation = frame % 2 == 0 ? kUnturned : kQuarterTurn;
        file.rotationPool->insert(file.rotationPool->end(), rotation.begin(), rotation.end());
    }
}

}  // namespace

AloFile simpleRigidModel() {
    AloFile file;
    file.bones = {boneAt("Root", -1, {0, 0, 0}), boneAt("Arm", 0, {1, 2, 3})};
    file.objects.emplace_back(meshOf("Blade", {triangleSubMesh()}));
    file.connections = {{.object = 0, .bone = 1, .unknownMinis = {}}};
    return file;
}

AloFile skinnedModel() {
    AloFile file;
    file.bones = {boneAt("Root", -1, {0, 0, 0}), boneAt("Arm", 0, {1, 2, 3}), boneAt("Hand", 1, {1, 0, 0})};
    file.objects.emplace_back(meshOf("Body", {skinnedSubMesh()}));
    file.connections = {{.object = 0, .bone = 0, .unknownMinis = {}}};
    return file;
}

AloFile modelWithEverything() {
    AloFile file = skinnedModel();
    file.padding201.front() = std::byte{7};
    file.bones[1].billboard.reset();
    file.bones[2].billboard = 2;
    file.bones[2].visible = 0;
    file.bones[2].unknownChunks = {unknownData(0x299, 1)};
    file.objects.clear();
    file.objects.emplace_back(lightWithEverything());
    file.objects.emplace_back(meshWithEverything());
    file.objects.emplace_back(meshOf("Empty", {}));
    file.connections = {{.object = 1, .bone = 1, .unknownMinis = {unknownData(66, 2)}},
                        {.object = 0, .bone = 2, .unknownMinis = {}}};
    addProxies(file);
    file.dazzles = {dazzleWithEverything()};
    file.storesDazzleCount = true;
    file.unknownIn601 = {unknownData(55, 1)};
    file.unknownIn600 = {unknownData(0x699, 1)};
    file.unknownIn200 = {unknownContainer(0x298, 4)};
    file.unknownChunks = {unknownContainer(0x9999, 0), unknownData(0x9998, 6)};
    return file;
}

AlaFile twoFrameClip(AlaVersion version) {
    AlaFile file;
    file.version = version;
    file.frameCount = 2;
    AlaBone bone = movingBone();
    bone.visibilityBits = {std::byte{1}};
    if (version == AlaVersion::V1) {
        bone.translations = {{0, 0, 0}, {65535, 0, 0}};
        bone.rotations = {kUnturned, kQuarterTurn};
    } else {
        bone.translationIndex = 0;
        bone.rotationIndex = 0;
        file.translationBlock = 3;
        file.rotationBlock = 4;
        file.translationPool = {0, 0, 0, 65535, 0, 0};
        file.rotationPool = {0, 0, 0, 32767, 0, 0, 23170, 23170};
    }
    file.bones.push_back(std::move(bone));
    return file;
}

AlaFile clipWithEverything(AlaVersion version) {
    AlaFile file;
    file.version = version;
    file.frameCount = 9;
    file.framesPerSecond = 15;
    AlaBone moving = movingBone();
    moving.scaleScale = {0, kStep, 0};
    moving.visibilityBits = {std::byte{0x55}, std::byte{1}};
    moving.stepBits = {std::byte{0x10}, std::byte{0}};
    moving.unknownMinis = {unknownData(44, 3)};
    moving.unknownChunks = {unknownData(0x1099, 1)};
    AlaBone constant = movingBone();
    constant.name = "Hand";
    constant.index = 2;
    AlaBone old = movingBone();
    old.name = "Tool\t";
    old.index = 3;
    old.rest.reset();
    if (version == AlaVersion::V1) {
        addTracksToBone(file, moving);
        constant.rotations = {kQuarterTurn};
    } else {
        addPools(file, moving);
        constant.defaultRotation = kQuarterTurn;
    }
    file.bones = {std::move(moving), std::move(constant), std::move(old)};
    file.unknownMinis = {unknownData(33, 0)};
    file.unknownChunks = {unknownContainer(0x10AA, 2)};
    file.unknownTopLevelChunks = {unknownData(0x10BB, 1)};
    return file;
}

}  // namespace rigkiln::alamo
