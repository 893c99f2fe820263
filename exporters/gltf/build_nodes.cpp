#include "exporters/gltf/build_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <glm/gtc/constants.hpp>

#include "exporters/gltf/collision_names.hpp"
#include "exporters/gltf/extras.hpp"
#include "exporters/gltf/gltf_names.hpp"
#include "exporters/gltf/level_names.hpp"
#include "exporters/gltf/sockets.hpp"
#include "exporters/gltf/unique_names.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/packing/joint_numbers.hpp"
#include "pipeline/packing/numbered_names.hpp"
#include "pipeline/scene/rigid_skin.hpp"
#include "pipeline/scene/source_visibility.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Prefix of the names of finest levels for Unreal; it does not belong to the name of the object.
constexpr std::string_view kFinestInUnreal = "LOD0_";

std::vector<std::string> nodeNames(const Scene& scene, const NodeContext& context,
                                   const ExportOptions& options, std::span<const Socket> sockets) {
    const NameStyle style = options.names;
    std::vector<NameRequest> requests;
    requests.reserve(scene.joints.size() + scene.instances.size() + scene.attachments.size() +
                     scene.lights.size());
    for (const std::string& joint : context.jointNames) {
        requests.push_back({joint, "joint"});
    }
    for (const MeshInstance& instance : scene.instances) {
        requests.push_back({instance.name, "mesh"});
    }
    for (const Attachment& attachment : scene.attachments) {
        requests.push_back({attachment.name, "attachment"});
    }
    for (const Light& light : scene.lights) {
        requests.push_back({light.name, "light"});
    }
    std::vector<std::string> names = uniqueNames(requests, style);
    if (context.levelForm == LevelForm::Unity || context.levelForm == LevelForm::Unreal) {
        const LevelNames form =
            context.levelForm == LevelForm::Unity ? LevelNames::Unity : LevelNames::Unreal;
        nameLevels(scene, context.levels, form, style, scene.joints.size(), names);
    }
    nameCollisions(scene,
                   {.form = options.collisionNames,
                    .style = style,
                    .placed = context.placed,
                    .levels = context.levels,
                    .levelPrefix = context.levelForm == LevelForm::Unreal ? kFinestInUnreal : "",
                    .isConvex = context.isConvex,
                    .firstInstance = scene.joints.size()},
                   names, context.diagnostics);
    nameSockets(sockets, style, scene.joints.size() + scene.instances.size(), names);
    return names;
}

/// By instance: the joint on whose node its own node hangs.
std::vector<IndexOf<Joint>> placesOfInstances(const Scene& scene, const DetailLevels& levels) {
    std::vector<IndexOf<Joint>> places;
    for (const MeshInstance& instance : scene.instances)
        places.push_back(instance.joint);
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (const std::size_t coarser : levels.coarserOf[i])
            places[coarser] = scene.instances[i].joint;
    }
    return places;
}

Properties jointRecord(const Joint& joint, bool hasNumber, bool isShownByClips) {
    Properties record;
    if (hasNumber && joint.sourceIndex) record.set("source_index", *joint.sourceIndex);
    if (!joint.visible) record.set("visible", false);
    if (isShownByClips) record.set(kShownByClips, true);
    return joined(std::move(record), joint.extras);
}

/// `namesJoint`: the record names the joint, because the node does not hang on the joint's node.
Properties instanceRecord(const Scene& scene, const MeshInstance& instance, const PlacedMesh& placed,
                          bool namesJoint, const Document& document) {
    Properties record;
    if (instance.role != MeshRole::Render) {
        record.set("role", instance.role == MeshRole::Collision ? "collision" : "shadow");
    }
    if (instance.hidden) record.set("hidden", true);
    if (instance.levelOfDetail) record.set("level_of_detail", *instance.levelOfDetail);
    if (instance.alternative) record.set("alternative", *instance.alternative);
    if (!instance.variantBase.empty()) record.set("variant_base", instance.variantBase);
    if (placed.dequantisation) record.set("dequantisation", true);
    if (namesJoint) record.set("joint", document.nodes[instance.joint.value].name);
    if (!placed.mesh && !scene.meshes[instance.mesh.value].extras.empty()) {
        record.set("mesh", scene.meshes[instance.mesh.value].extras);
    }
    return joined(std::move(record), instance.extras);
}

Properties without(const Properties& record, std::string_view name) {
    Properties others;
    for (const auto& [key, value] : record.entries()) {
        if (key != name) others.append(key, value);
    }
    return others;
}

