#include "exporters/gltf/humanoid_names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

enum class Side : std::uint8_t { None, Left, Right };

/// A bone of a humanoid. Sided ones are there twice.
enum class Bone : std::uint8_t {
    Hips,
    Spine,
    Chest,
    UpperChest,
    Neck,
    Head,
    Jaw,
    Eye,
    Shoulder,
    UpperArm,
    LowerArm,
    Hand,
    Thumb1,
    Thumb2,
    Thumb3,
    Index1,
    Index2,
    Index3,
    Middle1,
    Middle2,
    Middle3,
    Ring1,
    Ring2,
    Ring3,
    Little1,
    Little2,
    Little3,
    UpperLeg,
    LowerLeg,
    Foot,
    Toes
};

struct BoneRow {
    std::string_view godot;   ///< without the side; VRM's begins with a small letter
    std::string_view unreal;  ///< without the side
    std::string_view mixamo;  ///< without prefix and side
    bool isSided = true;
    bool isRequired = false;  ///< by VRM 1.0
};

/// By Bone. VRM: specification of VRMC_vrm 1.0, humanoid. Godot: SkeletonProfileHumanoid of 4.x.
constexpr std::array<BoneRow, 31> kBones = {{
    {"Hips", "pelvis", "Hips", false, true},
    {"Spine", "spine_01", "Spine", false, true},
    {"Chest", "spine_02", "Spine1", false},
    {"UpperChest", "spine_03", "Spine2", false},
    {"Neck", "neck_01", "Neck", false},
    {"Head", "head", "Head", false, true},
    {"Jaw", "jaw", "Jaw", false},
    {"Eye", "eye", "Eye"},
    {"Shoulder", "clavicle", "Shoulder"},
    {"UpperArm", "upperarm", "Arm", true, true},
    {"LowerArm", "lowerarm", "ForeArm", true, true},
    {"Hand", "hand", "Hand", true, true},
    {"ThumbMetacarpal", "thumb_01", "HandThumb1"},
    {"ThumbProximal", "thumb_02", "HandThumb2"},
    {"ThumbDistal", "thumb_03", "HandThumb3"},
    {"IndexProximal", "index_01", "HandIndex1"},
    {"IndexIntermediate", "index_02", "HandIndex2"},
    {"IndexDistal", "index_03", "HandIndex3"},
    {"MiddleProximal", "middle_01", "HandMiddle1"},
    {"MiddleIntermediate", "middle_02", "HandMiddle2"},
    {"MiddleDistal", "middle_03", "HandMiddle3"},
    {"RingProximal", "ring_01", "HandRing1"},
    {"RingIntermediate", "ring_02", "HandRing2"},
    {"RingDistal", "ring_03", "HandRing3"},
    {"LittleProximal", "pinky_01", "HandPinky1"},
    {"LittleIntermediate", "pinky_02", "HandPinky2"},
    {"LittleDistal", "pinky_03", "HandPinky3"},
    {"UpperLeg", "thigh", "UpLeg", true, true},
    {"LowerLeg", "calf", "Leg", true, true},
    {"Foot", "foot", "Foot", true, true},
    {"Toes", "ball", "ToeBase"},
}};

const BoneRow& rowOf(Bone bone) {
    return kBones.at(static_cast<std::size_t>(bone));
}

/// A word that source names have for a bone, without side, prefix and separators. Words for the spine stand
/// for any bone of it: its place decides.
struct Word {
    std::string_view text;
    Bone bone;
};

constexpr std::array kWords = {
    // Biped: "Bip01 L UpperArm", "Biped L Finger01"
    Word{"pelvis", Bone::Hips}, Word{"spine", Bone::Spine}, Word{"spine1", Bone::Spine},
    Word{"spine2", Bone::Spine}, Word{"spine3", Bone::Spine}, Word{"neck", Bone::Neck},
    Word{"head", Bone::Head}, Word{"clavicle", Bone::Shoulder}, Word{"upperarm", Bone::UpperArm},
    Word{"forearm", Bone::LowerArm}, Word{"hand", Bone::Hand}, Word{"thigh", Bone::UpperLeg},
    Word{"calf", Bone::LowerLeg}, Word{"foot", Bone::Foot}, Word{"toe0", Bone::Toes},
    Word{"finger0", Bone::Thumb1}, Word{"finger01", Bone::Thumb2}, Word{"finger02", Bone::Thumb3},
    Word{"finger1", Bone::Index1}, Word{"finger11", Bone::Index2}, Word{"finger12", Bone::Index3},
    Word{"finger2", Bone::Middle1}, Word{"finger21", Bone::Middle2}, Word{"finger22", Bone::Middle3},
    Word{"finger3", Bone::Ring1}, Word{"finger31", Bone::Ring2}, Word{"finger32", Bone::Ring3},
    Word{"finger4", Bone::Little1}, Word{"finger41", Bone::Little2}, Word{"finger42", Bone::Little3},
    // Alamo: "B_Bicep_L"
    Word{"chest", Bone::Spine}, Word{"clav", Bone::Shoulder}, Word{"bicep", Bone::UpperArm},
    Word{"farm", Bone::LowerArm},
    // Nintendo: "arm1_L", "Arm_1_L", "Wrist_L"
    Word{"hip", Bone::Hips}, Word{"waist", Bone::Hips}, Word{"neck1", Bone::Neck},
    Word{"shoulder", Bone::Shoulder}, Word{"arm1", Bone::UpperArm}, Word{"arm2", Bone::LowerArm},
    Word{"wrist", Bone::Hand}, Word{"leg1", Bone::UpperLeg}, Word{"leg2", Bone::LowerLeg},
    Word{"ankle", Bone::Foot}, Word{"toe", Bone::Toes}, Word{"jaw", Bone::Jaw}, Word{"eye", Bone::Eye}};

