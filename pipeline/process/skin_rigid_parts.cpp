#include "pipeline/process/skin_rigid_parts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include "pipeline/animation/joint_moves.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/process/absorb_scales.hpp"
#include "pipeline/process/rigid_models.hpp"
#include "pipeline/scene/renumber_joints.hpp"
#include "pipeline/scene/rigid_skin.hpp"
#include "pipeline/scene/stored_tracks.hpp"
#include "pipeline/scene/transform_mesh.hpp"

namespace rigkiln {
namespace {

/// Influences name joints of a skin by sixteen bits, and readers of ours take no more.
constexpr std::size_t kMostSkinJoints = 65'535;

/// Returns the number of rigid parts that some clip moves, shows or hides.
std::size_t countMovedParts(const Scene& scene, const std::vector<JointMoves>& moves) {
    std::vector<bool> isMoved(scene.joints.size());
    for (std::size_t i = 0; i < isMoved.size(); ++i) {
        const auto& parent = scene.joints[i].parent;
        const JointMoves& own = moves[i];
        isMoved[i] = own.translation || own.rotation || own.scale || (parent && isMoved[parent->value]);
    }
    return static_cast<std::size_t>(std::ranges::count_if(scene.instances, [&](const MeshInstance& instance) {
        const std::size_t joint = instance.joint.value;
        return isRigidPart(instance) && (isMoved[joint] || moves[joint].visibility);
    }));
}

std::size_t vertexCount(const Mesh& mesh) {
    std::size_t count = 0;
    for (const Primitive& primitive : mesh.primitives)
        count += primitive.positions.size();
    return count;
}

/// Gives every instance without a skin a mesh of its own. Returns false, with an issue and the scene
/// unchanged, when the copies would have more vertices than the scene.
bool unshareMeshes(Scene& scene, Diagnostics& diagnostics) {
    std::vector<bool> isTaken(scene.meshes.size(), false);
    for (const MeshInstance& instance : scene.instances) {
        if (instance.skin) isTaken[instance.mesh.value] = true;
    }
    std::vector<std::size_t> counts;
    for (const Mesh& mesh : scene.meshes)
        counts.push_back(vertexCount(mesh));
    std::vector<MeshInstance*> sharing;
    std::size_t copied = 0;
    for (MeshInstance& instance : scene.instances) {
        if (instance.skin) continue;
        if (isTaken[instance.mesh.value]) {
            sharing.push_back(&instance);
            copied += counts[instance.mesh.value];
        }
        isTaken[instance.mesh.value] = true;
    }
    const std::size_t all = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    if (copied > all) {
        diagnostics.add(kRigidSkinNotMade, "meshes",
                        fmt::format("copies of shared meshes would have {} vertices, at most the {} of the "
                                    "scene are added",
                                    copied, all));
        return false;
    }
    for (MeshInstance* instance : sharing) {
        Mesh copy = scene.meshes[instance->mesh.value];
        instance->mesh = IndexOf<Mesh>(scene.meshes.size());
        scene.meshes.push_back(std::move(copy));
    }
    return true;
}

class Skinner {
public:
    Skinner(Scene& scene, const RigidSkinOptions& options, std::vector<JointMoves> moves,
            Diagnostics& diagnostics)
        : scene_(scene),
          options_(options),
          moves_(std::move(moves)),
          models_(scene),
          diagnostics_(diagnostics) {}

    void run() {
        absorbScales(scene_, moves_, diagnostics_);
        addJointsAbove();
        addVisibilityJoints();
        findBindPose();
        sortByModel();
        slots_.resize(scene_.joints.size());
        for (const RigidModel& model : models_.all) {
            if (!model.parts.empty()) addSkin(model);
            if (model.parts.empty() && model.lastSkin) completeSkin(model);
        }
    }

private:
    /// Returns a name that no joint of the source has, so that these keep theirs.
    [[nodiscard]] std::string freeName(std::string name) const {
        while (names_.contains(name))
            name += '_';
        return name;
    }

