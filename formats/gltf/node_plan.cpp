#include "formats/gltf/node_plan.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/detail_levels.hpp"
#include "formats/gltf/extras_reader.hpp"
#include "formats/gltf/find_dequantisations.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/node_tree.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf {
namespace {

/// Effect of animations on a node.
enum class Motion : std::uint8_t {
    None,
    Shown,  ///< only scaled by animations of our own exporter: its way to hide meshes
    Moved,
};

bool isAll(const std::vector<double>& numbers, double expected) {
    return std::ranges::all_of(numbers, [&](double number) { return number == expected; });
}

bool isIdentityButForScale(const tinygltf::Node& node) {
    const bool isTurned = !node.rotation.empty() && node.rotation != std::vector<double>{0, 0, 0, 1};
    return node.matrix.empty() && isAll(node.translation, 0) && !isTurned;
}

bool isTriangles(const tinygltf::Primitive& primitive) {
    const bool isMode = primitive.mode == TINYGLTF_MODE_TRIANGLES ||
                        primitive.mode == TINYGLTF_MODE_TRIANGLE_STRIP ||
                        primitive.mode == TINYGLTF_MODE_TRIANGLE_FAN;
    return isMode && primitive.attributes.contains("POSITION");
}

class NodePlanner {
public:
    NodePlanner(const GltfFile& file, const ClipRecords& records, Diagnostics& diagnostics)
        : file_(file), nodes_(file.model.nodes), records_(records), diagnostics_(diagnostics) {
        plan_.nodes.resize(nodes_.size());
        included_.resize(nodes_.size(), false);
        isSkinJoint_.resize(nodes_.size(), false);
        motions_.resize(nodes_.size(), Motion::None);
    }

    NodePlan plan() {
        findParents();
        markSkinJoints();
        markMotions();
        includeScene();
        includeLevels();
        addRoot();
        plan_.dequantisations = findDequantisations(file_, included_, [this](std::size_t i) {
            return plan_.nodes[i].parent && nodes_[i].children.empty() && motions_[i] == Motion::None &&
                   !isSkinJoint_[i] && lightOf(i) == nullptr;
        });
        assignRoles();
        settleLevels();
        orderJoints();
        hangOthers();
        reportLeftOut();
        return std::move(plan_);
    }

private:
    std::size_t checkedNode(int node, const std::string& where) const {
        return checkedIndex(node, nodes_.size(), where);
    }

    void findParents() {
        const auto parents = checkedParents(file_);
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            plan_.nodes[i].parent = parents[i];
    }

    void includeScene() {
        const auto& scenes = file_.model.scenes;
        if (scenes.empty()) return includeAll();
        const int wanted = file_.model.defaultScene;
        plan_.scene = wanted == -1 ? 0 : checkedIndex(wanted, scenes.size(), "scene");
        for (std::size_t i = 0; i < scenes.size(); ++i) {
            for (std::size_t n = 0; n < scenes[i].nodes.size(); ++n) {
                const std::string where = fmt::format("scenes[{}].nodes[{}]", i, n);
                const std::size_t node = checkedNode(scenes[i].nodes[n], where);
                if (plan_.nodes[node].parent)
                    fail("{} is {}, which is a child of nodes[{}]", where, node, *plan_.nodes[node].parent);
                if (i == plan_.scene) include(node);
            }
            if (i != plan_.scene)
                diagnostics_.add(kSceneIgnored, fmt::format("scenes[{}] {}", i, quote(scenes[i].name)));
        }
    }

    /// Includes all nodes, for a file without scenes.
    void includeAll() {
        findLevels();
        std::vector<bool> isCoarser(nodes_.size(), false);
        for (const CoarserNode& coarser : levels_)
            isCoarser[coarser.node] = true;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (!plan_.nodes[i].parent && !isCoarser[i]) include(i);
        }
    }

    void findLevels() {
        const auto whyNoFinest = [this](std::size_t i) -> std::string {
            if (!file_.model.scenes.empty() && !included_[i]) return "is not part of the scene";
            return whyNoMesh(i);
        };
        const auto whyNoCoarser = [this](std::size_t i) -> std::string {
            if (plan_.nodes[i].parent) return fmt::format("is a child of nodes[{}]", *plan_.nodes[i].parent);
            if (included_[i]) return "is part of the scene";
            if (isSkinJoint_[i]) return "is a joint of a skin";
            if (motions_[i] == Motion::Moved) return "is moved by an animation";
            if (lightOf(i) != nullptr || nodes_[i].camera != -1) return "carries a light or a camera";
            return whyNoMesh(i);
        };
        levels_ = findCoarserNodes(file_, whyNoFinest, whyNoCoarser, diagnostics_);
    }

