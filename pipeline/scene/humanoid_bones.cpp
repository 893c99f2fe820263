#include "pipeline/scene/humanoid_bones.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

/// A word that source names have for a bone, without side, prefix and separators. Words for the spine stand
/// for any bone of it: its place decides.
struct BoneWord {
    std::string_view text;
    HumanoidBone bone;
};

constexpr std::array kBoneWords = {
    // Biped: "Bip01 L UpperArm", "Biped L Finger01"
    BoneWord{"pelvis", HumanoidBone::Hips}, BoneWord{"spine", HumanoidBone::Spine},
    BoneWord{"spine1", HumanoidBone::Spine}, BoneWord{"spine2", HumanoidBone::Spine},
    BoneWord{"spine3", HumanoidBone::Spine}, BoneWord{"neck", HumanoidBone::Neck},
    BoneWord{"head", HumanoidBone::Head}, BoneWord{"clavicle", HumanoidBone::Shoulder},
    BoneWord{"upperarm", HumanoidBone::UpperArm}, BoneWord{"forearm", HumanoidBone::LowerArm},
    BoneWord{"hand", HumanoidBone::Hand}, BoneWord{"thigh", HumanoidBone::UpperLeg},
    BoneWord{"calf", HumanoidBone::LowerLeg}, BoneWord{"foot", HumanoidBone::Foot},
    BoneWord{"toe0", HumanoidBone::Toes}, BoneWord{"finger0", HumanoidBone::Thumb1},
    BoneWord{"finger01", HumanoidBone::Thumb2}, BoneWord{"finger02", HumanoidBone::Thumb3},
    BoneWord{"finger1", HumanoidBone::Index1}, BoneWord{"finger11", HumanoidBone::Index2},
    BoneWord{"finger12", HumanoidBone::Index3}, BoneWord{"finger2", HumanoidBone::Middle1},
    BoneWord{"finger21", HumanoidBone::Middle2}, BoneWord{"finger22", HumanoidBone::Middle3},
    BoneWord{"finger3", HumanoidBone::Ring1}, BoneWord{"finger31", HumanoidBone::Ring2},
    BoneWord{"finger32", HumanoidBone::Ring3}, BoneWord{"finger4", HumanoidBone::Little1},
    BoneWord{"finger41", HumanoidBone::Little2}, BoneWord{"finger42", HumanoidBone::Little3},
    // Alamo: "B_Bicep_L"
    BoneWord{"chest", HumanoidBone::Spine}, BoneWord{"clav", HumanoidBone::Shoulder},
    BoneWord{"bicep", HumanoidBone::UpperArm}, BoneWord{"farm", HumanoidBone::LowerArm},
    // Nintendo: "arm1_L", "Arm_1_L", "Wrist_L"
    BoneWord{"hip", HumanoidBone::Hips}, BoneWord{"waist", HumanoidBone::Hips},
    BoneWord{"neck1", HumanoidBone::Neck}, BoneWord{"shoulder", HumanoidBone::Shoulder},
    BoneWord{"arm1", HumanoidBone::UpperArm}, BoneWord{"arm2", HumanoidBone::LowerArm},
    BoneWord{"wrist", HumanoidBone::Hand}, BoneWord{"leg1", HumanoidBone::UpperLeg},
    BoneWord{"leg2", HumanoidBone::LowerLeg}, BoneWord{"ankle", HumanoidBone::Foot},
    BoneWord{"toe", HumanoidBone::Toes}, BoneWord{"jaw", HumanoidBone::Jaw},
    BoneWord{"eye", HumanoidBone::Eye}};

/// A name in its parts: "Bip01 L UpperArm" is the left "upperarm".
struct BoneNameParts {
    std::string word{};
    BodySide side = BodySide::None;
};

BoneNameParts bonePartsOf(std::string_view name) {
    BoneNameParts parts;
    std::string token;
    bool isFirst = true;
    const auto end = [&] {
        const bool isPrefix = isFirst && (token == "b" || token.starts_with("bip"));
        if (token == "l" || token == "left") {
            parts.side = BodySide::Left;
        } else if (token == "r" || token == "right") {
            parts.side = BodySide::Right;
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

std::optional<HumanoidSlot> slotOf(std::string_view name) {
    const BoneNameParts parts = bonePartsOf(name);
    const auto word = std::ranges::find(kBoneWords, parts.word, &BoneWord::text);
    if (word == kBoneWords.end() || isSided(word->bone) != (parts.side != BodySide::None))
        return std::nullopt;
    return HumanoidSlot(word->bone, parts.side);
}

bool isHumanoid(const Humanoid& humanoid) {
    constexpr std::array kLimbs = {HumanoidBone::UpperArm, HumanoidBone::LowerArm, HumanoidBone::UpperLeg,
                                   HumanoidBone::LowerLeg};
    return humanoid.find(HumanoidBone::Hips) && std::ranges::all_of(kLimbs, [&](HumanoidBone limb) {
               return humanoid.find(limb, BodySide::Left) && humanoid.find(limb, BodySide::Right);
           });
}

/// Gives the spine to the joints between hips and head whose names say that they are of it: the first two
/// from below and the last one.
void placeSpine(const Scene& scene, const std::vector<bool>& isOfSpine, Humanoid& humanoid) {
    humanoid.bones.erase({HumanoidBone::Spine, BodySide::None});
    auto above = humanoid.bones.find({HumanoidBone::Head, BodySide::None});
    if (above == humanoid.bones.end()) above = humanoid.bones.find({HumanoidBone::UpperArm, BodySide::Left});
    std::vector<std::size_t> spine;
    for (std::optional<IndexOf<Joint>> joint = scene.joints[above->second].parent; joint;
         joint = scene.joints[joint->value].parent) {
        if (isOfSpine[joint->value]) spine.push_back(joint->value);
    }
    std::ranges::reverse(spine);
    if (!spine.empty()) humanoid.bones[{HumanoidBone::Spine, BodySide::None}] = spine.front();
    if (spine.size() > 1) humanoid.bones[{HumanoidBone::Chest, BodySide::None}] = spine[1];
    if (spine.size() > 2) humanoid.bones[{HumanoidBone::UpperChest, BodySide::None}] = spine.back();
}

}  // namespace

std::optional<std::size_t> Humanoid::find(HumanoidBone bone, BodySide side) const {
    const auto found = bones.find({bone, side});
    return found == bones.end() ? std::nullopt : std::optional(found->second);
}

std::vector<Humanoid> findHumanoids(const Scene& scene) {
    std::vector<std::size_t> rootOf(scene.joints.size());
    std::vector<bool> isOfSpine(scene.joints.size());
    std::map<std::size_t, Humanoid> humanoids;
    // Parents stand before their children.
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        const Joint& joint = scene.joints[i];
        rootOf[i] = joint.parent ? rootOf[joint.parent->value] : i;
        const std::optional<HumanoidSlot> slot = slotOf(joint.name);
        if (!slot) continue;
        humanoids[rootOf[i]].bones.try_emplace(*slot, i);
        isOfSpine[i] = slot->first == HumanoidBone::Spine;
    }
    std::vector<Humanoid> found;
    for (auto& [root, humanoid] : humanoids) {
        if (!isHumanoid(humanoid)) continue;
        placeSpine(scene, isOfSpine, humanoid);
        humanoid.root = root;
        found.push_back(std::move(humanoid));
    }
    return found;
}

}  // namespace rigkiln