    static Joint addedJoint(std::string name, std::optional<IndexOf<Joint>> parent,
                            std::string_view purpose) {
        Joint joint;
        joint.name = std::move(name);
        joint.parent = parent;
        joint.extras.set(kAddedJoint, purpose);
        return joint;
    }

    /// Adds the static joints and the common roots in front of all others.
    void addJointsAbove() {
        for (const Joint& joint : scene_.joints)
            names_.insert(joint.name);
        std::vector<Joint> joints;
        std::map<std::size_t, IndexOf<Joint>> newParents;  // of the roots
        for (RigidModel& model : models_.all) {
            if (!model.hasMeshes) continue;
            IndexOf<Joint> above(joints.size());
            const std::string name = freeName(model.name.empty() ? std::string("model") : model.name);
            joints.push_back(addedJoint(name, {}, kModelJoint));
            if (model.roots.size() > 1) {
                joints.push_back(addedJoint(freeName("root"), above, kRootJoint));
                above = IndexOf<Joint>(joints.size() - 1);
                model.joints.push_back(above);
            }
            for (const IndexOf<Joint> root : model.roots)
                newParents.emplace(root.value, above);
        }
        added_ = joints.size();
        std::vector<IndexOf<Joint>> newNumbers;
        newNumbers.reserve(scene_.joints.size());
        for (std::size_t i = 0; i < scene_.joints.size(); ++i)
            newNumbers.emplace_back(i + added_);
        renumberJoints(scene_, newNumbers);
        for (const auto& [root, parent] : newParents)
            scene_.joints[root].parent = parent;
        std::ranges::move(scene_.joints, std::back_inserter(joints));
        scene_.joints = std::move(joints);
    }

    /// Number of a joint before joints were added. Precondition: it is none of those.
    [[nodiscard]] std::size_t oldNumber(std::size_t joint) const { return joint - added_; }

    [[nodiscard]] bool isHidden(const MeshInstance& instance) const {
        const Joint& joint = scene_.joints[instance.joint.value];
        return instance.hidden || !joint.visible || moves_[oldNumber(instance.joint.value)].visibility;
    }

    /// Adds a leaf joint for the parts of each joint that are hidden at some time, and moves them there.
    void addVisibilityJoints() {
        firstLeaf_ = scene_.joints.size();
        // By joint, and whether the parts are hidden all the time, in the order of the joints.
        std::map<std::pair<std::size_t, bool>, std::vector<MeshInstance*>> parts;
        for (MeshInstance& instance : scene_.instances) {
            if (isRigidPart(instance) && isHidden(instance))
                parts[{instance.joint.value, instance.hidden}].push_back(&instance);
        }
        std::map<std::uint32_t, IndexOf<Joint>> leaves;  // that clips show and hide, by joint
        for (const auto& [place, instances] : parts) {
            const IndexOf<Joint> parent(place.first);
            const IndexOf<Joint> leaf(scene_.joints.size());
            Joint joint = addedJoint(freeName(scene_.joints[parent.value].name + "_visibility"), parent,
                                     kVisibilityJoint);
            const bool isShown = scene_.joints[parent.value].visible && !place.second;
            joint.rest.scale = scaleOf(isShown);
            scene_.joints.push_back(std::move(joint));
            if (!place.second) leaves.emplace(parent.value, leaf);
            for (MeshInstance* instance : instances)
                instance->joint = leaf;
        }
        if (leaves.empty()) return;
        for (Clip& clip : scene_.clips)
            addVisibilityTracks(clip, leaves);
    }

    [[nodiscard]] glm::vec3 scaleOf(bool isShown) const {
        return glm::vec3(isShown ? 1.0F : static_cast<float>(options_.visibilityFloor));
    }

