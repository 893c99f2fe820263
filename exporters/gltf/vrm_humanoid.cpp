#include "exporters/gltf/vrm_humanoid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "exporters/gltf/gltf_issues.hpp"
#include "exporters/gltf/humanoid_names.hpp"
#include "exporters/gltf/json_writer.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/humanoid_bones.hpp"

namespace rigkiln::gltf_export {
namespace {

constexpr std::string_view kVrmLicense = "https://vrm.dev/licenses/1.0/";
/// Cosine of the degree by which arms and legs may be off.
constexpr double kVrmStraight = 0.99984;

struct VrmBoneRow {
    HumanoidBone above = HumanoidBone::Hips;  ///< bone above in VRM's tree; hips: itself
    bool needsAbove = false;  ///< an optional bone that may not be there without the one above
};

/// By HumanoidBone: humanoid.md, "Parent Bone" and "Needs Parent Bone".
constexpr std::array<VrmBoneRow, 31> kVrmBones = {{
    {HumanoidBone::Hips},        {HumanoidBone::Hips},          {HumanoidBone::Spine},
    {HumanoidBone::Chest, true}, {HumanoidBone::UpperChest},    {HumanoidBone::Neck},
    {HumanoidBone::Head},        {HumanoidBone::Head},          {HumanoidBone::UpperChest},
    {HumanoidBone::Shoulder},    {HumanoidBone::UpperArm},      {HumanoidBone::LowerArm},
    {HumanoidBone::Hand},        {HumanoidBone::Thumb1, true},  {HumanoidBone::Thumb2, true},
    {HumanoidBone::Hand},        {HumanoidBone::Index1, true},  {HumanoidBone::Index2, true},
    {HumanoidBone::Hand},        {HumanoidBone::Middle1, true}, {HumanoidBone::Middle2, true},
    {HumanoidBone::Hand},        {HumanoidBone::Ring1, true},   {HumanoidBone::Ring2, true},
    {HumanoidBone::Hand},        {HumanoidBone::Little1, true}, {HumanoidBone::Little2, true},
    {HumanoidBone::Hips},        {HumanoidBone::UpperLeg},      {HumanoidBone::LowerLeg},
    {HumanoidBone::Foot},
}};

const VrmBoneRow& vrmRowOf(HumanoidBone bone) {
    return kVrmBones.at(static_cast<std::size_t>(bone));
}

HumanoidSlot slotAbove(const HumanoidSlot& slot) {
    const HumanoidBone above = vrmRowOf(slot.first).above;
    return {above, isSided(above) ? slot.second : BodySide::None};
}

bool isJointBelow(const Scene& scene, std::size_t joint, std::size_t above) {
    for (std::optional<IndexOf<Joint>> one = scene.joints[joint].parent; one;
         one = scene.joints[one->value].parent) {
        if (one->value == above) return true;
    }
    return false;
}

/// Looks whether a scene satisfies VRM, and collects why it does not.
class VrmCheck {
public:
    VrmCheck(const Scene& scene, const Document& document) : scene_(scene), document_(document) {}

    void checkMeta(const VrmMeta& meta) {
        const bool hasAuthor =
            std::ranges::any_of(meta.authors, [](const std::string& author) { return !author.empty(); });
        if (!hasAuthor) reasons_.emplace_back("vrm_authors names nobody");
        if (meta.licenseUrl != kVrmLicense)
            reasons_.push_back(fmt::format("vrm_license_url is {}, VRM 1.0 accepts {}",
                                           quote(meta.licenseUrl), kVrmLicense));
        if (document_.sceneName.empty()) reasons_.emplace_back("the model has no name");
    }

    void checkBones() {
        const std::vector<Humanoid> humanoids = findHumanoids(scene_);
        if (humanoids.size() != 1) {
            reasons_.push_back(fmt::format("{} humanoids found, expected one", humanoids.size()));
            return;
        }
        const Humanoid& humanoid = humanoids.front();
        const std::vector<std::string> missing = missingBones(humanoid);
        if (!missing.empty()) {
            reasons_.push_back(fmt::format("bones not found: {}", fmt::join(missing, ", ")));
            return;
        }
        // Bones stand after those above them.
        for (const auto& [slot, joint] : humanoid.bones)
            place(slot, joint);
        checkPose();
    }

    void checkScales() {
        constexpr float kUniform = 1e-4F;
        for (const Node& node : document_.nodes) {
            const glm::vec3& scale = node.transform.scale;
            const bool isUniform = std::abs(scale.x - scale.y) <= kUniform * scale.x &&
                                   std::abs(scale.x - scale.z) <= kUniform * scale.x;
            if (scale.x > 0 && isUniform) continue;
            reasons_.push_back(
                fmt::format("node {} has a scale of ({:.4g}, {:.4g}, {:.4g}), expected a positive "
                            "one that is the same for all axes (visibility: extension hides meshes "
                            "without a scale of 0)",
                            quote(node.name), scale.x, scale.y, scale.z));
            return;
        }
    }

