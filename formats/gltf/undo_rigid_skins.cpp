#include "formats/gltf/undo_rigid_skins.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/gltf/extras_reader.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/recorded_tracks.hpp"
#include "formats/gltf/rest_comparison.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/renumber_joints.hpp"
#include "pipeline/scene/rigid_skin.hpp"
#include "pipeline/scene/root_motion.hpp"
#include "pipeline/scene/stored_tracks.hpp"
#include "pipeline/scene/transform_mesh.hpp"

namespace rigkiln::gltf {
namespace {

constexpr std::string_view kAttachment = "rigkiln_attachment";

/// Number in the skin of the one joint that a mesh follows.
std::optional<std::uint16_t> onlySlot(const Mesh& mesh) {
    std::optional<std::uint16_t> only;
    for (const Primitive& primitive : mesh.primitives) {
        if (primitive.influenceSets.empty()) return std::nullopt;
        for (const InfluenceSet& set : primitive.influenceSets) {
            for (std::size_t vertex = 0; vertex < set.joints.size(); ++vertex) {
                for (int i = 0; i < 4; ++i) {
                    if (!(set.weights[vertex][i] > 0)) continue;
                    const std::uint16_t slot = set.joints[vertex][static_cast<std::size_t>(i)];
                    if (only && *only != slot) return std::nullopt;
                    only = slot;
                }
            }
        }
    }
    return only;
}

Properties without(const Properties& extras, std::string_view name) {
    Properties others;
    for (const auto& [key, value] : extras.entries()) {
        if (key != name) others.append(key, value);
    }
    return others;
}

/// Takes a skin apart, and then the joints that were there for skins only.
class Undoing {
public:
    Undoing(Scene& scene, Diagnostics& diagnostics) : scene_(scene), diagnostics_(diagnostics) {}

    void run() {
        findMoved();
        const std::vector<bool> isUndone = skinsToUndo();
        takeSkinsApart(isUndone);
        dropSkins(isUndone);
        findHolders();
        freeSlots();
        takeVisibility();
        takeAttachments();
        removeJoints();
    }

private:
    using Slots = std::array<std::uint16_t, 4>;  ///< of one vertex

    /// Returns the skins of which all instances are parts that can become rigid again.
    std::vector<bool> skinsToUndo() {
        std::vector<std::size_t> uses(scene_.meshes.size(), 0);
        for (const MeshInstance& instance : scene_.instances)
            ++uses[instance.mesh.value];
        std::vector<bool> hasParts(scene_.skins.size(), false);
        std::vector<bool> isWhole(scene_.skins.size(), true);
        slots_.resize(scene_.instances.size());
        for (std::size_t i = 0; i < scene_.instances.size(); ++i) {
            const MeshInstance& instance = scene_.instances[i];
            if (!instance.skin) continue;
            const std::size_t skin = instance.skin->value;
            const bool isPart = isPartOfRigidSkin(instance) && uses[instance.mesh.value] == 1;
            if (isPartOfRigidSkin(instance)) hasParts[skin] = true;
            if (isPart) slots_[i] = onlySlot(scene_.meshes[instance.mesh.value]);
            if (!slots_[i]) isWhole[skin] = false;
        }
        for (std::size_t i = 0; i < hasParts.size(); ++i) {
            if (hasParts[i] && !isWhole[i])
                diagnostics_.add(kRigidSkinKept, fmt::format("skin {}", quote(scene_.skins[i].name)));
            hasParts[i] = hasParts[i] && isWhole[i];
        }
        return hasParts;
    }