    void addVisibilityTracks(Clip& clip, const std::map<std::uint32_t, IndexOf<Joint>>& leaves) const {
        const ClipInHand inHand(clip);
        std::vector<JointTracks> added;
        for (const JointTracks& tracks : clip.joints) {
            const auto leaf = leaves.find(tracks.joint.value);
            if (leaf == leaves.end() || tracks.visibility.empty()) continue;
            JointTracks& own = added.emplace_back();
            own.joint = leaf->second;
            own.scale.interpolation = Interpolation::Step;
            own.scale.times = tracks.visibility.times;
            for (const std::uint8_t value : tracks.visibility.values)
                own.scale.values.push_back(scaleOf(value != 0));
        }
        // Leaves have the order of their joints, so the tracks stay in order.
        for (JointTracks& tracks : added)
            clip.joints.push_back(std::move(tracks));
    }

    /// The bind pose is the rest pose, but with a scale of 1 where a scale has no useful inverse.
    void findBindPose() {
        bindWorlds_.reserve(scene_.joints.size());
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            checkStop();
            Transform local = scene_.joints[i].rest;
            for (int axis = 0; axis < 3; ++axis) {
                if (i >= firstLeaf_ || std::abs(static_cast<double>(local.scale[axis])) < kTinyScale)
                    local.scale[axis] = 1.0F;
            }
            const auto& parent = scene_.joints[i].parent;
            const glm::dmat4 own = toMatrix(local);
            bindWorlds_.push_back(parent ? bindWorlds_[parent->value] * own : own);
        }
    }

    [[nodiscard]] glm::mat4 inverseBind(IndexOf<Joint> joint) const {
        glm::mat4 matrix(glm::inverse(bindWorlds_[joint.value]));
        for (int column = 0; column < 4; ++column)
            matrix[column].w = column == 3 ? 1.0F : 0.0F;
        return matrix;
    }

    [[nodiscard]] RigidModel& modelOf(IndexOf<Joint> joint) {
        const bool isLeaf = joint.value >= firstLeaf_;
        const IndexOf<Joint> original = isLeaf ? *scene_.joints[joint.value].parent : joint;
        return models_.all[models_.of(IndexOf<Joint>(oldNumber(original.value)))];
    }

    void sortByModel() {
        for (std::size_t i = added_; i < scene_.joints.size(); ++i)
            modelOf(IndexOf<Joint>(i)).joints.emplace_back(i);
        for (std::size_t i = 0; i < scene_.instances.size(); ++i) {
            if (isRigidPart(scene_.instances[i])) modelOf(scene_.instances[i].joint).parts.push_back(i);
        }
        for (std::size_t i = 0; i < scene_.skins.size(); ++i)
            modelOf(scene_.skins[i].joints.front()).lastSkin = i;
    }

    /// Returns for each joint whether a part follows it or a clip moves it, or any joint below.
    [[nodiscard]] const std::vector<bool>& neededJoints() {
        if (!isNeeded_.empty()) return isNeeded_;
        isNeeded_.resize(scene_.joints.size(), false);
        for (const MeshInstance& instance : scene_.instances)
            isNeeded_[instance.joint.value] = true;
        for (std::size_t i = scene_.joints.size(); i-- > 0;) {
            if (i >= added_ && i < firstLeaf_ && moves_[oldNumber(i)].any()) isNeeded_[i] = true;
            const auto& parent = scene_.joints[i].parent;
            if (isNeeded_[i] && parent) isNeeded_[parent->value] = true;
        }
        return isNeeded_;
    }

    /// Returns the joints of a model, without those that are not needed where there are too many.
    [[nodiscard]] std::vector<IndexOf<Joint>> skinJoints(const RigidModel& model) {
        if (model.joints.size() <= kCommonSkinLimit) return model.joints;
        std::vector<IndexOf<Joint>> needed;
        std::ranges::copy_if(model.joints, std::back_inserter(needed),
                             [&](IndexOf<Joint> joint) { return neededJoints()[joint.value]; });
        return needed.size() <= kCommonSkinLimit ? needed : model.joints;
    }

