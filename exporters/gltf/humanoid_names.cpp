#include "exporters/gltf/humanoid_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

struct BoneRow {
    std::string_view godot;   ///< without the side; VRM's begins with a small letter
    std::string_view unreal;  ///< without the side
    std::string_view mixamo;  ///< without prefix and side
    std::string_view biped;   ///< without prefix and side; empty: it has no such bone
    bool isRequired = false;  ///< by VRM 1.0
};

/// By HumanoidBone. VRM: specification of VRMC_vrm 1.0, humanoid. Godot: SkeletonProfileHumanoid of 4.x.
constexpr std::array<BoneRow, 31> kBones = {{
    {"Hips", "pelvis", "Hips", "Pelvis", true},
    {"Spine", "spine_01", "Spine", "Spine", true},
    {"Chest", "spine_02", "Spine1", "Spine1"},
    {"UpperChest", "spine_03", "Spine2", "Spine2"},
    {"Neck", "neck_01", "Neck", "Neck"},
    {"Head", "head", "Head", "Head", true},
    {"Jaw", "jaw", "Jaw", ""},
    {"Eye", "eye", "Eye", ""},
    {"Shoulder", "clavicle", "Shoulder", "Clavicle"},
    {"UpperArm", "upperarm", "Arm", "UpperArm", true},
    {"LowerArm", "lowerarm", "ForeArm", "Forearm", true},
    {"Hand", "hand", "Hand", "Hand", true},
    {"ThumbMetacarpal", "thumb_01", "HandThumb1", "Finger0"},
    {"ThumbProximal", "thumb_02", "HandThumb2", "Finger01"},
    {"ThumbDistal", "thumb_03", "HandThumb3", "Finger02"},
    {"IndexProximal", "index_01", "HandIndex1", "Finger1"},
    {"IndexIntermediate", "index_02", "HandIndex2", "Finger11"},
    {"IndexDistal", "index_03", "HandIndex3", "Finger12"},
    {"MiddleProximal", "middle_01", "HandMiddle1", "Finger2"},
    {"MiddleIntermediate", "middle_02", "HandMiddle2", "Finger21"},
    {"MiddleDistal", "middle_03", "HandMiddle3", "Finger22"},
    {"RingProximal", "ring_01", "HandRing1", "Finger3"},
    {"RingIntermediate", "ring_02", "HandRing2", "Finger31"},
    {"RingDistal", "ring_03", "HandRing3", "Finger32"},
    {"LittleProximal", "pinky_01", "HandPinky1", "Finger4"},
    {"LittleIntermediate", "pinky_02", "HandPinky2", "Finger41"},
    {"LittleDistal", "pinky_03", "HandPinky3", "Finger42"},
    {"UpperLeg", "thigh", "UpLeg", "Thigh", true},
    {"LowerLeg", "calf", "Leg", "Calf", true},
    {"Foot", "foot", "Foot", "Foot", true},
    {"Toes", "ball", "ToeBase", "Toe0"},
}};

const BoneRow& rowOf(HumanoidBone bone) {
    return kBones.at(static_cast<std::size_t>(bone));
}

}  // namespace

std::string humanoidBoneName(const HumanoidSlot& slot, JointNames style) {
    const BoneRow& row = rowOf(slot.first);
    const bool isLeft = slot.second == BodySide::Left;
    const std::string_view side = !isSided(slot.first) ? "" : isLeft ? "Left" : "Right";
    switch (style) {
        case JointNames::Unreal:
            return fmt::format("{}{}", row.unreal, !isSided(slot.first) ? "" : isLeft ? "_l" : "_r");
        case JointNames::Mixamo:
            return fmt::format("mixamorig:{}{}", side, row.mixamo);
        case JointNames::Biped: {
            if (row.biped.empty()) return {};
            return fmt::format("Bip01 {}{}", !isSided(slot.first) ? "" : isLeft ? "L " : "R ", row.biped);
        }
        case JointNames::Vrm: {
            std::string name = fmt::format("{}{}", side, row.godot);
            name.front() = foldCase(name.substr(0, 1)).front();
            return name;
        }
        case JointNames::Godot:
        case JointNames::Source:
            break;
    }
    return fmt::format("{}{}", side, row.godot);
}

bool isRequiredBone(HumanoidBone bone) {
    return rowOf(bone).isRequired;
}

std::vector<std::string> missingBones(const Humanoid& humanoid) {
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < kBones.size(); ++i) {
        if (!kBones.at(i).isRequired) continue;
        const auto bone = static_cast<HumanoidBone>(i);
        const auto look = [&](BodySide side) {
            if (!humanoid.find(bone, side))
                missing.push_back(humanoidBoneName({bone, side}, JointNames::Vrm));
        };
        if (isSided(bone)) {
            look(BodySide::Left);
            look(BodySide::Right);
        } else {
            look(BodySide::None);
        }
    }
    return missing;
}

std::vector<std::string> jointNames(const Scene& scene, JointNames style, Diagnostics& diagnostics) {
    std::vector<std::string> names;
    names.reserve(scene.joints.size());
    for (const Joint& joint : scene.joints)
        names.push_back(joint.name);
    if (style == JointNames::Source) return names;
    for (const Humanoid& humanoid : findHumanoids(scene)) {
        for (const auto& [slot, joint] : humanoid.bones) {
            std::string name = humanoidBoneName(slot, style);
            if (!name.empty()) names[joint] = std::move(name);
        }
        const std::vector<std::string> missing = missingBones(humanoid);
        if (missing.empty()) continue;
        diagnostics.add(
            kBonesMissing, fmt::format("joint {}", quote(scene.joints[humanoid.root].name)),
            fmt::format("{} bones found, not {}", humanoid.bones.size(), fmt::join(missing, ", ")));
    }
    return names;
}

}  // namespace rigkiln::gltf_export