    void takeSkinsApart(const std::vector<bool>& isUndone) {
        for (std::size_t i = 0; i < scene_.instances.size(); ++i) {
            MeshInstance& instance = scene_.instances[i];
            if (!instance.skin || !isUndone[instance.skin->value]) continue;
            const Skin& skin = scene_.skins[instance.skin->value];
            const std::size_t slot = *slots_[i];
            glm::dmat4 matrix(skin.inverseBindMatrices[slot]);
            instance.joint = skin.joints[slot];
            const Joint& joint = scene_.joints[instance.joint.value];
            if (isAddedAs(joint, kVisibilityJoint) && joint.parent && !isMoved_[instance.joint.value]) {
                Transform place = joint.rest;
                place.scale = glm::vec3(1.0F);
                matrix = toMatrix(place) * matrix;
                instance.joint = *joint.parent;
            }
            Mesh& mesh = scene_.meshes[instance.mesh.value];
            transformMesh(mesh, matrix);
            for (Primitive& primitive : mesh.primitives)
                primitive.influenceSets.clear();
            instance.skin = std::nullopt;
            instance.extras = without(instance.extras, kRigidPart);
        }
    }

    void dropSkins(const std::vector<bool>& isUndone) {
        std::vector<IndexOf<Skin>> newNumbers(scene_.skins.size());
        std::vector<Skin> kept;
        for (std::size_t i = 0; i < scene_.skins.size(); ++i) {
            newNumbers[i] = IndexOf<Skin>(kept.size());
            if (!isUndone[i]) kept.push_back(std::move(scene_.skins[i]));
        }
        scene_.skins = std::move(kept);
        for (MeshInstance& instance : scene_.instances) {
            if (instance.skin) instance.skin = newNumbers[instance.skin->value];
        }
    }

    /// Finds joints that somebody hung something on.
    void findHolders() {
        holds_.assign(scene_.joints.size(), false);
        hasChildren_.assign(scene_.joints.size(), false);
        for (const Joint& joint : scene_.joints) {
            if (!joint.parent) continue;
            hasChildren_[joint.parent->value] = true;
            if (joint.extras.find(kAttachment) != nullptr) holds_[joint.parent->value] = true;
        }
        for (const MeshInstance& instance : scene_.instances)
            holds_[instance.joint.value] = true;
        for (const Attachment& attachment : scene_.attachments)
            holds_[attachment.joint.value] = true;
        for (const Light& light : scene_.lights)
            holds_[light.joint.value] = true;
    }

    /// Finds joints that clips move; showing and hiding a part by its added joint does not count. Tracks that
    /// stay near the rest pose do not count either: Blender writes them for every bone.
    void findMoved() {
        isMoved_.assign(scene_.joints.size(), false);
        const RestComparison comparison(scene_);
        for (const Clip& clip : scene_.clips) {
            const LoadedClip loaded(clip);
            for (const JointTracks& tracks : loaded->joints) {
                const Joint& joint = scene_.joints[tracks.joint.value];
                const bool isAtRest =
                    tracks.extras.empty() && tracks.visibility.empty() &&
                    comparison.holds(tracks.translation, joint.rest.translation) &&
                    comparison.holds(tracks.rotation, joint.rest.rotation) &&
                    (isAddedAs(joint, kVisibilityJoint) || comparison.holds(tracks.scale, joint.rest.scale));
                if (!isAtRest) isMoved_[tracks.joint.value] = true;
            }
        }
    }

    /// Whether a joint is there for skins only.
    [[nodiscard]] bool isForSkins(std::size_t i) const {
        const Joint& joint = scene_.joints[i];
        if (isMoved_[i] || holds_[i]) return false;
        if (isAbove(joint)) return isNearIdentity(joint.rest);
        if (hasChildren_[i] || !joint.parent) return false;
        return isAddedAs(joint, kVisibilityJoint) || joint.extras.find(kAttachment) != nullptr;
    }

    /// Takes joints that are there for skins only out of the remaining skins, where no vertex follows them.
    void freeSlots() {
        std::vector<std::vector<const MeshInstance*>> instancesOf(scene_.skins.size());
        std::vector<std::optional<IndexOf<Skin>>> skinOfMesh(scene_.meshes.size());
        std::vector<bool> isShared(scene_.skins.size(), false);
        for (const MeshInstance& instance : scene_.instances) {
            if (!instance.skin) continue;
            auto& known = skinOfMesh[instance.mesh.value];
            if (known && *known != *instance.skin)
                isShared[known->value] = isShared[instance.skin->value] = true;
            if (!known) instancesOf[instance.skin->value].push_back(&instance);
            known = instance.skin;
        }
        isInSkin_.assign(scene_.joints.size(), false);
        for (std::size_t i = 0; i < scene_.skins.size(); ++i) {
            if (!isShared[i]) freeSlots(scene_.skins[i], instancesOf[i]);
            for (const IndexOf<Joint> joint : scene_.skins[i].joints)
                isInSkin_[joint.value] = true;
        }
    }