Properties attachmentRecord(const Attachment& attachment) {
    Properties record;
    if (!attachment.kind.empty()) record.set("kind", attachment.kind);
    if (attachment.hidden) record.set("hidden", true);
    return joined(std::move(record), attachment.extras);
}

/// Extras of a light: all of it when the light itself is not written, else only what KHR_lights_punctual
/// cannot hold.
Properties lightRecord(const Light& light, bool isWritten) {
    Properties record;
    if (!isWritten) {
        record.set("type", nameOf(light.kind));
        record.set("color", ValueList{light.color.x, light.color.y, light.color.z});
        record.set("intensity", light.intensity);
        if (light.range) record.set("range", *light.range);
        if (light.kind == LightKind::Spot) {
            record.set("inner_cone_angle", light.innerConeAngle);
            record.set("outer_cone_angle", light.outerConeAngle);
        }
    }
    return joined(std::move(record), light.extras);
}

DocumentLight toDocument(const Light& light) {
    // The float nearest to pi / 2 is above pi / 2, the extension's limit.
    const float largestCone = std::nextafter(glm::half_pi<float>(), 0.0F);
    DocumentLight written{
        .type = nameOf(light.kind), .color = light.color, .intensity = light.intensity, .range = light.range};
    written.outerConeAngle = std::min(light.outerConeAngle, largestCone);
    written.innerConeAngle = std::min(light.innerConeAngle, std::nextafter(written.outerConeAngle, 0.0F));
    return written;
}

/// Source names of nodes, as readers of profile web tell them from the names in the file.
class NameRule {
public:
    explicit NameRule(std::span<const std::string> names) : names_(names.begin(), names.end()) {
        for (const std::string& name : names_)
            rule_.add(name);
    }
    [[nodiscard]] std::string_view sourceOf(std::string_view name) const { return rule_.sourceOf(name); }

private:
    std::vector<std::string> names_;  ///< the builder gives its own away
    NumberedNames rule_;
};

class NodeBuilder {
public:
    NodeBuilder(const Scene& scene, const ExportOptions& options, const NodeContext& context,
                Document& document)
        : scene_(scene),
          options_(options),
          context_(context),
          document_(document),
          sockets_(options.meshSockets
                       ? findSockets(scene,
                                     {.placed = context.placed,
                                      .levels = context.levels,
                                      .isMoved = context.isMoved,
                                      .isBlinking = context.isBlinking,
                                      .areLevelsReplaced = options.levels == LevelForm::Extension},
                                     context.diagnostics)
                       : std::vector<Socket>()),
          names_(nodeNames(scene, context, options, sockets_)),
          rule_(options.streams ? std::optional<NameRule>(names_) : std::nullopt) {
        document_.nodes.reserve(names_.size());
        document_.areNamesImplied = rule_.has_value();
    }

    void addJoints() {
        const bool isNumberedOnce = options_.streams && areNumberedInOrder(scene_);
        if (isNumberedOnce)
            document_.jointNumbers = digestOfNames(std::span(names_).first(scene_.joints.size()));
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            const Joint& joint = scene_.joints[i];
            const bool isShownByClips = !context_.shownByClips.empty() && context_.shownByClips[i] != 0;
            const Index node = addNode(joint.name, joint.rest, "rigkiln_joint",
                                       jointRecord(joint, !isNumberedOnce, isShownByClips));
            if (joint.parent) {
                document_.nodes[joint.parent->value].children.push_back(node);
            } else {
                document_.sceneRoots.push_back(node);
            }
        }
    }

    std::vector<std::vector<Leaf>> addInstances() {
        const std::span<const PlacedMesh> placed = context_.placed;
        const DetailLevels& levels = context_.levels;
        const bool isExtension = context_.levelForm == LevelForm::Extension;
        const std::vector<IndexOf<Joint>> places = placesOfInstances(scene_, levels);
        std::vector<std::vector<Leaf>> leaves(scene_.joints.size());
        const auto first = static_cast<Index>(document_.nodes.size());
        for (std::size_t i = 0; i < scene_.instances.size(); ++i) {
            const MeshInstance& instance = scene_.instances[i];
            const bool isOutside = isExtension && levels.isCoarser[i];
            const bool namesJoint = instance.skin || isOutside || places[i] != instance.joint;
            const std::size_t ids = isExtension ? levels.coarserOf[i].size() : 0;
            const Index index = addInstance(
                instance, instanceRecord(scene_, instance, placed[i], namesJoint, document_), ids);
            for (std::size_t level = 0; level < ids; ++level)
                document_.nodes[index].coarser.push_back(first +
                                                         static_cast<Index>(levels.coarserOf[i][level]));
            if (!isOutside) place(index, instance, places[i]);
            if (placed[i].mesh) leaves[instance.joint.value].push_back(show(index, instance, placed[i]));
        }
        return leaves;
    }

    void addAttachments() {
        for (const Attachment& attachment : scene_.attachments) {
            const Index node = addNode(attachment.name, attachment.local, "rigkiln_attachment",
                                       attachmentRecord(attachment));
            document_.nodes[attachment.joint.value].children.push_back(node);
            if (attachment.hidden && options_.nodeVisibility) document_.nodes[node].visible = false;
        }
    }

    void addLights() {
        for (const Light& light : scene_.lights) {
            const Index node =
                addNode(light.name, light.local, "rigkiln_light", lightRecord(light, options_.lights));
            document_.nodes[light.joint.value].children.push_back(node);
            if (!options_.lights) continue;
            document_.nodes[node].light = static_cast<Index>(document_.lights.size());
            document_.lights.push_back(toDocument(light));
        }
    }

    void addSockets() {
        const std::size_t firstAttachment = scene_.joints.size() + scene_.instances.size();
        for (const Socket& socket : sockets_) {
            Properties record;
            record.set("attachment", document_.nodes[firstAttachment + socket.attachment].name);
            const std::string name = names_[document_.nodes.size()];
            const Index node = addNode(name, socket.local, "rigkiln_socket", record);
            document_.nodes[scene_.joints.size() + socket.owner].children.push_back(node);
        }
    }

