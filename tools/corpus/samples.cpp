// Models that each show one thing: formats, shaders, faults, old files.

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "tools/corpus/material.hpp"
#include "tools/corpus/model.hpp"

namespace rigkiln::corpus {
namespace {

using alamo::AloMesh;
using alamo::AloSubMesh;
using alamo::AloVertex;
using alamo::AloVertexChunk;

constexpr Box kUnitBox{{-0.5, -0.5, 0}, {0.5, 0.5, 1}};
/// Twice as high, so that a picture shows it beside the others.
constexpr Box kTallBox{{-0.5, -0.5, 0}, {0.5, 0.5, 2}};

/// Adds a bone at a place in a grid, so that a picture shows all objects side by side.
std::uint32_t addGridBone(Skeleton& skeleton, std::string name, std::size_t number) {
    constexpr std::size_t kColumns = 6;
    const std::size_t row = number / kColumns;
    const std::size_t column = number % kColumns;
    return addPoint(skeleton, std::move(name), 0,
                    {static_cast<double>(column) * 2 - 5, static_cast<double>(row) * 2, 0});
}

bool isSkinned(std::string_view format) {
    return format.find("RSkin") != std::string_view::npos || format.find("B4I4") != std::string_view::npos;
}

AloSubMesh makeFormatSubMesh(const Skeleton& skeleton, std::uint32_t bone, std::string_view format) {
    AloSubMesh subMesh;
    subMesh.material = makeMaterial(isSkinned(format) ? "RSkinGloss.fx" : "MeshGloss.fx", "Steel");
    addBox(subMesh, kUnitBox, isSkinned(format) ? skeleton.world[bone] : Placement{});
    if (format == "alD3dVertBillboard") {
        for (AloVertex& vertex : subMesh.vertices)
            vertex.weights = {0, 0, 0.5F, 0};
    }
    applyFormat(subMesh, format, {.blackWithoutColour = bone % 2 == 0, .zeroUnused = bone % 3 == 0});
    if (isSkinned(format)) subMesh.boneMap = {bone};
    return subMesh;
}

AloMesh makeTinyMesh(AloVertexChunk chunk) {
    AloMesh mesh;
    mesh.name = "Tiny";
    AloSubMesh& subMesh = mesh.subMeshes.emplace_back();
    subMesh.material = makeMaterial("MeshGloss.fx", "T");
    subMesh.vertices.resize(3);
    subMesh.vertices[1].position = {1, 0, 0};
    subMesh.vertices[2].position = {0, 0, 1};
    for (AloVertex& vertex : subMesh.vertices)
        vertex.normal = {0, -1, 0};
    subMesh.indices = {0, 1, 2};
    subMesh.vertexFormat = "alD3dVertNU2";
    subMesh.vertexChunk = chunk;
    subMesh.collisionTree = makeCollisionTree(subMesh);
    return mesh;
}

}  // namespace

std::span<const std::string_view> vertexFormats() {
    static constexpr std::array<std::string_view, 17> kFormats = {
        "alD3dVertN",         "alD3dVertNC",           "alD3dVertNU2",           "alD3dVertNU2C",
        "alD3dVertNU2U3",     "alD3dVertNU2U3U3",      "alD3dVertNU2U3U3C",      "alD3dVertRSkinNU2",
        "alD3dVertRSkinNU2C", "alD3dVertRSkinNU2U3U3", "alD3dVertRSkinNU2U3U3C", "alD3dVertB4I4NU2",
        "alD3dVertB4I4NU2C",  "alD3dVertB4I4NU2U3U3",  "alD3dVertB4I4NU2U3U3C",  "alD3dVertGrass",
        "alD3dVertBillboard"};
    return kFormats;
}

Model makeFormatsModel() {
    constexpr std::array kChunks = {AloVertexChunk::Full10007, AloVertexChunk::Short10005};
    Skeleton skeleton = skeletonWithRoot();
    for (std::size_t i = 0; i < vertexFormats().size() * 2; ++i) {
        addGridBone(skeleton, fmt::format("{}_{}", vertexFormats()[i / 2], i % 2 == 0 ? "10007" : "10005"),
                    i);
    }
    Model model = makeBareModel("FORMATS", std::move(skeleton));
    for (std::uint32_t bone = 1; bone < model.skeleton.bones.size(); ++bone) {
        AloMesh mesh;
        mesh.name = model.skeleton.bones[bone].name;
        mesh.subMeshes.push_back(makeFormatSubMesh(model.skeleton, bone, vertexFormats()[(bone - 1) / 2]));
        mesh.subMeshes.back().vertexChunk = kChunks[(bone - 1) % 2];
        if (kChunks[(bone - 1) % 2] == AloVertexChunk::Short10005) {
            // The short vertex does not store it; this is the value that a reader returns.
            for (AloVertex& vertex : mesh.subMeshes.back().vertices)
                vertex.unused = {1, 1, 1, 1};
        }
        addMesh(model, std::move(mesh), bone);
    }
    return model;
}

Model makeShadersModel() {
    Skeleton skeleton = skeletonWithRoot();
    for (std::size_t i = 0; i < rigidShaders().size(); ++i) {
        addGridBone(skeleton, fmt::format("Shader_{:02}", i), i);
    }
    Model model = makeBareModel("SHADERS", std::move(skeleton));
    for (std::uint32_t bone = 1; bone < model.skeleton.bones.size(); ++bone) {
        const std::string_view shader = rigidShaders()[bone - 1];
        addMesh(
            model,
            makeBoxMesh(model.skeleton.bones[bone].name, kUnitBox, {.shader = shader, .texture = "Steel"}),
            bone);
    }
    // Two materials in one mesh.
    std::get<AloMesh>(model.file.objects.front())
        .subMeshes.push_back(
            makeBoxSubMesh(kTallBox, {.shader = "MeshAdditive.fx", .format = "alD3dVertNU2C"}));
    return model;
}

Model makeOldModel(Random& random) {
    Model model = makeBareModel("OLD_TROOPER", makePerson(random));
    for (alamo::AloBone& bone : model.file.bones)
        bone.billboard.reset();
    AloMesh mesh;
    mesh.name = "Body";
    mesh.subMeshes.push_back(makeSkinnedSubMesh(
        model.skeleton, drawnBones(model.skeleton),
        {"RSkinBumpColorize.fx", "Armour", "alD3dVertB4I4NU2U3U3", {.binormalDown = true}}));
    mesh.subMeshes.back().vertexChunk = AloVertexChunk::Short10005;
    addMesh(model, std::move(mesh), 0);
    return model;
}

Model makeFaultsModel() {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    Skeleton skeleton = skeletonWithRoot();
    constexpr std::array<const char*, 8> kNames = {"Zero_Normals", "Zero_Tangents", "NaN_Texcoords",
                                                   "NaN_Position", "Empty",         "T\xFCr\t",
                                                   "Twin",         "Twin"};
    for (std::size_t i = 0; i < kNames.size(); ++i)
        addGridBone(skeleton, kNames[i], i);
    Model model = makeBareModel("FAULTS", std::move(skeleton));
    std::vector<AloMesh> meshes;
    meshes.reserve(kNames.size());
    for (const char* name : kNames)
        meshes.push_back(makeBoxMesh(name, kUnitBox, {.texture = "Steel"}));
    for (AloVertex& vertex : meshes[0].subMeshes[0].vertices)
        vertex.normal = {};
    for (AloVertex& vertex : meshes[1].subMeshes[0].vertices)
        vertex.tangent = vertex.binormal = {};
    meshes[2].subMeshes[0].vertices[3].texCoords[0][0] = kNan;
    meshes[3].subMeshes[0].vertices[5].position[2] = kNan;
    meshes[4].subMeshes[0].vertices.clear();
    meshes[4].subMeshes[0].indices.clear();
    for (std::uint32_t i = 0; i < meshes.size(); ++i)
        addMesh(model, std::move(meshes[i]), i + 1);
    model.file.connections.pop_back();
    return model;
}

Model makeRootOnlyModel() {
    return makeBareModel("ROOT_ONLY", skeletonWithRoot());
}

Model makeTinyModel() {
    Skeleton skeleton = skeletonWithRoot();
    addLimb(skeleton, "Arm", 0, {0, 0, 1}, {0, 0, 1});
    Model model = makeBareModel("TINY", std::move(skeleton));
    alamo::AloLight light;
    light.name = "Light";
    addLight(model, std::move(light), 1);
    addMesh(model, makeTinyMesh(AloVertexChunk::Full10007), 1);
    addMesh(model, makeTinyMesh(AloVertexChunk::Short10005), 1);
    AloMesh skinned = makeTinyMesh(AloVertexChunk::Full10007);
    skinned.subMeshes[0].vertexFormat = "alD3dVertB4I4NU2U3U3C";
    skinned.subMeshes[0].boneMap = {0, 1};
    addMesh(model, std::move(skinned), 0);
    AloMesh every = makeTinyMesh(AloVertexChunk::Full10007);
    every.subMeshes[0].material = makeMaterial("MeshShield.fx", "T");
    every.subMeshes[0].material.parameters.push_back({"Wind", alamo::Float3{1, 2, 3}, {}});
    every.subMeshes[0].material.parameters.push_back({"Colorization", alamo::Float4{1, 0, 0, 1}, {}});
    addMesh(model, std::move(every), 1);
    alamo::AloProxy proxy;
    proxy.name = "HP_Arm";
    proxy.bone = 1;
    proxy.hidden = 1;
    proxy.altDecreaseStayHidden = 0;
    model.file.proxies.push_back(std::move(proxy));
    alamo::AloDazzle dazzle;
    dazzle.name = "Dazzle";
    dazzle.texture = "D.tga";
    dazzle.bone = 1;
    dazzle.bias = 1.0F;
    model.file.dazzles.push_back(std::move(dazzle));
    model.file.storesDazzleCount = true;
    return model;
}

}  // namespace rigkiln::corpus
