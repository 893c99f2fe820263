#include "exporters/swat3/choose_bones.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "exporters/swat3/gsa_export_issues.hpp"
#include "exporters/swat3/joint_extras.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/wayback/bone_names.hpp"
#include "pipeline/wayback/check_bones.hpp"
#include "pipeline/wayback/choose_joints.hpp"
#include "pipeline/wayback/export_errors.hpp"
#include "pipeline/wayback/extras_values.hpp"
#include "pipeline/wayback/match_bones.hpp"
#include "pipeline/wayback/quoted_names.hpp"
#include "pipeline/wayback/skeleton_issues.hpp"

namespace rigkiln::swat3_export {
namespace {

/// Largest number of bones: a link of 65535 marks a root.
constexpr std::size_t kMostBones = swat3::kNoBone - 1U;
constexpr std::size_t kLongestName = std::numeric_limits<std::uint16_t>::max();

class BoneChooser {
public:
    BoneChooser(const Scene& scene, const std::vector<bool>& isAboveRoots, const SkeletonRequest& request,
                Diagnostics& diagnostics)
        : scene_(scene),
          isAboveRoots_(isAboveRoots),
          request_(request),
          diagnostics_(diagnostics),
          isClipAlone_(scene.sourceFormat == "gsa" || textOf(scene.extras, "source_format") == "gsa"),
          ordinals_(scene.joints.size()) {
        for (const Joint& joint : scene.joints)
            ids_.emplace_back(idOf(joint));
    }

    Result<ChosenBones> choose() {
        Status status = pick();
        if (!status) return status.error();
        status = checkSizes();
        if (!status) return status.error();
        status = checkOtherJoints(scene_, isAboveRoots_, ordinals_, request_.force, diagnostics_);
        if (!status) return status.error();
        return std::move(chosen_);
    }

private:
    Status pick() {
        if (request_.base != nullptr) return matchBase();
        const std::vector<IndexOf<Joint>> lifted = jointsWithIds(ids_);
        if (lifted.empty()) {
            takeForeign();
            return Done();
        }
        return takeLifted(lifted);
    }

    [[nodiscard]] const Joint& jointAt(IndexOf<Joint> index) const { return scene_.joints[index.value]; }

    /// Id of the bone that a joint was. Extras of a clip read without its model have no ids; its joints have
    /// them as source index.
    [[nodiscard]] std::optional<std::uint16_t> idOf(const Joint& joint) const {
        if (const auto id = storedId(joint)) return id;
        if (!isClipAlone_ || joint.sourceIndex.value_or(swat3::kNoBone) >= swat3::kNoBone)
            return std::nullopt;
        return static_cast<std::uint16_t>(*joint.sourceIndex);
    }

    Status matchBase() {
        chosen_.skeletons = *request_.base;
        std::vector<BaseBone> bones;
        for (const swat3::Skeleton& skeleton : chosen_.skeletons) {
            for (const swat3::Bone& bone : skeleton.bones)
                bones.push_back({.name = bone.name, .id = bone.id});
        }
        chosen_.joints = matchBones(scene_, isAboveRoots_, ids_, bones);
        for (std::size_t ordinal = 0; ordinal < bones.size(); ++ordinal) {
            if (const auto joint = chosen_.joints[ordinal]) ordinals_[joint->value] = ordinal;
        }
        return checkMissingBones(bones, chosen_.joints, request_.force, diagnostics_);
    }