    [[nodiscard]] std::string whyNoMesh(std::size_t i) const {
        if (nodes_[i].mesh == -1) return "has no mesh";
        return nodes_[i].children.empty() ? "" : "has children";
    }

    /// Includes the coarser levels below the parent of their finest level.
    void includeLevels() {
        if (!file_.model.scenes.empty()) findLevels();
        for (const CoarserNode& coarser : levels_) {
            plan_.nodes[coarser.node].parent = plan_.nodes[coarser.finest].parent;
            include(coarser.node);
        }
    }

    /// Includes a root with its descendants, and the trees that hold the joints of their skins.
    void include(std::size_t root) {
        std::vector<std::size_t> waiting = {root};
        while (!waiting.empty()) {
            const std::size_t node = waiting.back();
            waiting.pop_back();
            if (included_[node]) continue;
            included_[node] = true;
            for (const int child : nodes_[node].children)
                waiting.push_back(static_cast<std::size_t>(child));
            const tinygltf::Node& source = nodes_[node];
            if (source.mesh == -1 || source.skin == -1) continue;
            isSkinUsed_.resize(file_.model.skins.size(), false);
            const auto skin = static_cast<std::size_t>(source.skin);
            if (isSkinUsed_[skin]) continue;
            isSkinUsed_[skin] = true;
            for (const int joint : file_.model.skins[skin].joints)
                waiting.push_back(rootOf(static_cast<std::size_t>(joint)));
        }
    }

    /// Caches the root for every node on the way, so that deep chains of joints are walked only once.
    std::size_t rootOf(std::size_t node) {
        if (roots_.empty()) roots_.resize(nodes_.size(), nodes_.size());
        std::vector<std::size_t> way;
        while (roots_[node] == nodes_.size() && plan_.nodes[node].parent) {
            way.push_back(node);
            node = *plan_.nodes[node].parent;
        }
        const std::size_t root = roots_[node] == nodes_.size() ? node : roots_[node];
        roots_[node] = root;
        for (const std::size_t passed : way)
            roots_[passed] = root;
        return root;
    }

    void markSkinJoints() {
        for (const tinygltf::Skin& skin : file_.model.skins) {
            for (const int joint : skin.joints)
                isSkinJoint_[static_cast<std::size_t>(joint)] = true;
        }
    }

    /// Adds a root above all when the joints of a used skin have no common root.
    void addRoot() {
        isSkinUsed_.resize(file_.model.skins.size(), false);
        for (std::size_t s = 0; s < file_.model.skins.size(); ++s) {
            const std::vector<int>& joints = file_.model.skins[s].joints;
            for (const int joint : joints) {
                const auto node = static_cast<std::size_t>(joint);
                const bool hasOtherRoot = rootOf(node) != rootOf(static_cast<std::size_t>(joints.front()));
                if (hasOtherRoot && isSkinUsed_[s] && !plan_.hasAddedRoot) {
                    plan_.hasAddedRoot = true;
                    diagnostics_.add(kRootAdded, fmt::format("skins[{}].joints", s));
                }
            }
        }
    }

    void markMotions() {
        for (std::size_t a = 0; a < file_.model.animations.size(); ++a) {
            for (const tinygltf::AnimationChannel& channel : file_.model.animations[a].channels) {
                if (channel.target_node < 0 || static_cast<std::size_t>(channel.target_node) >= nodes_.size())
                    continue;  // out of range: reported when that animation is read
                Motion& motion = motions_[static_cast<std::size_t>(channel.target_node)];
                const bool isShown = records_[a] && channel.target_path == "scale";
                motion = std::max(motion, isShown ? Motion::Shown : Motion::Moved);
            }
        }
    }

    const Value* extrasOf(std::size_t node) const {
        return member(element(&file_.json, "nodes", node), "extras");
    }

    const Value* lightOf(std::size_t node) const {
        const Value* extensions = member(element(&file_.json, "nodes", node), "extensions");
        return member(extensions, "KHR_lights_punctual");
    }

    const std::vector<int>& skinJoints(const tinygltf::Node& node) const {
        return file_.model.skins[static_cast<std::size_t>(node.skin)].joints;
    }