/// A name in its parts: "Bip01 L UpperArm" is the left "upperarm".
struct NameParts {
    std::string word{};
    Side side = Side::None;
};

NameParts partsOf(std::string_view name) {
    NameParts parts;
    std::string token;
    bool isFirst = true;
    const auto end = [&] {
        const bool isPrefix = isFirst && (token == "b" || token.starts_with("bip"));
        if (token == "l" || token == "left") {
            parts.side = Side::Left;
        } else if (token == "r" || token == "right") {
            parts.side = Side::Right;
        } else if (!isPrefix) {
            parts.word += token;
        }
        isFirst = isFirst && token.empty();
        token.clear();
    };
    for (const char letter : foldCase(name)) {
        if (letter == ' ' || letter == '_' || letter == '.' || letter == '-' || letter == ':') {
            end();
        } else {
            token += letter;
        }
    }
    end();
    return parts;
}

using Slot = std::pair<Bone, Side>;

std::optional<Slot> slotOf(std::string_view name) {
    const NameParts parts = partsOf(name);
    const auto word = std::ranges::find(kWords, parts.word, &Word::text);
    if (word == kWords.end() || rowOf(word->bone).isSided != (parts.side != Side::None)) return std::nullopt;
    return Slot(word->bone, parts.side);
}

/// Bones of one tree of joints: joint of each slot, the first in the order of the joints.
using Skeleton = std::map<Slot, std::size_t>;

bool has(const Skeleton& skeleton, Bone bone, Side side) {
    return skeleton.contains({bone, side});
}

bool isHumanoid(const Skeleton& skeleton) {
    constexpr std::array kLimbs = {Bone::UpperArm, Bone::LowerArm, Bone::UpperLeg, Bone::LowerLeg};
    return has(skeleton, Bone::Hips, Side::None) && std::ranges::all_of(kLimbs, [&](Bone limb) {
               return has(skeleton, limb, Side::Left) && has(skeleton, limb, Side::Right);
           });
}

/// Gives the spine to the joints between hips and head whose names say that they are of it: the first two
/// from below and the last one.
void placeSpine(const Scene& scene, const std::vector<bool>& isOfSpine, Skeleton& skeleton) {
    skeleton.erase({Bone::Spine, Side::None});
    auto above = skeleton.find({Bone::Head, Side::None});
    if (above == skeleton.end()) above = skeleton.find({Bone::UpperArm, Side::Left});
    std::vector<std::size_t> spine;
    for (std::optional<IndexOf<Joint>> joint = scene.joints[above->second].parent; joint;
         joint = scene.joints[joint->value].parent) {
        if (isOfSpine[joint->value]) spine.push_back(joint->value);
    }
    std::ranges::reverse(spine);
    if (!spine.empty()) skeleton[{Bone::Spine, Side::None}] = spine.front();
    if (spine.size() > 1) skeleton[{Bone::Chest, Side::None}] = spine[1];
    if (spine.size() > 2) skeleton[{Bone::UpperChest, Side::None}] = spine.back();
}

std::string nameOf(const Slot& slot, JointNames style) {
    const BoneRow& row = rowOf(slot.first);
    const bool isLeft = slot.second == Side::Left;
    const std::string_view side = !row.isSided ? "" : isLeft ? "Left" : "Right";
    switch (style) {
        case JointNames::Unreal:
            return fmt::format("{}{}", row.unreal, !row.isSided ? "" : isLeft ? "_l" : "_r");
        case JointNames::Mixamo:
            return fmt::format("mixamorig:{}{}", side, row.mixamo);
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

/// Names of bones that VRM requires and the skeleton does not have.
std::vector<std::string> missingBones(const Skeleton& skeleton) {
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < kBones.size(); ++i) {
        if (!kBones.at(i).isRequired) continue;
        const auto bone = static_cast<Bone>(i);
        const auto look = [&](Side side) {
            if (!has(skeleton, bone, side)) missing.push_back(nameOf({bone, side}, JointNames::Vrm));
        };
        if (kBones.at(i).isSided) {
            look(Side::Left);
            look(Side::Right);
        } else {
            look(Side::None);
        }
    }
    return missing;
}

}  // namespace

std::vector<std::string> jointNames(const Scene& scene, JointNames style, Diagnostics& diagnostics) {
    std::vector<std::string> names;
    names.reserve(scene.joints.size());
    for (const Joint& joint : scene.joints)
        names.push_back(joint.name);
    if (style == JointNames::Source) return names;
    std::vector<std::size_t> rootOf(scene.joints.size());
    std::vector<bool> isOfSpine(scene.joints.size());
    std::map<std::size_t, Skeleton> skeletons;
    // Parents stand before their children.
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        const Joint& joint = scene.joints[i];
        rootOf[i] = joint.parent ? rootOf[joint.parent->value] : i;
        const std::optional<Slot> slot = slotOf(joint.name);
        if (!slot) continue;
        skeletons[rootOf[i]].try_emplace(*slot, i);
        isOfSpine[i] = slot->first == Bone::Spine;
    }
    for (auto& [root, skeleton] : skeletons) {
        if (!isHumanoid(skeleton)) continue;
        placeSpine(scene, isOfSpine, skeleton);
        for (const auto& [slot, joint] : skeleton)
            names[joint] = nameOf(slot, style);
        const std::vector<std::string> missing = missingBones(skeleton);
        if (missing.empty()) continue;
        diagnostics.add(kBonesMissing, fmt::format("joint {}", quote(scene.joints[root].name)),
                        fmt::format("{} bones found, not {}", skeleton.size(), fmt::join(missing, ", ")));
    }
    return names;
}

}  // namespace rigkiln::gltf_export