    void addSkin(const RigidModel& model) {
        Skin skin;
        skin.name = model.name;
        skin.joints = skinJoints(model);
        if (skin.joints.size() > kCommonSkinLimit)
            diagnostics_.add(kManySkinJoints, fmt::format("skin {}", quote(skin.name)),
                             fmt::format("{} joints", skin.joints.size()));
        for (std::size_t i = 0; i < skin.joints.size(); ++i) {
            slots_[skin.joints[i].value] = static_cast<std::uint16_t>(i);
            skin.inverseBindMatrices.push_back(inverseBind(skin.joints[i]));
        }
        const IndexOf<Skin> index(scene_.skins.size());
        scene_.skins.push_back(std::move(skin));
        for (const std::size_t part : model.parts) {
            checkStop();
            MeshInstance& instance = scene_.instances[part];
            Mesh& mesh = scene_.meshes[instance.mesh.value];
            transformMesh(mesh, bindWorlds_[instance.joint.value]);
            follow(mesh, slots_[instance.joint.value]);
            instance.skin = index;
            instance.extras.set(kRigidPart, true);
        }
    }

    /// Makes all vertices follow one joint.
    static void follow(Mesh& mesh, std::uint16_t slot) {
        for (Primitive& primitive : mesh.primitives) {
            const std::size_t count = primitive.positions.size();
            InfluenceSet set;
            set.joints.assign(count, {slot, 0, 0, 0});
            set.weights.assign(count, glm::vec4(1, 0, 0, 0));
            primitive.influenceSets.clear();
            primitive.influenceSets.push_back(std::move(set));
        }
    }

    /// Adds the missing joints to the last skin of a model, so that programs see one skeleton.
    void completeSkin(const RigidModel& model) {
        Skin& skin = scene_.skins[*model.lastSkin];
        const std::set<IndexOf<Joint>> own(skin.joints.begin(), skin.joints.end());
        std::vector<IndexOf<Joint>> missing;
        std::ranges::copy_if(skinJoints(model), std::back_inserter(missing),
                             [&](IndexOf<Joint> joint) { return !own.contains(joint); });
        // A skin of the source may be so large that there is no room for more.
        if (skin.joints.size() + missing.size() > kCommonSkinLimit) return;
        for (const IndexOf<Joint> joint : missing) {
            skin.joints.push_back(joint);
            skin.inverseBindMatrices.push_back(inverseBind(joint));
        }
    }

    Scene& scene_;
    const RigidSkinOptions& options_;
    std::vector<JointMoves> moves_;  ///< by old number of the joint
    RigidModels models_;
    Diagnostics& diagnostics_;
    std::set<std::string> names_;  ///< of the source's joints
    std::size_t added_ = 0;        ///< joints in front of the old ones
    std::size_t firstLeaf_ = 0;    ///< leaves are the joints from here on
    // By joint:
    std::vector<glm::dmat4> bindWorlds_;
    std::vector<bool> isNeeded_;        ///< empty: not asked yet
    std::vector<std::uint16_t> slots_;  ///< number in the skin of its model
};

/// Returns an upper limit of the joints that a skin would have.
std::size_t mostSkinJoints(const Scene& scene) {
    const auto parts = std::ranges::count_if(scene.instances, isRigidPart);
    return scene.joints.size() + std::min(static_cast<std::size_t>(parts), 2 * scene.joints.size()) + 1;
}

}  // namespace

void skinRigidParts(Scene& scene, const RigidSkinOptions& options, Diagnostics& diagnostics) {
    const bool hasMeshes = std::ranges::any_of(
        scene.instances, [](const MeshInstance& instance) { return isRigidPart(instance) || instance.skin; });
    if (!hasMeshes) return;
    std::vector<JointMoves> moves = findJointMoves(scene);
    if (options.onlyMoving && countMovedParts(scene, moves) < 2) return;
    if (const std::size_t joints = mostSkinJoints(scene); joints > kMostSkinJoints) {
        diagnostics.add(
            kRigidSkinNotMade, "joints",
            fmt::format("a skin of up to {} joints, at most {} can be written", joints, kMostSkinJoints));
        return;
    }
    if (!unshareMeshes(scene, diagnostics)) return;
    Skinner(scene, options, std::move(moves), diagnostics).run();
}

}  // namespace rigkiln