    Status takeLifted(const std::vector<IndexOf<Joint>>& joints) {
        addBones(joints);
        swat3::Skeleton& skeleton = chosen_.skeletons.front();
        for (std::size_t i = 0; i < joints.size(); ++i)
            skeleton.bones[i].id = idOf(jointAt(joints[i])).value_or(0);
        linkBones();
        const Properties* gsm = objectIn(scene_.extras, "gsm");
        const ValueList* stored = gsm == nullptr ? nullptr : listIn(*gsm, "skeletons");
        if (stored == nullptr || stored->empty()) return Done();
        if (const auto* first = std::get_if<Properties>(&stored->front().content())) {
            skeleton.id = shortIn(*first, "id").value_or(0);
            skeleton.name = toStoredText(textOf(*first, "name"));
        }
        if (stored->size() == 1) return Done();
        if (!request_.force) {
            return kDataMissing.at("skeleton",
                                   fmt::format("the scene was read from a file with {} skeletons, and only "
                                               "that file as a template tells which bone is in which; 1 is "
                                               "the limit without",
                                               stored->size()));
        }
        diagnostics_.add(kSkeletonsJoined, "skeleton", fmt::format("{} skeletons", stored->size()));
        return Done();
    }

    void takeForeign() {
        addBones(jointsOfSkins(scene_, isAboveRoots_));
        giveDistinctNames();
        linkBones();
    }

    void addBones(const std::vector<IndexOf<Joint>>& joints) {
        swat3::Skeleton& skeleton = chosen_.skeletons.emplace_back();
        skeleton.name = scene_.name;
        chosen_.joints.resize(joints.size());
        for (std::size_t i = 0; i < joints.size(); ++i) {
            swat3::Bone& bone = skeleton.bones.emplace_back();
            bone.id = static_cast<std::uint16_t>(i);
            bone.name = jointAt(joints[i]).name;
            chosen_.joints[i] = joints[i];
            ordinals_[joints[i].value] = i;
        }
    }

    void linkBones() {
        std::vector<swat3::Bone>& bones = chosen_.skeletons.front().bones;
        for (std::size_t i = 0; i < bones.size(); ++i) {
            const auto above = nearestBone(scene_, ordinals_, jointAt(*chosen_.joints[i]).parent);
            if (above) bones[i].link = bones[*above].id;
        }
    }

    void giveDistinctNames() {
        std::vector<swat3::Bone>& bones = chosen_.skeletons.front().bones;
        std::vector<std::string> names(bones.size());
        std::ranges::transform(bones, names.begin(), &swat3::Bone::name);
        const QuotedNames renamed = makeNamesDistinct(names);
        for (std::size_t i = 0; i < bones.size(); ++i)
            bones[i].name = std::move(names[i]);
        if (!renamed.empty()) diagnostics_.add(kBoneRenamed, "skeleton", renamed.text());
    }

    [[nodiscard]] Status checkSizes() const {
        const auto fail = [](std::string problem) {
            return kNotRepresentable.at("skeleton", std::move(problem));
        };
        if (chosen_.joints.empty())
            return kDataMissing.at("skeleton", "the scene has no joint that could be a bone, 1 is needed");
        if (chosen_.joints.size() > kMostBones)
            return fail(fmt::format("{} bones, the limit is {}", chosen_.joints.size(), kMostBones));
        for (const swat3::Skeleton& skeleton : chosen_.skeletons) {
            if (skeleton.name.size() > kLongestName)
                return fail(
                    fmt::format("a name of {} octets, the limit is {}", skeleton.name.size(), kLongestName));
            for (const swat3::Bone& bone : skeleton.bones) {
                if (bone.name.size() > kLongestName)
                    return fail(fmt::format("bone {} {} has a name of {} octets, the limit is {}", bone.id,
                                            quote(bone.name), bone.name.size(), kLongestName));
            }
        }
        return Done();
    }

    const Scene& scene_;
    const std::vector<bool>& isAboveRoots_;
    const SkeletonRequest& request_;
    Diagnostics& diagnostics_;
    bool isClipAlone_;  ///< read from a clip without its model
    BoneIds ids_;
    ChosenBones chosen_;
    std::vector<std::optional<std::size_t>> ordinals_;  ///< by joint
};

}  // namespace

Result<ChosenBones> chooseBones(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                const SkeletonRequest& request, Diagnostics& diagnostics) {
    return BoneChooser(scene, isAboveRoots, request, diagnostics).choose();
}

}  // namespace rigkiln::swat3_export
