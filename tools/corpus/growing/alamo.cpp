#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"
#include "tools/corpus/growing/growing.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::corpus {
namespace {

using namespace alamo;

AloBone boneOf(std::string name, std::size_t parent, bool isRoot) {
    AloBone bone;
    bone.name = std::move(name);
    bone.parent = isRoot ? -1 : static_cast<std::int32_t>(parent);
    bone.billboard = 0;
    bone.matrix[3] = isRoot ? 0.0F : 1.0F;
    return bone;
}

AloSubMesh triangle(std::string texture = "none.tga") {
    AloSubMesh subMesh;
    subMesh.material.shader = "MeshGloss.fx";
    subMesh.material.parameters.push_back(
        {.name = "BaseTexture", .value = std::move(texture), .unknownMinis = {}});
    subMesh.vertexFormat = "alD3dVertNU2";
    for (const Float3& place : {Float3{0, 0, 0}, Float3{1, 0, 0}, Float3{0, 1, 0}}) {
        AloVertex vertex;
        vertex.position = place;
        vertex.normal = {0, 0, 1};
        subMesh.vertices.push_back(vertex);
    }
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

/// A root with a triangle, to which each count adds.
AloFile smallModel() {
    AloFile file;
    file.bones = {boneOf("Root", 0, true)};
    file.objects.emplace_back(meshOf("Body", {triangle()}));
    file.connections = {{.object = 0, .bone = 0, .unknownMinis = {}}};
    return file;
}

std::vector<ArtFile> modelAlone(const AloFile& file) {
    return {{"MODEL.ALO", encodeAlo(file)}};
}

AloFile modelWithBones(std::size_t count) {
    AloFile file = smallModel();
    for (std::size_t i = 0; i < count; ++i)
        file.bones.push_back(boneOf(fmt::format("Bone{}", i), i, false));
    return file;
}

std::vector<ArtFile> withBonesInAChain(std::size_t count) {
    return modelAlone(modelWithBones(count));
}

std::vector<ArtFile> withBonesOfOneName(std::size_t count) {
    AloFile file = smallModel();
    for (std::size_t i = 0; i < count; ++i)
        file.bones.push_back(boneOf("Bone", 0, false));
    return modelAlone(file);
}

std::vector<ArtFile> withMeshes(std::size_t count) {
    AloFile file = modelWithBones(count);
    for (std::size_t i = 0; i < count; ++i) {
        file.objects.emplace_back(meshOf(fmt::format("Part{}", i), {triangle()}));
        file.connections.push_back({.object = static_cast<std::uint32_t>(i + 1),
                                    .bone = static_cast<std::uint32_t>(i + 1),
                                    .unknownMinis = {}});
    }
    return modelAlone(file);
}

std::vector<ArtFile> withSubMeshes(std::size_t count) {
    AloFile file = smallModel();
    std::get<AloMesh>(file.objects.front()).subMeshes.assign(count, triangle());
    return modelAlone(file);
}

/// Each with a material and a texture of its own, which is nowhere.
std::vector<ArtFile> withMaterials(std::size_t count) {
    AloFile file = smallModel();
    auto& subMeshes = std::get<AloMesh>(file.objects.front()).subMeshes;
    for (std::size_t i = 0; i < count; ++i)
        subMeshes.push_back(triangle(fmt::format("skin_{}.tga", i)));
    return modelAlone(file);
}

std::vector<ArtFile> withParameters(std::size_t count) {
    AloFile file = smallModel();
    auto& parameters = std::get<AloMesh>(file.objects.front()).subMeshes.front().material.parameters;
    for (std::size_t i = 0; i < count; ++i)
        parameters.push_back({.name = fmt::format("Number{}", i), .value = 1.0F, .unknownMinis = {}});
    return modelAlone(file);
}

/// Sub-meshes of a grid each, because an index has sixteen bits.
std::vector<ArtFile> withVertices(std::size_t count) {
    constexpr std::size_t kSide = 64;
    AloFile file = smallModel();
    auto& subMeshes = std::get<AloMesh>(file.objects.front()).subMeshes;
    for (std::size_t done = 0; done < count; done += kSide * kSide) {
        AloSubMesh grid = triangle();
        grid.vertices.clear();
        grid.indices.clear();
        for (std::size_t i = 0; i < kSide * kSide; ++i) {
            AloVertex vertex;
            const std::size_t rowNumber = i / kSide;
            const auto row = static_cast<float>(rowNumber);
            const auto column = static_cast<float>(i % kSide);
            vertex.position = {column, row, std::sin(column) + std::cos(row)};
            vertex.normal = {0, 0, 1};
            grid.vertices.push_back(vertex);
            if (i % kSide + 1 == kSide || i / kSide + 1 == kSide) continue;
            for (const std::size_t corner : {i, i + 1, i + kSide, i + 1, i + kSide + 1, i + kSide})
                grid.indices.push_back(static_cast<std::uint16_t>(corner));
        }
        subMeshes.push_back(std::move(grid));
    }
    return modelAlone(file);
}

std::vector<ArtFile> withLights(std::size_t count) {
    AloFile file = smallModel();
    for (std::size_t i = 0; i < count; ++i) {
        AloLight light;
        light.name = fmt::format("Lamp{}", i);
        light.farAttenuationEnd = 10;
        file.objects.emplace_back(std::move(light));
        file.connections.push_back(
            {.object = static_cast<std::uint32_t>(i + 1), .bone = 0, .unknownMinis = {}});
    }
    return modelAlone(file);
}

std::vector<ArtFile> withProxies(std::size_t count) {
    AloFile file = smallModel();
    for (std::size_t i = 0; i < count; ++i)
        file.proxies.push_back({.name = fmt::format("p_smoke_{}", i),
                                .bone = 0,
                                .hidden = {},
                                .altDecreaseStayHidden = {},
                                .unknownMinis = {}});
    return modelAlone(file);
}

std::vector<ArtFile> withDazzles(std::size_t count) {
    AloFile file = smallModel();
    for (std::size_t i = 0; i < count; ++i) {
        AloDazzle dazzle;
        dazzle.name = fmt::format("Flare{}", i);
        dazzle.texture = "flare.tga";
        dazzle.textureSize = 1;
        file.dazzles.push_back(std::move(dazzle));
    }
    file.storesDazzleCount = true;
    return modelAlone(file);
}

std::vector<ArtFile> withUnknownChunks(std::size_t count) {
    constexpr std::size_t kKnown = 3;  // before them: skeleton, mesh, connections
    AloFile file = smallModel();
    for (std::size_t i = 0; i < count; ++i)
        file.unknownChunks.push_back({.id = 0x9999, .position = kKnown + i, .body = {std::byte{1}}});
    return modelAlone(file);
}

/// Moves and turns the bones at random, so that key reduction has something to do.
AlaFile clipOf(std::size_t frames, std::size_t bones) {
    constexpr float kRange = 1.0F / 65535;
    constexpr double kUnit = 32767;
    Random random(7);
    AlaFile file;
    file.frameCount = static_cast<std::uint32_t>(frames);
    for (std::size_t i = 0; i < bones; ++i) {
        AlaBone bone;
        bone.name = fmt::format("Bone{}", i);
        bone.index = static_cast<std::uint32_t>(i + 1);
        bone.rest = 0;
        bone.translationScale = {kRange, kRange, kRange};
        bone.translations.emplace();
        bone.rotations.emplace();
        double angle = 0;
        double height = 0.5;
        for (std::size_t frame = 0; frame < frames; ++frame) {
            angle += random.between(-0.05, 0.05);
            height = std::fmod(height + random.between(0, 0.01), 1.0);
            bone.translations->push_back({0, 0, static_cast<std::uint16_t>(height * 65535)});
            bone.rotations->push_back({0, 0, static_cast<std::int16_t>(std::sin(angle) * kUnit),
                                       static_cast<std::int16_t>(std::cos(angle) * kUnit)});
        }
        file.bones.push_back(std::move(bone));
    }
    return file;
}

std::vector<ArtFile> withFrames(std::size_t count) {
    constexpr std::size_t kBones = 4;
    return {{"MODEL.ALO", encodeAlo(modelWithBones(kBones))},
            {"MODEL_WALK.ALA", encodeAla(clipOf(count, kBones))}};
}

std::vector<ArtFile> withMovingBones(std::size_t count) {
    constexpr std::size_t kFrames = 8;
    AloFile file = smallModel();
    for (std::size_t i = 0; i < count; ++i)
        file.bones.push_back(boneOf(fmt::format("Bone{}", i), 0, false));
    return {{"MODEL.ALO", encodeAlo(file)}, {"MODEL_WALK.ALA", encodeAla(clipOf(kFrames, count))}};
}

std::vector<ArtFile> withClips(std::size_t count) {
    constexpr std::size_t kBones = 4;
    constexpr std::size_t kFrames = 8;
    std::vector<ArtFile> files = {{"MODEL.ALO", encodeAlo(modelWithBones(kBones))}};
    const std::vector<std::byte> clip = encodeAla(clipOf(kFrames, kBones));
    for (std::size_t i = 0; i < count; ++i)
        files.push_back({fmt::format("MODEL_WALK_{:05}.ALA", i), clip});
    return files;
}

/// Frame after frame shown and hidden.
std::vector<ArtFile> withVisibility(std::size_t count) {
    AlaFile clip = clipOf(count, 1);
    clip.bones.front().visibilityBits.emplace((count + 7) / 8, std::byte{0x55});
    return {{"MODEL.ALO", encodeAlo(modelWithBones(1))}, {"MODEL_BLINK.ALA", encodeAla(clip)}};
}

constexpr std::array kCounts = {GrowingCount{"alo bones in a chain", 32'768, withBonesInAChain},
                                GrowingCount{"alo bones of one name", 65'536, withBonesOfOneName},
                                GrowingCount{"alo meshes", 16'384, withMeshes},
                                GrowingCount{"alo sub-meshes", 32'768, withSubMeshes},
                                GrowingCount{"alo materials", 16'384, withMaterials},
                                GrowingCount{"alo parameters", 65'536, withParameters},
                                GrowingCount{"alo vertices", 1'048'576, withVertices},
                                GrowingCount{"alo lights", 32'768, withLights},
                                GrowingCount{"alo proxies", 65'536, withProxies},
                                GrowingCount{"alo dazzles", 65'536, withDazzles},
                                GrowingCount{"alo unknown chunks", 262'144, withUnknownChunks},
                                GrowingCount{"ala frames", 65'536, withFrames},
                                GrowingCount{"ala moving bones", 16'384, withMovingBones},
                                GrowingCount{"ala clips", 8'192, withClips},
                                GrowingCount{"ala frames of visibility", 131'072, withVisibility}};

}  // namespace

std::span<const GrowingCount> alamoCounts() {
    return kCounts;
}

}  // namespace rigkiln::corpus
