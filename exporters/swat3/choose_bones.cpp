#include "exporters/swat3/choose_bones.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "exporters/swat3/gsa_export_issues.hpp"
#include "exporters/swat3/joint_extras.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/wayback/extras_values.hpp"
#include "pipeline/wayback/quoted_names.hpp"

namespace rigkiln::swat3_writer {
namespace {

/// Largest number of bones: a link of 65535 marks a root.
constexpr std::size_t kMostBones = swat3::kNoBone - 1U;
constexpr std::size_t kLongestName = std::numeric_limits<std::uint16_t>::max();

/// Form of a name for comparing: without case, and in UTF-8, as programs in between may have converted it.
std::string comparable(std::string_view name) {
    return foldCase(toUtf8(name));
}

/// Removes the ".001" that Blender appends to names that are taken.
std::string_view withoutCopyNumber(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    constexpr std::size_t kFewestDigits = 3;
    if (dot == std::string_view::npos || name.size() - dot - 1 < kFewestDigits) return name;
    const std::string_view digits = name.substr(dot + 1);
    const bool isNumber =
        std::ranges::all_of(digits, [](char digit) { return digit >= '0' && digit <= '9'; });
    return isNumber ? name.substr(0, dot) : name;
}

/// By joint: whether vertices of rendered meshes follow it.
std::vector<bool> jointsWithWeight(const Scene& scene) {
    std::vector<bool> hasWeight(scene.joints.size(), false);
    for (const MeshInstance& instance : scene.instances) {
        if (!instance.skin || instance.role != MeshRole::Render) continue;
        const Skin& skin = scene.skins[instance.skin->value];
        for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
            for (const InfluenceSet& set : primitive.influenceSets) {
                for (std::size_t vertex = 0; vertex < set.joints.size(); ++vertex) {
                    for (std::size_t i = 0; i < 4; ++i) {
                        if (set.weights[vertex][static_cast<glm::length_t>(i)] > 0)
                            hasWeight[skin.joints[set.joints[vertex][i]].value] = true;
                    }
                }
            }
        }
    }
    return hasWeight;
}

class BoneChooser {
public:
    BoneChooser(const Scene& scene, const std::vector<bool>& isAboveRoots, const SkeletonRequest& request,
                Diagnostics& diagnostics)
        : scene_(scene),
          isAboveRoots_(isAboveRoots),
          request_(request),
          diagnostics_(diagnostics),
          isClipAlone_(scene.sourceFormat == "gsa" || textOf(scene.extras, "source_format") == "gsa"),
          ordinals_(scene.joints.size()) {}

    Result<ChosenBones> choose() {
        Status status = pick();
        if (!status) return status.error();
        status = checkSizes();
        if (!status) return status.error();
        status = checkOthers();
        if (!status) return status.error();
        return std::move(chosen_);
    }

private:
    Status pick() {
        if (request_.base != nullptr) return matchBase();
        const std::vector<IndexOf<Joint>> lifted = jointsWithIds();
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

    void assign(std::size_t ordinal, IndexOf<Joint> joint) {
        chosen_.joints[ordinal] = joint;
        ordinals_[joint.value] = ordinal;
    }

    Status matchBase() {
        chosen_.skeletons = *request_.base;
        const swat3::Rig rig(chosen_.skeletons);
        chosen_.joints.resize(rig.boneCount());
        matchNames(rig);
        matchCopies(rig);
        QuotedNames missing;
        for (std::size_t ordinal = 0; ordinal < rig.boneCount(); ++ordinal) {
            if (!chosen_.joints[ordinal]) missing.add(rig.bone(ordinal).name);
        }
        if (missing.empty()) return Done();
        if (!request_.force) {
            return Error{.where = "skeleton",
                         .problem = fmt::format("{} of {} bones of the template have no joint of their name: "
                                                "{}",
                                                missing.count(), rig.boneCount(), missing.text())};
        }
        diagnostics_.add(kBoneMissing, "skeleton", missing.text());
        return Done();
    }

    /// Matches bones to joints by name. Where names repeat, joints that have the id of the bone are taken
    /// first.
    void matchNames(const swat3::Rig& rig) {
        std::map<std::string, std::vector<IndexOf<Joint>>> byName;
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            if (!isAboveRoots_[i]) byName[comparable(scene_.joints[i].name)].push_back(IndexOf<Joint>(i));
        }
        const auto take = [&](bool isById) {
            for (std::size_t ordinal = 0; ordinal < rig.boneCount(); ++ordinal) {
                const auto found = byName.find(comparable(rig.bone(ordinal).name));
                if (chosen_.joints[ordinal] || found == byName.end()) continue;
                const auto joint = std::ranges::find_if(found->second, [&](IndexOf<Joint> candidate) {
                    const bool isSame = !isById || idOf(jointAt(candidate)) == rig.bone(ordinal).id;
                    return isSame && !ordinals_[candidate.value];
                });
                if (joint != found->second.end()) assign(ordinal, *joint);
            }
        };
        take(true);
        take(false);
    }

