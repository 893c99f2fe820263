#include "tests/support/bfres/worms.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/file/bfres_file.hpp"
#include "tools/corpus/bfres_art.hpp"

namespace rigkiln::test {
namespace {

using namespace bfres;

std::string nameIn(std::size_t worm, const std::string& name) {
    return worm == 0 ? name : fmt::format("{}_{}", name, worm);
}

void addSkeleton(const Skeleton& one, std::size_t worm, Skeleton& all) {
    const std::size_t first = all.bones.size();
    for (Bone bone : one.bones) {
        bone.name = nameIn(worm, bone.name);
        bone.index = static_cast<std::uint16_t>(bone.index + first);
        if (bone.parent >= 0) bone.parent = static_cast<std::int16_t>(bone.parent + static_cast<int>(first));
        bone.smoothMatrix = static_cast<std::int16_t>(bone.smoothMatrix + static_cast<int>(first));
        all.matrixToBone.push_back(bone.index);
        all.bones.push_back(std::move(bone));
    }
    all.inverseBinds.insert(all.inverseBinds.end(), one.inverseBinds.begin(), one.inverseBinds.end());
    all.smoothCount = static_cast<std::uint16_t>(all.bones.size());
}

/// In the second buffer, the first two bytes of each vertex are bone indices.
void addShape(const Model& one, std::size_t worm, Model& all) {
    constexpr std::size_t kSkinBuffer = 1;
    const std::size_t firstBone = worm * one.skeleton->bones.size();
    VertexArray vertices = one.vertexArrays.front();
    VertexBuffer& skin = vertices.buffers.at(kSkinBuffer);
    for (std::size_t i = 0; i + 1 < skin.bytes.size(); i += skin.stride) {
        for (const std::size_t place : {i, i + 1}) {
            const std::size_t bone = std::to_integer<std::size_t>(skin.bytes[place]) + firstBone;
            skin.bytes[place] = static_cast<std::byte>(bone);
        }
    }
    Shape shape = one.shapes.front();
    shape.name = nameIn(worm, shape.name);
    shape.index = static_cast<std::uint16_t>(worm);
    shape.vertexArray = static_cast<std::uint16_t>(worm);
    for (std::uint16_t& bone : shape.skinBones)
        bone = static_cast<std::uint16_t>(bone + firstBone);
    all.totalVertexCount += vertices.vertexCount;
    all.vertexArrays.push_back(std::move(vertices));
    all.shapes.push_back(std::move(shape));
}

SkeletalAnimation forAllWorms(SkeletalAnimation motion) {
    const std::vector<BoneAnimation> bones = std::exchange(motion.bones, {});
    for (std::size_t worm = 0; worm < kWorms; ++worm) {
        for (BoneAnimation bone : bones) {
            bone.name = nameIn(worm, bone.name);
            motion.bones.push_back(std::move(bone));
        }
    }
    return motion;
}

}  // namespace

std::vector<std::byte> makeWormsModel() {
    BfresFile file = corpus::makeWorm();
    const Model one = std::exchange(file.models.front(), {});
    Model& all = file.models.front();
    all.name = one.name;
    all.materials = one.materials;
    all.skeleton.emplace();
    all.skeleton->flags = one.skeleton->flags;
    for (std::size_t worm = 0; worm < kWorms; ++worm) {
        addSkeleton(*one.skeleton, worm, *all.skeleton);
        addShape(one, worm, all);
    }
    return encodeBfres(file);
}

std::vector<std::byte> makeWormsAnimations(std::size_t count) {
    BfresFile file = corpus::makeWormAnimations(0.3F);
    const std::vector<SkeletalAnimation> motions = std::exchange(file.skeletalAnimations, {});
    for (std::size_t i = 0; i < count; ++i) {
        SkeletalAnimation motion = forAllWorms(motions[i % motions.size()]);
        motion.name = fmt::format("Motion{}", i);
        file.skeletalAnimations.push_back(std::move(motion));
    }
    return encodeBfres(file);
}

}  // namespace rigkiln::test
