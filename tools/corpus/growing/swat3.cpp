#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "tools/corpus/growing/growing.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::corpus {
namespace {

using namespace swat3;

std::uint16_t small(std::size_t number) {
    return static_cast<std::uint16_t>(number);
}

std::vector<std::byte> encoded(Result<std::vector<std::byte>> bytes) {
    if (!bytes) throw std::logic_error(bytes.error().text());
    return std::move(*bytes);
}

Skeleton skeletonOf(std::size_t bones, bool isChain) {
    Skeleton skeleton{.id = 0, .name = "Rig"};
    for (std::size_t i = 0; i < bones; ++i) {
        skeleton.bones.push_back({.id = small(i),
                                  .name = fmt::format("Bone {}", i),
                                  .link = i == 0 ? kNoBone : small(isChain ? i - 1 : 0),
                                  .position = {1, 0, 0}});
    }
    return skeleton;
}

/// A strip of triangles over the positions, all of them on the root, each with a normal of its own.
GsmFile strip(std::size_t positions, std::size_t bones = 1) {
    GsmFile file;
    file.skeletons = {skeletonOf(bones, true)};
    file.runs = {{.bone = 0, .first = 0, .count = small(positions)}};
    file.texCoords = {{0, 0}};
    for (std::size_t i = 0; i < positions; ++i) {
        const std::size_t pair = i / 2;
        file.positions.push_back({static_cast<float>(pair), static_cast<float>(i % 2), 0});
        file.effectiveVertices.push_back({.texCoord = 0, .position = small(i), .sharedList = small(i)});
    }
    file.sharedLists.resize(positions);
    for (std::size_t i = 0; i + 2 < positions; ++i) {
        file.triangles.push_back({.corners = {small(i), small(i + 1), small(i + 2)}});
        for (const std::uint16_t corner : file.triangles.back().corners)
            file.sharedLists[corner].push_back(small(i));
    }
    file.groups = {{.material = 0, .first = 0, .count = small(file.triangles.size())}};
    file.textures = {{.name = "H:\\NONE.bmp"}};
    file.materials.push_back({.id = 0, .name = "Body", .maps = {{.slot = 1, .texture = 0}}, .unknown = 1});
    return file;
}

std::vector<ArtFile> modelAlone(GsmFile file) {
    file.sharedStreamShorts = static_cast<std::uint32_t>(countSharedShorts(file));
    file.blendStreamLength = small(blendStreamOctets(file));
    return {{"MODEL.GSM", encoded(encodeGsm(file))}};
}

constexpr std::size_t kFewPositions = 4;

std::vector<ArtFile> withBones(std::size_t count) {
    return modelAlone(strip(kFewPositions, count));
}

std::vector<ArtFile> withBonesOfOneName(std::size_t count) {
    GsmFile file = strip(kFewPositions);
    file.skeletons = {skeletonOf(count, false)};
    for (Bone& bone : file.skeletons.front().bones)
        bone.name = "Bone";
    return modelAlone(std::move(file));
}

std::vector<ArtFile> withPositions(std::size_t count) {
    return modelAlone(strip(count + 2));
}

std::vector<ArtFile> withRuns(std::size_t count) {
    GsmFile file = strip(count + 2, count);
    file.runs.clear();
    for (std::size_t i = 0; i < count; ++i)
        file.runs.push_back({.bone = small(i), .first = small(i), .count = 1});
    file.runs.push_back({.bone = 0, .first = small(count), .count = 2});
    return modelAlone(std::move(file));
}

std::vector<ArtFile> withMaterials(std::size_t count) {
    GsmFile file = strip(count + 2);
    file.groups.clear();
    file.textures.clear();
    file.materials.clear();
    for (std::size_t i = 0; i < count; ++i) {
        file.groups.push_back({.material = small(i), .first = small(i), .count = 1});
        file.textures.push_back({.name = fmt::format("H:\\SKIN{}.bmp", i)});
        file.materials.push_back({.id = small(i),
                                  .name = fmt::format("Material {}", i),
                                  .maps = {{.slot = 1, .texture = small(i)}},
                                  .unknown = 1});
    }
    return modelAlone(std::move(file));
}

std::vector<ArtFile> withGrips(std::size_t count) {
    GsmFile file = strip(kFewPositions);
    for (std::size_t i = 0; i < count; ++i)
        file.grips.push_back({.name = fmt::format("Grip{}", i)});
    return modelAlone(std::move(file));
}

/// All triangles around one corner: the shared list of this corner holds all of them.
std::vector<ArtFile> withOneSharedList(std::size_t count) {
    GsmFile file = strip(count + 2);
    file.sharedLists.assign(1, {});
    for (std::size_t i = 0; i < file.triangles.size(); ++i) {
        file.triangles[i].corners = {0, small(i + 1), small(i + 2)};
        file.sharedLists.front().push_back(small(i));
    }
    for (GsmEffectiveVertex& vertex : file.effectiveVertices)
        vertex.sharedList = 0;
    return modelAlone(std::move(file));
}

GsaFile clipOf(std::size_t frames, std::size_t bones) {
    Random random(7);
    GsaFile file;
    file.skeletons = {skeletonOf(bones, false)};
    std::vector<double> angles(bones);
    float height = 0;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        height += static_cast<float>(random.between(-1, 1));
        file.frames.push_back({.rootPosition = {0, 0, frame == 0 ? 0 : height}});
        for (double& angle : angles) {
            angle += random.between(-0.05, 0.05);
            file.rotations.push_back(
                {0, 0, static_cast<float>(std::sin(angle)), static_cast<float>(std::cos(angle))});
        }
        file.events.emplace_back();
    }
    return file;
}

