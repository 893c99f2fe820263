#include "tools/corpus/model.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "tools/corpus/material.hpp"

namespace rigkiln::corpus {

using alamo::AloBone;
using alamo::AloMesh;
using alamo::AloSubMesh;

namespace {

void addObject(Model& model, alamo::AloObject object, std::uint32_t bone) {
    model.file.connections.push_back({static_cast<std::uint32_t>(model.file.objects.size()), bone, {}});
    model.file.objects.push_back(std::move(object));
}

}  // namespace

Model makeBareModel(std::string name, Skeleton skeleton) {
    Model model{std::move(name), std::move(skeleton), {}};
    for (const Bone& bone : model.skeleton.bones) {
        AloBone stored;
        stored.name = bone.name;
        stored.parent = bone.parent;
        stored.visible = bone.visible ? 1 : 0;
        stored.billboard = bone.billboard;
        stored.matrix = matrixRows(restOf(bone));
        model.file.bones.push_back(std::move(stored));
    }
    return model;
}

void addMesh(Model& model, AloMesh mesh, std::uint32_t bone) {
    finishMesh(mesh);
    addObject(model, std::move(mesh), bone);
}

void addLight(Model& model, alamo::AloLight light, std::uint32_t bone) {
    addObject(model, std::move(light), bone);
}

AloSubMesh makeBoxSubMesh(const Box& box, const Look& look) {
    AloSubMesh subMesh;
    subMesh.material = makeMaterial(look.shader, look.texture);
    addBox(subMesh, box);
    applyFormat(subMesh, look.format, look.style);
    return subMesh;
}

AloMesh makeBoxMesh(std::string name, const Box& box, const Look& look) {
    AloMesh mesh;
    mesh.name = std::move(name);
    mesh.subMeshes.push_back(makeBoxSubMesh(box, look));
    return mesh;
}

void addPart(Model& model, std::uint32_t bone, const Look& look) {
    const Bone& source = model.skeleton.bones[bone];
    addMesh(model, makeBoxMesh(source.name, *source.part, look), bone);
}

AloSubMesh makeSkinnedSubMesh(const Skeleton& skeleton, std::span<const std::uint32_t> bones,
                              const Look& look) {
    AloSubMesh subMesh;
    subMesh.material = makeMaterial(look.shader, look.texture);
    for (std::size_t slot = 0; slot < bones.size(); ++slot) {
        addBox(subMesh, *skeleton.bones[bones[slot]].part, skeleton.world[bones[slot]],
               static_cast<std::uint32_t>(slot));
    }
    applyFormat(subMesh, look.format, look.style);
    subMesh.boneMap.emplace(bones.begin(), bones.end());
    return subMesh;
}

std::vector<std::uint32_t> drawnBones(const Skeleton& skeleton) {
    std::vector<std::uint32_t> bones;
    for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
        const Bone& bone = skeleton.bones[i];
        if (bone.part && bone.visible) bones.push_back(static_cast<std::uint32_t>(i));
    }
    return bones;
}

}  // namespace rigkiln::corpus
