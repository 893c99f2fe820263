#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/validate/link_document.hpp"
#include "formats/gltf/validate/node_forest.hpp"

namespace rigkiln::gltf_validation {
namespace {

void linkMeshOfNode(Links& links, const Node& node, Mesh& mesh, bool hasSkin) {
    if (!mesh.primitives) return;
    const auto& targets = mesh.primitives->front().targets;
    if (node.weights && (!targets || targets->size() != *node.weights)) {
        links.in.report(kNodeWeightsInvalid, "weights",
                        fmt::format("has {} elements, the mesh has {} morph targets", *node.weights,
                                    targets ? targets->size() : 0));
    }
    if (!node.weights && mesh.hasWeights) mesh.areWeightsUsed = true;
    const bool isSkinned = std::ranges::any_of(
        *mesh.primitives, [](const Primitive& primitive) { return primitive.jointSets > 0; });
    if (hasSkin && !isSkinned)
        links.in.report(kNodeSkinWithNonSkinnedMesh, "has a skin, its mesh has no JOINTS");
    if (!hasSkin && isSkinned)
        links.in.report(kNodeSkinnedMeshWithoutSkin, "has no skin, its mesh has JOINTS");
}

void linkLight(Links& links, const Node& node) {
    if (!node.light) return;
    const auto extensions = links.in.place().enter("extensions");
    const auto scope = links.in.place().enter("KHR_lights_punctual");
    if (!links.document.lights) {
        links.in.report(kUnsatisfiedDependency, "needs the extension KHR_lights_punctual of the document");
    } else {
        (void)links.use(*links.document.lights, *node.light, "light");
    }
}

/// Calls `use` for each node of a list, and reports those that are not there.
template <class Use>
void linkNodes(Links& links, std::span<const Integer> indices, std::string_view name, Use use) {
    const auto scope = links.in.place().enter(name);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        if (indices[i] == kNone) continue;
        if (Node* node = links.document.nodes.find(indices[i])) {
            node->isUsed = true;
            use(*node, i);
        } else {
            links.in.report(
                kUnresolvedReference, i,
                fmt::format("is {}, there are {}", indices[i], links.document.nodes.items.size()));
        }
    }
}

void linkInverseBinds(Links& links, const Skin& skin) {
    static constexpr std::string_view kName = "inverseBindMatrices";
    Accessor* accessor = links.use(links.document.accessors, skin.inverseBindMatrices, kName);
    if (accessor == nullptr) return;
    links.setUsage(*accessor, AccessorUsage::InverseBind, kName);
    if (BufferView* view = links.viewOf(*accessor)) {
        links.setUsage(*view, ViewUsage::InverseBind, kName);
        if (view->byteStride != kNone)
            links.in.report(kSkinIbmAccessorWithBytestride, kName,
                            "has a byteStride, which is for vertices only");
    }
    if (accessor->format == AccessorFormat{Shape::Mat4, kFloat}) {
        const auto scope = links.in.place().enter(kName);
        links.checks.push_back({.rule = DataRule::InverseBinds,
                                .accessor = skin.inverseBindMatrices,
                                .pointer = links.in.place().pointer()});
    } else {
        links.in.report(kSkinIbmInvalidFormat, kName,
                        fmt::format("is {}, expected MAT4 of FLOAT", formatText(accessor->format)));
    }
    const auto joints = static_cast<Integer>(skin.joints ? skin.joints->size() : 0);
    if (accessor->count < joints)
        links.in.report(kInvalidIbmAccessorCount, kName,
                        fmt::format("has {} matrices for {} joints", accessor->count, joints));
}

void linkSkin(Links& links, Skin& skin, const NodeForest& forest) {
    std::optional<Integer> tree;
    bool isOneTree = true;
    if (skin.joints) {
        linkNodes(links, *skin.joints, "joints", [&](Node& node, std::size_t i) {
            node.isJoint = true;
            const Integer joint = forest.treeOf((*skin.joints)[i]);
            isOneTree = isOneTree && tree.value_or(joint) == joint;
            tree = joint;
        });
        if (!tree || !isOneTree)
            links.in.report(kSkinNoCommonRoot, "joints", "has nodes without a node above all of them");
    }
    if (tree && isOneTree && !forest.isLooped(*tree)) skin.root = *tree;
    linkInverseBinds(links, skin);
    if (skin.skeleton == kNone) return;
    if (links.document.nodes.find(skin.skeleton) == nullptr) {
        links.reportUnresolved("skeleton", skin.skeleton, links.document.nodes.items.size());
    } else if (!tree || !isOneTree || (skin.root != kNone && !forest.isAbove(skin.skeleton, *skin.joints))) {
        links.in.report(kSkinSkeletonInvalid, "skeleton", "is not above all joints");
    }
}

/// Scenes that list a root node, in ascending order.
using ScenesOfRoot = std::map<Integer, std::vector<std::size_t>>;

/// Checks where skinned meshes are.
class SkinnedMeshes {
public:
    SkinnedMeshes(Links& links, const ScenesOfRoot& scenes, const NodeForest& forest)
        : links_(links), scenes_(scenes), forest_(forest) {}

