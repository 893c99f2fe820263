#include "tests/support/swat3/swat3_builders.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace rigkiln::swat3 {

namespace {

constexpr std::uint16_t kBody = 0;  // ids of materials, not indices
constexpr std::uint16_t kFace = 3;
constexpr std::uint16_t kMuzzle = 7;

Bone boneAt(std::uint16_t id, std::string name, std::uint16_t link, Float3 position,
            Float4 rotation = {0, 0, 0, 1}) {
    return {.id = id, .name = std::move(name), .link = link, .position = position, .rotation = rotation};
}

// Rotation about z. Sine and cosine of half the angle keep the length within a rounding error of 1.
Float4 turned(float degrees) {
    const float half = degrees * 3.14159265F / 360.0F;
    return {0, 0, std::sin(half), std::cos(half)};
}

GsmMaterial materialOf(std::uint16_t id, std::string name, std::vector<GsmMap> maps) {
    GsmMaterial material;
    material.id = id;
    material.name = std::move(name);
    material.maps = std::move(maps);
    material.unknown = 1;
    material.diffuse = {1, 0.5F, 0.25F};
    material.ambient = {0.125F, 0.125F, 0.125F};
    material.specular = {0.9F, 0.9F, 0.9F};
    material.shininess = 0.25F;
    material.shineStrength = 0.1F;
    return material;
}

GsmGrip gripOf(std::string name, std::uint16_t bone, Float3 position) {
    return {.name = std::move(name), .position = position, .bone = bone};
}

// Gives every position and blend a list of all triangles that touch it, and assigns the lists to the
// effective vertices.
void smoothAll(GsmFile& file) {
    file.sharedLists.assign(file.positions.size() + file.blends.size(), {});
    for (GsmEffectiveVertex& vertex : file.effectiveVertices)
        vertex.sharedList = vertex.position;
    for (std::size_t i = 0; i < file.triangles.size(); ++i) {
        for (const std::uint16_t corner : file.triangles[i].corners) {
            auto& list = file.sharedLists[file.effectiveVertices[corner].position];
            if (list.empty() || list.back() != i) list.push_back(static_cast<std::uint16_t>(i));
        }
    }
}

void addTriangles(GsmFile& file, std::uint16_t material,
                  std::initializer_list<std::array<std::uint16_t, 3>> corners) {
    file.groups.push_back({.material = material,
                           .first = static_cast<std::uint16_t>(file.triangles.size()),
                           .count = static_cast<std::uint16_t>(corners.size())});
    for (const auto& triangle : corners)
        file.triangles.push_back({.corners = triangle});
}

std::vector<Skeleton> characterSkeleton() {
    return {{.id = 0,
             .name = "SwatGuy",
             .bones = {boneAt(0, "Biped", kNoBone, {0, 0, 40}, turned(90)),
                       boneAt(1, "Biped Spine", 0, {0, 0, 10}, turned(-30)),
                       boneAt(2, "Biped Head", 1, {0, 0, 20}), boneAt(3, "Biped L Hand", 1, {20, 0, 10}),
                       boneAt(4, "Biped R Hand", 1, {-20, 0, 10}, turned(45))}}};
}

// Adds a frame that turns every bone a little further than the frame before.
void addFrame(GsaFile& file, Float3 rootPosition) {
    const auto frame = static_cast<float>(file.frames.size());
    file.frames.push_back({.rootPosition = rootPosition});
    for (std::size_t bone = 0; bone < rotationsPerFrame(file); ++bone)
        file.rotations.push_back(turned(10 * frame + static_cast<float>(bone)));
    if (file.hasEventCounts) file.events.emplace_back();
}

GsaEvent eventOf(std::string text) {
    return std::move(text) + '\0';
}

}  // namespace

void settle(GsmFile& file) {
    file.sharedStreamShorts = static_cast<std::uint32_t>(countSharedShorts(file));
    file.blendStreamLength = static_cast<std::uint16_t>(blendStreamOctets(file));
    std::erase_if(file.runs, [](const GsmRun& run) { return run.bone == kBlendRun; });
    if (file.blends.empty()) return;
    file.runs.push_back({.bone = kBlendRun,
                         .first = static_cast<std::uint16_t>(file.positions.size()),
                         .count = static_cast<std::uint16_t>(file.blends.size())});
}

GsmFile weaponModel() {
    GsmFile file;
    file.skeletons = {
        {.id = 0,
         .name = "Rifle",
         .bones = {boneAt(0, "Rifle_Root", kNoBone, {0, 0, 0}), boneAt(1, "Rifle_Muzzle", 0, {10, 0, 0})}}};
    file.runs = {{.bone = 0, .first = 0, .count = 7}};
    file.positions = {{0, 0, 0}, {8, 0, 0}, {8, 0, 2}, {0, 0, 2}, {10, 0, 0}, {10, 0.5F, 0}, {10, 0, 0.5F}};
    file.texCoords = {{0, -0.0F}, {1, 0}, {1, -1}, {0, -1}};
    for (std::uint16_t i = 0; i < 7; ++i) {
        file.effectiveVertices.push_back(
            {.texCoord = static_cast<std::uint16_t>(i % 4), .position = i, .hit = 0x7C00});
    }
    addTriangles(file, kBody, {{0, 1, 2}, {0, 2, 3}});
    addTriangles(file, kMuzzle, {{4, 5, 6}});
    smoothAll(file);
    file.textures = {{.name = "H:\\GUNS\\RIFLE.bmp", .countedNuls = 0}};
    file.materials = {materialOf(kBody, "Body", {{.slot = 1, .texture = 0}}),
                      materialOf(kMuzzle, "MUZZLE", {})};
    file.grips = {gripOf("Grip1", 0, {1, 0, 0}), gripOf("Grip2", 0, {6, 0, 0})};
    settle(file);
    return file;
}