    void matchCopies(const swat3::Rig& rig) {
        std::map<std::uint16_t, std::vector<std::size_t>> byId;
        for (std::size_t ordinal = 0; ordinal < rig.boneCount(); ++ordinal) {
            if (!chosen_.joints[ordinal]) byId[rig.bone(ordinal).id].push_back(ordinal);
        }
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            const auto id = idOf(scene_.joints[i]);
            const auto found = id && !ordinals_[i] ? byId.find(*id) : byId.end();
            if (found == byId.end()) continue;
            const std::string name = comparable(withoutCopyNumber(scene_.joints[i].name));
            const auto ordinal = std::ranges::find_if(found->second, [&](std::size_t candidate) {
                return !chosen_.joints[candidate] && comparable(rig.bone(candidate).name) == name;
            });
            if (ordinal != found->second.end()) assign(*ordinal, IndexOf<Joint>(i));
        }
    }

    /// Joints with an id, one per id, in the order of the ids. A program that copies a joint copies its
    /// extras, too; the first of the copies counts.
    [[nodiscard]] std::vector<IndexOf<Joint>> jointsWithIds() const {
        std::map<std::uint16_t, IndexOf<Joint>> byId;
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            if (const auto id = idOf(scene_.joints[i])) byId.emplace(*id, IndexOf<Joint>(i));
        }
        std::vector<IndexOf<Joint>> joints;
        joints.reserve(byId.size());
        for (const auto& [id, joint] : byId)
            joints.push_back(joint);
        return joints;
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
            return Error{.where = "skeleton",
                         .problem = fmt::format("the scene was read from a file with {} skeletons, and only "
                                                "that file as a template tells which bone is in which; 1 is "
                                                "the limit without",
                                                stored->size())};
        }
        diagnostics_.add(kSkeletonsJoined, "skeleton", fmt::format("{} skeletons", stored->size()));
        return Done();
    }

    void takeForeign() {
        std::vector<IndexOf<Joint>> joints;
        const std::vector<bool> isBone = scene_.skins.empty() ? allJoints() : jointsBetween();
        for (std::size_t i = 0; i < isBone.size(); ++i) {
            if (isBone[i]) joints.emplace_back(i);
        }
        addBones(joints);
        giveDistinctNames();
        linkBones();
    }

    [[nodiscard]] std::vector<bool> allJoints() const {
        std::vector<bool> isBone = isAboveRoots_;
        isBone.flip();
        return isBone;
    }

    /// Marks the joints of the skins and those between, up to the lowest joint that has all skin joints of
    /// its tree at or below it.
    [[nodiscard]] std::vector<bool> jointsBetween() const {
        std::vector<bool> isSkinned(scene_.joints.size(), false);
        for (const Skin& skin : scene_.skins) {
            for (const IndexOf<Joint> joint : skin.joints)
                isSkinned[joint.value] = !isAboveRoots_[joint.value];
        }
        std::vector<std::size_t> below(isSkinned.begin(), isSkinned.end());  // skin joints at or below it
        for (std::size_t i = below.size(); i-- > 0;) {
            if (const auto parent = parentOf(i)) below[*parent] += below[i];
        }
        std::vector<std::size_t> ofTree = below;  // parents stand before their children
        std::vector<bool> leadsToAll(below.size(), false);
        for (std::size_t i = 0; i < below.size(); ++i) {
            const auto parent = parentOf(i);
            if (!parent) continue;
            ofTree[i] = ofTree[*parent];
            if (below[i] == ofTree[i]) leadsToAll[*parent] = true;
        }
        std::vector<bool> isBone(below.size(), false);
        for (std::size_t i = 0; i < below.size(); ++i)
            isBone[i] = below[i] > 0 && !leadsToAll[i];
        return isBone;
    }

    [[nodiscard]] std::optional<std::size_t> parentOf(std::size_t joint) const {
        const auto& parent = scene_.joints[joint].parent;
        if (!parent || isAboveRoots_[parent->value]) return std::nullopt;
        return parent->value;
    }

    void addBones(const std::vector<IndexOf<Joint>>& joints) {
        swat3::Skeleton& skeleton = chosen_.skeletons.emplace_back();
        skeleton.name = scene_.name;
        chosen_.joints.resize(joints.size());
        for (std::size_t i = 0; i < joints.size(); ++i) {
            swat3::Bone& bone = skeleton.bones.emplace_back();
            bone.id = static_cast<std::uint16_t>(i);
            bone.name = jointAt(joints[i]).name;
            assign(i, joints[i]);
        }
    }

    void linkBones() {
        std::vector<swat3::Bone>& bones = chosen_.skeletons.front().bones;
        for (std::size_t i = 0; i < bones.size(); ++i) {
            auto above = jointAt(*chosen_.joints[i]).parent;
            while (above && !ordinals_[above->value])
                above = jointAt(*above).parent;
            if (above) bones[i].link = bones[*ordinals_[above->value]].id;
        }
    }

    /// Makes names distinct as the exporter of glTF does: `_2`, `_3` ...
    void giveDistinctNames() {
        std::vector<swat3::Bone>& bones = chosen_.skeletons.front().bones;
        std::set<std::string> wanted;
        for (const swat3::Bone& bone : bones)
            wanted.insert(comparable(bone.name));
        std::set<std::string> taken;
        QuotedNames renamed;
        for (swat3::Bone& bone : bones) {
            if (taken.insert(comparable(bone.name)).second) continue;
            renamed.add(bone.name);
            const std::string name = bone.name;
            for (std::size_t number = 2;; ++number) {
                bone.name = fmt::format("{}_{}", name, number);
                const std::string text = comparable(bone.name);
                if (!wanted.contains(text) && taken.insert(text).second) break;
            }
        }
        if (!renamed.empty()) diagnostics_.add(kBoneRenamed, "skeleton", renamed.text());
    }

    [[nodiscard]] Status checkSizes() const {
        const auto fail = [](std::string problem) {
            return Error{.where = "skeleton", .problem = std::move(problem)};
        };
        if (chosen_.joints.empty()) return fail("the scene has no joint that could be a bone, 1 is needed");
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

    /// Checks the joints that are no bones. Those that vertices follow are an error, or an issue when forced;
    /// others are dropped with an issue.
    [[nodiscard]] Status checkOthers() const {
        const std::vector<bool> hasWeight = jointsWithWeight(scene_);
        std::vector<bool> isAboveBone(scene_.joints.size(), false);
        for (std::size_t i = scene_.joints.size(); i-- > 0;) {
            const auto& parent = scene_.joints[i].parent;
            if (parent && (ordinals_[i] || isAboveBone[i])) isAboveBone[parent->value] = true;
        }
        QuotedNames followed;
        QuotedNames dropped;
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            if (ordinals_[i]) continue;
            if (hasWeight[i]) followed.add(scene_.joints[i].name);
            if (!hasWeight[i] && !isAboveBone[i] && !isAboveRoots_[i]) dropped.add(scene_.joints[i].name);
        }
        if (!dropped.empty()) diagnostics_.add(kJointDropped, "skeleton", dropped.text());
        if (followed.empty()) return Done();
        if (!request_.force) {
            return Error{
                .where = "skeleton",
                .problem = fmt::format("{} joints that vertices follow are none of the {} bones, 0 is "
                                       "the limit: {}",
                                       followed.count(), chosen_.joints.size(), followed.text())};
        }
        diagnostics_.add(kJointWithWeight, "skeleton", followed.text());
        return Done();
    }

    const Scene& scene_;
    const std::vector<bool>& isAboveRoots_;
    const SkeletonRequest& request_;
    Diagnostics& diagnostics_;
    bool isClipAlone_;  ///< the scene was read from a clip without its model
    ChosenBones chosen_;
    std::vector<std::optional<std::size_t>> ordinals_;  ///< by joint
};

}  // namespace

Result<ChosenBones> chooseBones(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                const SkeletonRequest& request, Diagnostics& diagnostics) {
    return BoneChooser(scene, isAboveRoots, request, diagnostics).choose();
}

}  // namespace rigkiln::swat3_writer