std::vector<ArtFile> modelAndClip(std::size_t bones, const GsaFile& clip) {
    GsmFile file = strip(kFewPositions);
    file.skeletons = {skeletonOf(bones, false)};
    std::vector<ArtFile> files = modelAlone(std::move(file));
    files.push_back({"MODEL_WALK.GSA", encoded(encodeGsa(clip))});
    return files;
}

constexpr std::size_t kFewBones = 4;
constexpr std::size_t kFewFrames = 8;

std::vector<ArtFile> withFrames(std::size_t count) {
    return modelAndClip(kFewBones, clipOf(count, kFewBones));
}

std::vector<ArtFile> withMovingBones(std::size_t count) {
    return modelAndClip(count, clipOf(kFewFrames, count));
}

std::vector<ArtFile> withEvents(std::size_t count) {
    GsaFile clip = clipOf(kFewFrames, kFewBones);
    for (std::size_t i = 0; i < count; ++i)
        clip.events[i % kFewFrames].push_back(fmt::format("sound=STEP_{}", i) + '\0');
    return modelAndClip(kFewBones, clip);
}

std::vector<ArtFile> withClips(std::size_t count) {
    const std::vector<std::byte> clip = encoded(encodeGsa(clipOf(kFewFrames, kFewBones)));
    GsmFile file = strip(kFewPositions);
    file.skeletons = {skeletonOf(kFewBones, false)};
    std::vector<ArtFile> files = modelAlone(std::move(file));
    for (std::size_t i = 0; i < count; ++i)
        files.push_back({fmt::format("MODEL_WALK_{:05}.GSA", i), clip});
    return files;
}

constexpr std::array kCounts = {GrowingCount{"gsm bones in a chain", 32'768, withBones},
                                GrowingCount{"gsm bones of one name", 32'768, withBonesOfOneName},
                                GrowingCount{"gsm positions", 32'768, withPositions},
                                GrowingCount{"gsm runs", 16'384, withRuns},
                                GrowingCount{"gsm materials", 16'384, withMaterials},
                                GrowingCount{"gsm grips", 32'768, withGrips},
                                GrowingCount{"gsm triangles around a corner", 32'768, withOneSharedList},
                                GrowingCount{"gsa frames", 32'768, withFrames},
                                GrowingCount{"gsa moving bones", 16'384, withMovingBones},
                                GrowingCount{"gsa events", 65'536, withEvents},
                                GrowingCount{"gsa clips", 8'192, withClips}};

}  // namespace

std::span<const GrowingCount> swat3Counts() {
    return kCounts;
}

}  // namespace rigkiln::corpus