    /// Calls `visit` with the influences of each vertex of the meshes.
    template <class Visit>
    void visitInfluences(const std::vector<const MeshInstance*>& instances, Visit visit) {
        for (const MeshInstance* instance : instances) {
            for (Primitive& primitive : scene_.meshes[instance->mesh.value].primitives) {
                for (InfluenceSet& set : primitive.influenceSets) {
                    for (std::size_t vertex = 0; vertex < set.joints.size(); ++vertex)
                        visit(set.joints[vertex], set.weights[vertex]);
                }
            }
        }
    }

    [[nodiscard]] std::vector<bool> followedSlots(const Skin& skin,
                                                  const std::vector<const MeshInstance*>& instances) {
        std::vector<bool> isFollowed(skin.joints.size(), false);
        visitInfluences(instances, [&](const Slots& slots, const glm::vec4& weights) {
            for (std::size_t i = 0; i < slots.size(); ++i) {
                if (weights[static_cast<int>(i)] > 0) isFollowed[slots[i]] = true;
            }
        });
        return isFollowed;
    }

    void freeSlots(Skin& skin, const std::vector<const MeshInstance*>& instances) {
        const std::vector<bool> isFollowed = followedSlots(skin, instances);
        std::vector<std::uint16_t> newSlots(skin.joints.size(), 0);
        Skin kept;
        kept.name = skin.name;
        for (std::size_t i = 0; i < skin.joints.size(); ++i) {
            newSlots[i] = static_cast<std::uint16_t>(kept.joints.size());
            if (!isFollowed[i] && isForSkins(skin.joints[i].value)) continue;
            kept.joints.push_back(skin.joints[i]);
            kept.inverseBindMatrices.push_back(skin.inverseBindMatrices[i]);
        }
        if (kept.joints.size() == skin.joints.size() || kept.joints.empty()) return;
        skin = std::move(kept);
        visitInfluences(instances, [&](Slots& slots, const glm::vec4& weights) {
            for (std::size_t i = 0; i < slots.size(); ++i)
                slots[i] = weights[static_cast<int>(i)] > 0 ? newSlots[slots[i]] : std::uint16_t{0};
        });
    }

    [[nodiscard]] bool isRemovable(std::size_t joint) const { return isForSkins(joint) && !isInSkin_[joint]; }

    void takeVisibility() {
        for (Clip& clip : scene_.clips) {
            const ClipInHand inHand(clip);
            std::vector<std::pair<IndexOf<Joint>, Track<glm::vec3>>> scales;
            for (JointTracks& tracks : clip.joints) {
                if (!isRemovable(tracks.joint.value) || tracks.scale.empty()) continue;
                scales.emplace_back(*scene_.joints[tracks.joint.value].parent, std::move(tracks.scale));
            }
            for (const auto& [joint, scale] : scales)
                takeVisibility(clip, joint, scale);
            erase_if(clip.joints, [&](const JointTracks& tracks) { return isRemovable(tracks.joint.value); });
        }
    }

    void takeVisibility(Clip& clip, IndexOf<Joint> joint, const Track<glm::vec3>& scale) const {
        auto tracks = std::ranges::lower_bound(clip.joints, joint, {}, &JointTracks::joint);
        const bool isThere = tracks != clip.joints.end() && tracks->joint == joint;
        const Track<std::uint8_t> said = isThere ? tracks->visibility : Track<std::uint8_t>();
        const auto shown = static_cast<std::uint8_t>(scene_.joints[joint.value].visible);
        Track<std::uint8_t> track = visibilityOfScale(scale);
        if (showsTheSame(track, said, shown) || isSampleOf(scale, said, shown)) return;
        if (isThere) {
            tracks->visibility = std::move(track);
            return;
        }
        JointTracks added;
        added.joint = joint;
        added.visibility = std::move(track);
        std::vector<JointTracks> all(clip.joints.begin(), tracks);
        all.push_back(std::move(added));
        all.insert(all.end(), tracks, clip.joints.end());
        clip.joints = JointTrackList(std::move(all));
    }