    [[nodiscard]] const std::vector<std::string>& reasons() const { return reasons_; }
    [[nodiscard]] const std::map<HumanoidSlot, std::size_t>& bones() const { return bones_; }

private:
    /// Takes a bone if it hangs on the one that VRM wants above it.
    void place(const HumanoidSlot& slot, std::size_t joint) {
        if (slot.first != HumanoidBone::Hips) {
            HumanoidSlot above = slotAbove(slot);
            if (vrmRowOf(slot.first).needsAbove && !bones_.contains(above)) return;
            while (!bones_.contains(above) && above.first != HumanoidBone::Hips)
                above = slotAbove(above);
            const std::size_t jointAbove = bones_.at(above);
            if (!isJointBelow(scene_, joint, jointAbove)) {
                if (!isRequiredBone(slot.first)) return;
                reasons_.push_back(fmt::format("joint {} does not hang on joint {}",
                                               quote(scene_.joints[joint].name),
                                               quote(scene_.joints[jointAbove].name)));
            }
        }
        bones_.emplace(slot, joint);
    }

    [[nodiscard]] glm::dvec3 placeOf(HumanoidBone bone, BodySide side) const {
        glm::dmat4 world(1.0);
        for (std::optional joint(IndexOf<Joint>(bones_.at({bone, side}))); joint;
             joint = scene_.joints[joint->value].parent)
            world = toMatrix(scene_.joints[joint->value].rest) * world;
        return world[3];
    }

    void checkPose() {
        if (!reasons_.empty()) return;
        for (const BodySide side : {BodySide::Left, BodySide::Right}) {
            const glm::dvec3 out(side == BodySide::Left ? 1 : -1, 0, 0);
            const glm::dvec3 down(0, -1, 0);
            checkDirection(HumanoidBone::UpperArm, HumanoidBone::LowerArm, side, out);
            checkDirection(HumanoidBone::LowerArm, HumanoidBone::Hand, side, out);
            checkDirection(HumanoidBone::UpperLeg, HumanoidBone::LowerLeg, side, down);
            checkDirection(HumanoidBone::LowerLeg, HumanoidBone::Foot, side, down);
        }
    }

    void checkDirection(HumanoidBone from, HumanoidBone to, BodySide side, const glm::dvec3& direction) {
        const glm::dvec3 bone = placeOf(to, side) - placeOf(from, side);
        const double length = glm::length(bone);
        if (length > 0 && glm::dot(bone, direction) >= kVrmStraight * length) return;
        const glm::dvec3 found = length > 0 ? bone / length : bone;
        reasons_.push_back(
            fmt::format("{} points along ({:.2f}, {:.2f}, {:.2f}), expected ({:.0f}, {:.0f}, {:.0f}): "
                        "rest_pose: t makes a T-pose",
                        humanoidBoneName({from, side}, JointNames::Vrm), found.x, found.y, found.z,
                        direction.x, direction.y, direction.z));
    }

    const Scene& scene_;
    const Document& document_;
    std::vector<std::string> reasons_;
    std::map<HumanoidSlot, std::size_t> bones_;
};

}  // namespace

std::optional<std::string> vrmExtension(const Scene& scene, const Document& document, const VrmMeta& meta,
                                        Diagnostics& diagnostics) {
    VrmCheck check(scene, document);
    check.checkMeta(meta);
    check.checkBones();
    check.checkScales();
    if (!check.reasons().empty()) {
        diagnostics.add(kVrmNotWritten, "VRMC_vrm", fmt::format("{}", fmt::join(check.reasons(), "; ")));
        return std::nullopt;
    }
    JsonWriter json;
    json.beginObject();
    json.memberText("specVersion", "1.0");
    json.key("meta");
    json.beginObject();
    json.memberText("name", document.sceneName);
    json.key("authors");
    json.beginArray();
    for (const std::string& author : meta.authors)
        json.text(author);
    json.endArray();
    json.memberText("licenseUrl", meta.licenseUrl);
    json.endObject();
    json.key("humanoid");
    json.beginObject();
    json.key("humanBones");
    json.beginObject();
    for (const auto& [slot, joint] : check.bones()) {
        json.key(humanoidBoneName(slot, JointNames::Vrm));
        json.beginObject();
        json.member("node", joint);
        json.endObject();
    }
    json.endObject();
    json.endObject();
    json.endObject();
    return json.take();
}

}  // namespace rigkiln::gltf_export