    bool isMeshLeaf(std::size_t i) {
        const tinygltf::Node& node = nodes_[i];
        if (node.mesh == -1 || motions_[i] == Motion::Moved || lightOf(i) != nullptr) return false;
        const auto& primitives = file_.model.meshes[static_cast<std::size_t>(node.mesh)].primitives;
        if (std::ranges::none_of(primitives, isTriangles)) return false;
        // glTF ignores the node's transform when the whole mesh is skinned.
        const bool hasSkin = node.skin != -1 && !skinJoints(node).empty();
        if (hasSkin && std::ranges::all_of(primitives, hasInfluences)) return true;
        if (node.skin == -1 && plan_.dequantisations.rigid[static_cast<std::size_t>(node.mesh)]) return true;
        if (!plan_.nodes[i].parent || !isIdentityButForScale(node)) return false;
        // Our own exporter hides a mesh at rest with a scale of 0.
        return isAll(node.scale, 1) || (isAll(node.scale, 0) && isHiddenByUs(i));
    }

    /// Whether our own records hide the mesh or its joint.
    bool isHiddenByUs(std::size_t i) {
        return recordSays(i, "rigkiln_mesh", "hidden", true) || isHiddenJoint(*plan_.nodes[i].parent);
    }

    /// Cached, because a joint can have many meshes.
    bool isHiddenJoint(std::size_t node) {
        const auto [known, isNew] = isHiddenJoint_.try_emplace(node, false);
        if (isNew) known->second = recordSays(node, "rigkiln_joint", "visible", false);
        return known->second;
    }

    bool recordSays(std::size_t node, std::string_view key, std::string_view name, bool expected) const {
        const Value* text = member(extrasOf(node), key);
        if (text == nullptr) return false;
        Diagnostics ignored;  // reported when the node is read
        const auto record = readRecord(*text, {}, ignored);
        return record && asFlag(record->find(name)) == expected;
    }

    /// Whether a node is a socket that our exporter added for an attachment, which it repeats.
    [[nodiscard]] bool isSocket(std::size_t i) const {
        return nodes_[i].children.empty() && nodes_[i].mesh == -1 && !isSkinJoint_[i] &&
               motions_[i] == Motion::None && lightOf(i) == nullptr &&
               member(extrasOf(i), "rigkiln_socket") != nullptr;
    }

    [[nodiscard]] bool holdsOnlySockets(std::size_t i) const {
        return nodes_[i].mesh != -1 && std::ranges::all_of(nodes_[i].children, [this](int child) {
                   return isSocket(static_cast<std::size_t>(child));
               });
    }

    NodeRole roleOf(std::size_t i) {
        if (!included_[i] || isSocket(i)) return NodeRole::LeftOut;
        if ((!nodes_[i].children.empty() && !holdsOnlySockets(i)) || isSkinJoint_[i]) return NodeRole::Joint;
        if (isMeshLeaf(i)) return NodeRole::Mesh;
        const bool canHang = plan_.nodes[i].parent && motions_[i] == Motion::None && nodes_[i].mesh == -1;
        if (!canHang) return NodeRole::Joint;
        if (member(extrasOf(i), "rigkiln_attachment") != nullptr) return NodeRole::Attachment;
        if (lightOf(i) != nullptr || member(extrasOf(i), "rigkiln_light") != nullptr) return NodeRole::Light;
        return NodeRole::Joint;
    }

    void assignRoles() {
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            plan_.nodes[i].role = roleOf(i);
    }

    /// Turns the coarser levels into meshes once the roles are known. A level hangs on the parent of the
    /// finest one. If the finest is a joint that does not move and has the same transform, it hangs on that.
    void settleLevels() {
        for (const CoarserNode& coarser : levels_) {
            PlannedNode& planned = plan_.nodes[coarser.node];
            PlannedNode& finest = plan_.nodes[coarser.finest];
            if (planned.role != NodeRole::Mesh && !standsOn(coarser)) {
                diagnostics_.add(
                    kLevelLeftOut, coarser.where,
                    fmt::format("nodes[{}] has another transform than nodes[{}], or does not move with it",
                                coarser.node, coarser.finest));
                planned.role = NodeRole::LeftOut;
                included_[coarser.node] = false;
                continue;
            }
            if (planned.role != NodeRole::Mesh) planned.parent = coarser.finest;
            planned.role = NodeRole::Mesh;
            planned.detail = {.finest = coarser.finest, .level = coarser.level};
            finest.detail = {.finest = coarser.finest, .level = coarser.highest};
        }
    }