    void takeAttachments() {
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            Joint& joint = scene_.joints[i];
            const Value* value = joint.extras.find(kAttachment);
            if (value == nullptr || !isRemovable(i)) continue;
            const std::string where = fmt::format("joint {}", quote(joint.name));
            Record record(readRecord(*value, where, diagnostics_).value_or(Properties()));
            Attachment attachment{.name = joint.name,
                                  .kind = record.takeText("kind").value_or(std::string()),
                                  .joint = *joint.parent,
                                  .local = joint.rest,
                                  .hidden = record.takeFlag("hidden").value_or(false),
                                  .extras = {}};
            attachment.extras =
                joinedExtras(record.rest(), without(joint.extras, kAttachment), where, diagnostics_);
            scene_.attachments.push_back(std::move(attachment));
        }
    }

    static bool isAbove(const Joint& joint) {
        return isAddedAs(joint, kModelJoint) || isAddedAs(joint, kRootJoint) || isAddedAs(joint, kRootMotion);
    }

    /// Whether a skin would have joints of several roots without the added ones above.
    [[nodiscard]] bool needsJointsAbove() const {
        std::vector<std::size_t> roots(scene_.joints.size());
        for (std::size_t i = 0; i < roots.size(); ++i) {
            const auto& parent = scene_.joints[i].parent;
            const bool hasParent = parent && !isAbove(scene_.joints[parent->value]);
            roots[i] = hasParent ? roots[parent->value] : i;
        }
        return std::ranges::any_of(scene_.skins, [&](const Skin& skin) {
            return std::ranges::any_of(skin.joints, [&](IndexOf<Joint> joint) {
                return roots[joint.value] != roots[skin.joints.front().value];
            });
        });
    }

    void removeJoints() {
        const bool keepsAbove = needsJointsAbove();
        std::vector<IndexOf<Joint>> newNumbers(scene_.joints.size());
        std::vector<std::optional<IndexOf<Joint>>> nearestKept(scene_.joints.size());  // itself or above
        std::vector<bool> isKept(scene_.joints.size(), true);
        std::size_t count = 0;
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            Joint& joint = scene_.joints[i];
            isKept[i] = !isRemovable(i) || (isAbove(joint) && keepsAbove);
            if (joint.parent) joint.parent = nearestKept[joint.parent->value];
            nearestKept[i] = isKept[i] ? std::optional(IndexOf<Joint>(i)) : joint.parent;
            newNumbers[i] = IndexOf<Joint>(count);
            if (isKept[i]) ++count;
        }
        renumberJoints(scene_, newNumbers);
        std::vector<Joint> kept;
        kept.reserve(count);
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            if (isKept[i]) kept.push_back(std::move(scene_.joints[i]));
        }
        scene_.joints = std::move(kept);
    }

    Scene& scene_;
    Diagnostics& diagnostics_;
    std::vector<std::optional<std::uint16_t>> slots_;  ///< by instance, of the joint that it follows
    // By joint:
    std::vector<bool> holds_;  ///< something that is no joint
    std::vector<bool> hasChildren_;
    std::vector<bool> isMoved_;
    std::vector<bool> isInSkin_;
};

}  // namespace

void undoRigidSkins(Scene& scene, Diagnostics& diagnostics) {
    const bool hasAdded = std::ranges::any_of(scene.joints, [](const Joint& joint) {
        return isAddedAs(joint, kModelJoint) || isAddedAs(joint, kRootMotion);
    });
    if (hasAdded) Undoing(scene, diagnostics).run();
}

}  // namespace rigkiln::gltf