GsmFile characterModel() {
    GsmFile file;
    file.skeletons = characterSkeleton();
    file.runs = {{.bone = 0, .first = 0, .count = 2},
                 {.bone = 1, .first = 2, .count = 2},
                 {.bone = 2, .first = 4, .count = 1},
                 {.bone = 3, .first = 5, .count = 1},
                 {.bone = 4, .first = 6, .count = 1}};
    file.positions = {{1, 0, 40}, {-1, 0, 40}, {1, 0, 50},  {-1, 0, 50},
                      {0, 0, 75}, {20, 0, 60}, {-20, 0, 60}};
    file.blends = {
        {{.position = 0, .weight = 0.5F}, {.position = 2, .weight = 0.5F}},
        {{.position = 1, .weight = 0.25F}, {.position = 3, .weight = 0.25F}, {.position = 4, .weight = 0.5F}},
        {{.position = 3, .weight = 0}, {.position = 4, .weight = 0}}};
    file.texCoords = {{0, 0}, {0.5F, 0}, {1, -0.5F}, {0.25F, -1}};
    for (std::uint16_t i = 0; i < 10; ++i) {
        file.effectiveVertices.push_back({.texCoord = static_cast<std::uint16_t>(i % 4),
                                          .position = i,
                                          .hit = static_cast<std::uint16_t>(0x03E0 + i)});
    }
    // Uses the first blend again, as at a seam; both sides are smoothed together.
    file.effectiveVertices.push_back({.texCoord = 3, .position = 7, .hit = 0x001F});
    addTriangles(file, kBody, {{0, 1, 7}, {1, 8, 10}, {2, 3, 9}, {2, 5, 7}, {3, 6, 8}});
    addTriangles(file, kFace, {{2, 3, 4}});
    smoothAll(file);
    file.textures = {{.name = "H:\\CHARS\\BODY.bmp", .countedNuls = 1},
                     {.name = "H:\\CHARS\\FACE.bmp", .countedNuls = 1}};
    file.materials = {materialOf(kBody, "Uniform", {{.slot = 1, .texture = 0}}),
                      materialOf(kFace, "FACE", {{.slot = 1, .texture = 1}})};
    file.grippers = {gripOf("Grip1", 4, {0, 1, 0}), gripOf("Grip2", 3, {0, -1, 0})};
    settle(file);
    return file;
}

GsmFile modelWithEverything() {
    GsmFile file = characterModel();
    std::ranges::swap(file.skeletons[0].bones[0], file.skeletons[0].bones[4]);
    file.runs[0].pad = 0xCDCD;
    file.triangles[2].pad = 0x1234;
    file.groups[1].pad = 0xFFFF;
    file.effectiveVertices[3].hit = 0xFC00;
    file.textures.push_back({.name = "unused \xE9.bmp", .countedNuls = 1});
    file.textures.push_back({.name = "", .countedNuls = 1});
    file.materials[0].maps.push_back({.slot = 9, .texture = 1});
    file.materials[0].twoSided = 1;
    file.materials.push_back(materialOf(9, "FLASHLIGHT", {}));
    file.materials.back().unknown = 3;
    file.grips = {gripOf("Sling", 1, {0, 2, 0})};
    file.grips[0].rows = {0, 1, 0, -1, 0, 0, 0, 0, 1};
    return file;
}

GsaFile clip41() {
    GsaFile file;
    file.versionMinor = 1;
    file.hasEventCounts = false;
    file.unknown0 = 0x11;
    file.unknown1 = 0x22;
    file.skeletons = characterSkeleton();
    for (const float x : {0.0F, 1.0F, 2.5F})
        addFrame(file, {x, 0, 0});
    return file;
}

GsaFile clip42() {
    GsaFile file;
    file.skeletons = characterSkeleton();
    for (const float x : {0.0F, -1.0F, 0.5F})
        addFrame(file, {0, x, 0});
    file.events[0] = {eventOf("sound=STEP_L")};
    file.events[2] = {eventOf("itemsound=RELOAD"), eventOf("sound=STEP_R")};
    return file;
}

GsaFile partialClip() {
    GsaFile file;
    file.skeletons = characterSkeleton();
    file.animatedBones = {4, 3};
    addFrame(file, {0, 0, 0});
    addFrame(file, {0, 0, 0});
    return file;
}

}  // namespace rigkiln::swat3