    void check(const Node& node, Integer index) {
        const Skin* skin = links_.document.skins.find(node.skin);
        if (skin == nullptr) return;
        if (node.parent != kNone)
            links_.in.report(kNodeSkinnedMeshNonRoot, static_cast<std::size_t>(index),
                             "has a parent, whose transform its skinned mesh ignores");
        if (node.hasTransform)
            links_.in.report(kNodeSkinnedMeshLocalTransforms, static_cast<std::size_t>(index),
                             "has a transform, which its skinned mesh ignores");
        if (skin->root != kNone && !areSeen(forest_.treeOf(index), skin->root))
            links_.in.report(kNodeSkinNoScene, static_cast<std::size_t>(index),
                             "is in a scene without the joints of its skin");
    }

private:
    /// True if each scene with the tree `mesh` has the tree `joints` too.
    bool areSeen(Integer mesh, Integer joints) {
        const auto meshScenes = scenes_.find(mesh);
        if (mesh == joints || meshScenes == scenes_.end()) return true;
        const auto jointScenes = scenes_.find(joints);
        if (jointScenes == scenes_.end() || jointScenes->second.size() < meshScenes->second.size())
            return false;
        const auto known = answers_.find({mesh, joints});
        if (known != answers_.end()) return known->second;
        const bool answer = std::ranges::all_of(meshScenes->second, [&](std::size_t scene) {
            return std::ranges::binary_search(jointScenes->second, scene);
        });
        answers_[{mesh, joints}] = answer;
        return answer;
    }

    Links& links_;
    const ScenesOfRoot& scenes_;
    const NodeForest& forest_;
    std::map<std::pair<Integer, Integer>, bool> answers_;
};

bool isEmpty(Links& links, const Node& node) {
    return !node.isJoint && !node.children && links.document.meshes.find(node.mesh) == nullptr &&
           links.document.cameras.find(node.camera) == nullptr && !node.hasExtensions && !node.hasExtras;
}

}  // namespace

void linkNode(Links& links, Node& node, Integer index) {
    Document& document = links.document;
    (void)links.use(document.cameras, node.camera, "camera");
    const bool hasSkin = links.use(document.skins, node.skin, "skin") != nullptr;
    if (Mesh* mesh = links.use(document.meshes, node.mesh, "mesh"))
        linkMeshOfNode(links, node, *mesh, hasSkin);
    linkLight(links, node);
    if (!node.children) return;
    linkNodes(links, *node.children, "children", [&](Node& child, std::size_t i) {
        if (child.parent != kNone)
            links.in.report(
                kNodeParentOverride, i,
                fmt::format("is {}, which is a child of node {} too", (*node.children)[i], child.parent));
        child.parent = index;
    });
}

void linkSkins(Links& links) {
    const NodeForest forest(links.document.nodes);
    forEachObject(links.in, links.document.skins, "skins",
                  [&](Skin& skin, Integer /*index*/) { linkSkin(links, skin, forest); });
}

void linkScenes(Links& links) {
    Document& document = links.document;
    const NodeForest forest(document.nodes);
    ScenesOfRoot scenes;
    forEachObject(links.in, document.scenes, "scenes", [&](SceneObject& scene, Integer number) {
        if (!scene.nodes) return;
        linkNodes(links, *scene.nodes, "nodes", [&](const Node& node, std::size_t i) {
            const Integer index = (*scene.nodes)[i];
            if (node.parent != kNone) {
                links.in.report(kSceneNonRootNode, i,
                                fmt::format("is {}, which is a child of node {}", index, node.parent));
            } else {
                scenes[index].push_back(static_cast<std::size_t>(number));
            }
        });
    });
    SkinnedMeshes skinned(links, scenes, forest);
    const auto scope = links.in.place().enter("nodes");
    for (std::size_t i = 0; i < document.nodes.items.size(); ++i) {
        if (!document.nodes.items[i]) continue;
        const Node& node = *document.nodes.items[i];
        if (isEmpty(links, node)) links.in.report(kNodeEmpty, i, "has neither content nor children");
        if (forest.isInLoop(static_cast<Integer>(i))) links.in.report(kNodeLoop, i, "is below itself");
        skinned.check(node, static_cast<Integer>(i));
    }
}

}  // namespace rigkiln::gltf_validation