private:
    Index addInstance(const MeshInstance& instance, Properties record, std::size_t coarserLevels) {
        const Value* coverage = coarserLevels == 0 ? nullptr : screenCoverage(instance, coarserLevels + 1);
        if (coverage != nullptr) record = without(record, kScreenCoverage);
        const Index index = addNode(instance.name, {}, "rigkiln_mesh", record);
        if (coverage != nullptr)
            appendPlain(document_.nodes[index].extras, kScreenCoverage, toJson(*coverage));
        return index;
    }

    void place(Index node, const MeshInstance& instance, IndexOf<Joint> joint) {
        if (instance.skin) {
            document_.sceneRoots.push_back(node);
        } else {
            document_.nodes[joint.value].children.push_back(node);
        }
    }

    Index addNode(std::string_view sourceName, const Transform& transform, std::string_view key,
                  const Properties& record) {
        checkStop();
        const auto index = static_cast<Index>(document_.nodes.size());
        std::string& name = names_[index];
        Node node{.name = {}, .transform = transform};
        node.extras = namedExtras(sourceName, rule_ ? rule_->sourceOf(name) : name, key, record);
        node.name = std::move(name);
        document_.nodes.push_back(std::move(node));
        return index;
    }

    Leaf show(Index index, const MeshInstance& instance, const PlacedMesh& placed) {
        Node& node = document_.nodes[index];
        node.mesh = placed.mesh;
        node.skin = placed.skin;
        if (placed.dequantisation) {
            node.transform.translation = placed.dequantisation->offset;
            node.transform.scale = glm::vec3(placed.dequantisation->scale);
        }
        // A collision shape is never seen, and engines cannot use one with a scale of 0.
        const bool isShape =
            options_.collisionNames != CollisionNames::Source && instance.role == MeshRole::Collision;
        const bool isShown = scene_.joints[instance.joint.value].visible && !instance.hidden;
        const Leaf leaf{.node = index,
                        .isShownAtRest = isShown || isShape,
                        .canHide = !instance.hidden && !isShape,
                        .obeysScale = options_.scaleVisibility && !placed.skin,
                        .obeysJoint = isPartOfRigidSkin(instance)};
        if (!leaf.isShownAtRest) {
            if (leaf.obeysScale) node.transform.scale = glm::vec3(0.0F);
            if (options_.nodeVisibility) node.visible = false;
        }
        return leaf;
    }

    const Scene& scene_;
    const ExportOptions& options_;
    const NodeContext& context_;
    Document& document_;
    std::vector<Socket> sockets_;
    std::vector<std::string> names_;
    std::optional<NameRule> rule_;
};

}  // namespace

std::vector<std::vector<Leaf>> buildNodes(const Scene& scene, const ExportOptions& options,
                                          const NodeContext& context, Document& document) {
    NodeBuilder builder(scene, options, context, document);
    builder.addJoints();
    std::vector<std::vector<Leaf>> leaves = builder.addInstances();
    builder.addAttachments();
    builder.addLights();
    builder.addSockets();
    return leaves;
}

}  // namespace rigkiln::gltf_export
