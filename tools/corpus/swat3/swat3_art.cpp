#include "tools/corpus/swat3/swat3_art.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include "tools/corpus/random.hpp"
#include "tools/corpus/swat3/gsm_builder.hpp"

namespace rigkiln::corpus {
namespace {

using swat3::GsmFile;
using swat3::GsmMaterial;

constexpr std::string_view kAuthorFolder = R"(H:\SWAT3_cqb\FINAL_CHARACTERS\)";

/// Packs red, green and blue of a hit zone, five bits each.
constexpr std::uint16_t hitZone(unsigned red, unsigned green, unsigned blue) {
    return static_cast<std::uint16_t>(red << 10U | green << 5U | blue);
}

std::uint16_t zoneOf(std::string_view bone) {
    if (bone.ends_with("Head") || bone.ends_with("Neck")) return hitZone(31, 0, 0);
    if (bone.find(" L ") != std::string_view::npos) return hitZone(0, 31, 5);
    if (bone.find(" R ") != std::string_view::npos) return hitZone(0, 5, 31);
    return hitZone(31, 31, 0);
}

double thicknessOf(std::string_view bone) {
    if (bone.find("Spine") != std::string_view::npos) return 9;
    if (bone.find("Finger") != std::string_view::npos) return 0.5;
    if (bone.ends_with("Head")) return 6;
    if (bone.ends_with("Pelvis")) return 8;
    return bone.ends_with("Thigh") ? 5 : 3;
}

GsmMaterial makeMaterial(std::uint16_t id, std::string name, std::optional<std::uint16_t> texture) {
    GsmMaterial material;
    material.id = id;
    material.name = std::move(name);
    if (texture) material.maps.push_back({.slot = 1, .texture = *texture});
    material.unknown = 1;
    material.diffuse = {0.6F, 0.6F, 0.6F};
    material.ambient = {0.2F, 0.2F, 0.2F};
    material.specular = {0.9F, 0.9F, 0.9F};
    material.shininess = 0.25F;
    material.shineStrength = 0.05F;
    return material;
}

/// The first child that begins at the bone's end, which shares the skin at the joint.
std::optional<std::size_t> nextBone(const RigPlan& rig, std::size_t bone) {
    for (std::size_t i = 0; i < rig.size(); ++i) {
        const bool isNear =
            rig[i].parent == bone &&
            glm::distance(glm::dvec3(rig[i].world[3]),
                          glm::dvec3(rig[bone].world * glm::dvec4(rig[bone].length, 0, 0, 1))) <
                0.25 * rig[bone].length;
        if (isNear) return i;
    }
    return std::nullopt;
}

GsmFile buildCharacter(const RigPlan& rig, const Convention& convention, bool hasBlends) {
    GsmBuilder builder(rig, rig.size() == 52 ? "SwatGuy" : "TacGuy", convention);
    builder.addTexture(fmt::format("{}Guy\\guy_body.bmp", kAuthorFolder));
    builder.addTexture(fmt::format("{}Guy\\Guy_Face.bmp", kAuthorFolder));
    builder.addTexture(fmt::format("{}Guy\\unused.bmp", kAuthorFolder));
    const auto addLimbs = [&](bool isFace) {
        for (std::size_t bone = 0; bone < rig.size(); ++bone) {
            const bool belongs = rig[bone].name.ends_with("Head") == isFace;
            if (!belongs || rig[bone].length == 0) continue;
            builder.addLimb(bone, thicknessOf(rig[bone].name), hasBlends ? nextBone(rig, bone) : std::nullopt,
                            zoneOf(rig[bone].name));
        }
    };
    addLimbs(false);
    builder.finishMaterial(makeMaterial(0, "BODY", 0));
    addLimbs(true);
    builder.finishMaterial(makeMaterial(3, "FACE", 1));
    for (const char side : {'L', 'R'}) {
        const std::size_t hand = boneNamed(rig, fmt::format("Biped {} Hand", side));
        glm::dmat4 local(1.0);
        local[3] = glm::dvec4(2.5, 0.25, -0.5, 1);
        builder.addGrip(builder.file().grippers, fmt::format("Grip{}", side == 'R' ? 1 : 2), hand, local);
    }
    return std::move(builder).build();
}

/// Adds a box from `low` to `high` in a bone's space.
void addBox(GsmBuilder& builder, const glm::dmat4& world, const glm::dvec3& low, const glm::dvec3& high,
            std::uint16_t hit) {
    std::array<std::uint16_t, 8> points{};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const glm::dvec3 corner((i & 1U) != 0 ? high.x : low.x, (i & 2U) != 0 ? high.y : low.y,
                                (i & 4U) != 0 ? high.z : low.z);
        points[i] = builder.addPoint(
            {.place = glm::dvec3(world * glm::dvec4(corner, 1)), .pulls = {{.bone = 0, .weight = 1}}});
    }
    constexpr std::array<std::array<std::size_t, 4>, 6> kSides = {
        {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
    for (const auto& side : kSides)
        builder.addQuad({points[side[0]], points[side[1]], points[side[2]], points[side[3]]}, hit);
}

constexpr double kBarrelLength = 26;

double wave(std::size_t frame, std::size_t frames) {
    const std::size_t period = std::max<std::size_t>(frames, 2) - 1;
    return std::sin(2 * std::numbers::pi * static_cast<double>(frame) / static_cast<double>(period));
}

/// Degrees that a bone turns about its Z axis at the top of a step.
double swingOf(std::string_view bone) {
    const double side = bone.find(" L ") != std::string_view::npos ? 1 : -1;
    if (bone.ends_with("Thigh")) return 28 * side;
    if (bone.ends_with("Calf")) return -17 * side;
    if (bone.ends_with("UpperArm")) return -31 * side;
    if (bone.ends_with("Forearm")) return 14 * side;
    if (bone.ends_with("Spine")) return 4;
    return 0;
}

bool isArm(std::string_view bone) {
    return bone.find("Arm") != std::string_view::npos || bone.find("arm") != std::string_view::npos ||
           bone.find("Hand") != std::string_view::npos || bone.find("Finger") != std::string_view::npos;
}

std::string_view nameOf(const Convention& convention) {
    const bool isRaw = convention.sense == swat3::QuaternionSense::Raw;
    if (convention.space == swat3::Space::Bone) return isRaw ? "BONE_RAW" : "BONE_CONJ";
    return isRaw ? "MODEL_RAW" : "MODEL_CONJ";
}

constexpr std::array<Convention, 4> kConventions = {
    {{.space = swat3::Space::Model, .sense = swat3::QuaternionSense::Conjugated},
     {.space = swat3::Space::Model, .sense = swat3::QuaternionSense::Raw},
     {.space = swat3::Space::Bone, .sense = swat3::QuaternionSense::Conjugated},
     {.space = swat3::Space::Bone, .sense = swat3::QuaternionSense::Raw}}};

}  // namespace

GsmFile makeCharacter(const RigPlan& rig, const Convention& convention) {
    return buildCharacter(rig, convention, true);
}

GsmFile makeRigidCharacter(const RigPlan& rig, const Convention& convention) {
    return buildCharacter(rig, convention, false);
}

GsmFile makeWeapon(const Convention& convention) {
    const RigPlan rig = planWeapon(kBarrelLength);
    GsmBuilder builder(rig, "Gun", convention);
    builder.addTexture(fmt::format("{}Guns\\gun.tga", kAuthorFolder));
    const glm::dmat4& world = rig[0].world;
    addBox(builder, world, {-8, -1, -1.5}, {kBarrelLength, 1, 1.5}, 0);
    builder.finishMaterial(makeMaterial(0, "GUN", 0));
    addBox(builder, world, {2, -0.5, -6}, {5, 0.5, -1.5}, 0);
    builder.finishMaterial(makeMaterial(1, "MAG", 0));
    // One triangle marks the place and direction of the flash.
    std::array<std::uint16_t, 3> points{};
    constexpr std::array<glm::dvec2, 3> kCorners = {glm::dvec2(-0.5, -0.5), glm::dvec2(0.5, -0.5),
                                                    glm::dvec2(0, 0.5)};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const glm::dvec4 corner(kBarrelLength + 0.5, kCorners[i].x, kCorners[i].y, 1);
        points[i] =
            builder.addPoint({.place = glm::dvec3(world * corner), .pulls = {{.bone = 0, .weight = 1}}});
    }
    builder.addTriangle(points, {glm::vec2(0, 0), glm::vec2(1, 0), glm::vec2(0.5F, -1)}, 0);
    builder.finishMaterial(makeMaterial(2, "MUZZLE", std::nullopt));
    glm::dmat4 trigger(1.0);
    trigger[3] = glm::dvec4(-3, 0, -2, 1);
    builder.addGrip(builder.file().grips, "Grip1", 0, trigger);
    glm::dmat4 front = glm::mat4_cast(glm::angleAxis(0.5, glm::dvec3(0, 0, 1)));
    front[3] = glm::dvec4(12, 0, -1.5, 1);
    builder.addGrip(builder.file().grips, "Grip2", 0, front);
    return std::move(builder).build();
}

swat3::GsaFile makeGsa(const RigPlan& rig, swat3::QuaternionSense sense, const GsaOptions& options) {
    swat3::GsaFile file;
    file.versionMinor = options.versionMinor;
    file.hasEventCounts = options.versionMinor >= 2;
    file.skeletons.push_back(makeSkeleton(rig, "Biped", sense));
    for (std::size_t bone = 0; bone < rig.size() && options.isPartial; ++bone) {
        if (isArm(rig[bone].name)) file.animatedBones.push_back(static_cast<std::uint16_t>(bone));
    }
    for (std::size_t frame = 0; frame < options.frames; ++frame) {
        const double phase = wave(frame, options.frames);
        swat3::GsaFrame& made = file.frames.emplace_back();
        made.rootPosition = {0, 0, options.isPartial ? 0.0F : static_cast<float>(std::abs(phase))};
        for (std::size_t column = 0; column < swat3::rotationsPerFrame(file); ++column) {
            const std::size_t bone = swat3::animatedBone(file, column);
            const glm::dquat rest = glm::quat_cast(glm::dmat3(localMatrix(rig, bone)));
            const double turn = glm::radians(swingOf(rig[bone].name) * phase);
            file.rotations.push_back(storedRotation(rest * glm::angleAxis(turn, glm::dvec3(0, 0, 1)), sense));
        }
    }
    if (file.hasEventCounts) file.events.resize(options.frames);
    if (file.hasEventCounts && options.hasEvents && options.frames > 2) {
        file.events.front().push_back(std::string("sound=FOOTSTEP") + '\0');
        file.events[options.frames / 2].push_back(std::string("itemsound=RATTLE") + '\0');
        file.events[options.frames / 2].push_back(std::string("leftfoot") + '\0');
    }
    return file;
}

std::vector<ArtFile> makeSwat3Files(std::uint64_t seed, std::size_t number) {
    Random random(seed + number);
    const Convention& convention = kConventions.at(number % kConventions.size());
    const std::string folder = fmt::format("Swat3/Set_{:04}", number);
    std::vector<ArtFile> files;
    const auto addModel = [&](std::string_view name, const GsmFile& file) {
        files.push_back({fmt::format("{}/Models/{}.GSM", folder, name), *swat3::encodeGsm(file)});
    };
    addModel("SWT_HIGH", makeCharacter(planSwt(), convention));
    addModel("SWT_LOW", makeRigidCharacter(planSwt(), convention));
    addModel("TAC_HIGH", makeCharacter(planTac(), convention));
    addModel("GUN_HIGH", makeWeapon(convention));
    const auto addClip = [&](std::string_view name, const RigPlan& rig, const GsaOptions& options) {
        files.push_back({fmt::format("{}/Anims/{}.gsa", folder, name),
                         *swat3::encodeGsa(makeGsa(rig, convention.sense, options))});
    };
    const std::size_t frames = 9 + random.below(16);
    addClip("SWT_STEP", planSwt(), {.versionMinor = 2, .frames = frames});
    addClip("SWT_STEP_OLD", planSwt(), {.versionMinor = 1, .frames = frames});
    addClip("SWT_ARMS", planSwt(), {.versionMinor = 2, .frames = frames, .isPartial = true});
    addClip("SWT_STAND", planSwt(), {.versionMinor = 2, .frames = 1, .hasEvents = false});
    addClip("TAC_STEP", planTac(), {.versionMinor = 2, .frames = frames});
    if (number == 0) {
        for (const char* name : {"Guy_Body", "GUY_FACE"})
            files.push_back({fmt::format("Textures/{}.png", name), makePng(32, random)});
    }
    return files;
}

std::vector<ArtFile> makeSwat3Seeds() {
    const RigPlan weapon = planWeapon(kBarrelLength);
    std::vector<ArtFile> files;
    for (const Convention& convention : kConventions) {
        const std::string_view name = nameOf(convention);
        files.push_back({fmt::format("fuzz_gsm/gun_{}", name), *swat3::encodeGsm(makeWeapon(convention))});
    }
    files.push_back(
        {"fuzz_gsm/character", *swat3::encodeGsm(makeCharacter(planTac(), kConventions.front()))});
    const auto addClip = [&](std::string_view name, const GsaOptions& options) {
        files.push_back({fmt::format("fuzz_gsa/{}", name),
                         *swat3::encodeGsa(makeGsa(weapon, swat3::QuaternionSense::Raw, options))});
    };
    addClip("v41", {.versionMinor = 1, .frames = 3});
    addClip("v42", {.versionMinor = 2, .frames = 3});
    addClip("one_frame", {.versionMinor = 2, .frames = 1, .hasEvents = false});
    // Fuzzing the exporter starts with files to read, so it uses the same seeds.
    const std::size_t count = files.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = files[i].path.substr(files[i].path.find('/'));
        files.push_back({"fuzz_swat3_back" + name, files[i].bytes});
    }
    return files;
}

}  // namespace rigkiln::corpus