    [[nodiscard]] bool standsOn(const CoarserNode& coarser) const {
        return plan_.nodes[coarser.finest].role == NodeRole::Joint &&
               motions_[coarser.finest] == Motion::None && motions_[coarser.node] == Motion::None &&
               hasSameTransform(nodes_[coarser.node], nodes_[coarser.finest]);
    }

    void orderJoints() {
        const std::size_t first = plan_.hasAddedRoot ? 1 : 0;
        std::vector<bool> isPlaced(nodes_.size(), false);
        std::vector<std::size_t> way;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (plan_.nodes[i].role != NodeRole::Joint) continue;
            std::optional<std::size_t> node = i;
            for (; node && !isPlaced[*node]; node = plan_.nodes[*node].parent) {
                way.push_back(*node);
                isPlaced[*node] = true;
            }
            for (; !way.empty(); way.pop_back()) {
                plan_.nodes[way.back()].joint = IndexOf<Joint>(plan_.jointNodes.size() + first);
                plan_.jointNodes.push_back(way.back());
            }
        }
        if (plan_.jointCount() > std::numeric_limits<std::uint32_t>::max())
            fail("nodes has {} elements, at most {} are read", nodes_.size(),
                 std::numeric_limits<std::uint32_t>::max());
    }

    void hangOthers() {
        std::map<std::string_view, IndexOf<Joint>> byName;
        for (const std::size_t node : plan_.jointNodes)
            byName.try_emplace(nodes_[node].name, plan_.nodes[node].joint);
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            PlannedNode& planned = plan_.nodes[i];
            if (planned.role == NodeRole::LeftOut || planned.role == NodeRole::Joint) continue;
            const bool isCoarser = planned.detail && planned.detail->finest != i;
            const bool namesJoint = nodes_[i].skin != -1 || isCoarser || standsElsewhere(i);
            const auto own = namesJoint ? recordedJoint(i) : std::nullopt;
            const auto named = own ? byName.find(*own) : byName.end();
            if (named != byName.end()) {
                planned.joint = named->second;
            } else if (planned.parent) {
                planned.joint = plan_.nodes[*planned.parent].joint;
            } else {
                const auto joint = static_cast<std::size_t>(skinJoints(nodes_[i]).front());
                planned.joint = plan_.nodes[rootOf(joint)].joint;
            }
        }
    }

    /// Whether the record of a mesh names the joint of a level of detail that was put beside the finest.
    [[nodiscard]] bool standsElsewhere(std::size_t node) const {
        return plan_.nodes[node].role == NodeRole::Mesh &&
               recordOfMesh(node).find("level_of_detail") != nullptr;
    }

    [[nodiscard]] Properties recordOfMesh(std::size_t node) const {
        const Value* text = member(extrasOf(node), "rigkiln_mesh");
        Diagnostics ignored;  // reported when the node is read
        return text == nullptr ? Properties() : readRecord(*text, {}, ignored).value_or(Properties());
    }

    /// Returns the joint named by our record: the one whose visibility a skinned mesh shares, or that a
    /// coarser level hangs on.
    std::optional<std::string> recordedJoint(std::size_t node) const {
        const Properties record = recordOfMesh(node);
        const std::string* name = asText(record.find("joint"));
        return name == nullptr ? std::nullopt : std::optional(*name);
    }

    void reportLeftOut() {
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (!included_[i])
                diagnostics_.add(kNodeUnused, fmt::format("nodes[{}] {}", i, quote(nodes_[i].name)));
        }
    }

    const GltfFile& file_;
    const std::vector<tinygltf::Node>& nodes_;
    const ClipRecords& records_;
    Diagnostics& diagnostics_;
    NodePlan plan_;
    std::vector<bool> included_;
    std::vector<bool> isSkinUsed_;
    std::vector<bool> isSkinJoint_;
    std::vector<Motion> motions_;
    std::vector<CoarserNode> levels_;
    std::vector<std::size_t> roots_;
    std::map<std::size_t, bool> isHiddenJoint_;
};

}  // namespace

bool hasInfluences(const tinygltf::Primitive& primitive) {
    return primitive.attributes.contains("JOINTS_0") && primitive.attributes.contains("WEIGHTS_0");
}

NodePlan planNodes(const GltfFile& file, const ClipRecords& records, Diagnostics& diagnostics) {
    return NodePlanner(file, records, diagnostics).plan();
}

}  // namespace rigkiln::gltf
