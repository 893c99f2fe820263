#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "formats/gltf/extras_reader.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/read_scene.hpp"
#include "formats/gltf/record_names.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/packing/joint_numbers.hpp"

namespace rigkiln::gltf {
namespace {

/// Tolerance for unit vectors and quaternions, which are usually only rounded to float.
constexpr float kUnitTolerance = 4e-4F;
/// Largest difference between a matrix and its translation, rotation and scale that counts as rounding,
/// relative to its largest element.
constexpr double kShearTolerance = 1e-4;

float checkedFloat(double number, const std::string& where) {
    const auto narrowed = static_cast<float>(number);
    if (!std::isfinite(narrowed)) fail("{} is {}, expected a number that fits into a float", where, number);
    return narrowed;
}

glm::vec3 vectorOf(const std::vector<double>& numbers, const glm::vec3& otherwise, const std::string& where) {
    if (numbers.empty()) return otherwise;
    if (numbers.size() != 3) fail("{} has {} numbers, expected 3", where, numbers.size());
    return {checkedFloat(numbers[0], where), checkedFloat(numbers[1], where),
            checkedFloat(numbers[2], where)};
}

glm::quat rotationOf(const std::vector<double>& numbers, const std::string& where, Diagnostics& diagnostics) {
    if (numbers.empty()) return {1.0F, 0.0F, 0.0F, 0.0F};
    if (numbers.size() != 4) fail("{} has {} numbers, expected 4", where, numbers.size());
    const glm::quat rotation(checkedFloat(numbers[3], where), checkedFloat(numbers[0], where),
                             checkedFloat(numbers[1], where), checkedFloat(numbers[2], where));
    const double length = glm::length(glm::dquat(rotation));
    if (std::abs(length - 1.0) <= static_cast<double>(kUnitTolerance)) return rotation;
    diagnostics.add(kRotationRepaired, where, fmt::format("length {}, expected 1", length));
    if (length < 1e-12) return {1.0F, 0.0F, 0.0F, 0.0F};
    return glm::quat(glm::dquat(rotation) / length);
}

Transform fromMatrix(const std::vector<double>& numbers, const std::string& where, Diagnostics& diagnostics) {
    if (numbers.size() != 16) fail("{} has {} numbers, expected 16", where, numbers.size());
    glm::dmat4 matrix(1.0);
    double largest = 1.0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        matrix[static_cast<int>(i / 4)][static_cast<int>(i % 4)] =
            static_cast<double>(checkedFloat(numbers[i], where));
        largest = std::max(largest, std::abs(numbers[i]));
    }
    const glm::dvec4 lastRow(matrix[0].w, matrix[1].w, matrix[2].w, matrix[3].w);
    for (int column = 0; column < 4; ++column)
        matrix[column].w = column == 3 ? 1.0 : 0.0;
    const Decomposition parts = decompose(matrix);
    const bool isAffine = lastRow == glm::dvec4(0, 0, 0, 1);
    if (!isAffine || !(parts.residual <= kShearTolerance * largest)) {
        diagnostics.add(kShearLost, where,
                        isAffine ? fmt::format("off by {}, elements up to {}", parts.residual, largest)
                                 : std::string("the last row is not 0 0 0 1"));
    }
    return parts.transform;
}

Transform transformOf(const tinygltf::Node& node, std::size_t index, Diagnostics& diagnostics) {
    const std::string where = fmt::format("nodes[{}]", index);
    if (!node.matrix.empty()) return fromMatrix(node.matrix, where + ".matrix", diagnostics);
    return {.translation = vectorOf(node.translation, glm::vec3(0.0F), where + ".translation"),
            .rotation = rotationOf(node.rotation, where + ".rotation", diagnostics),
            .scale = vectorOf(node.scale, glm::vec3(1.0F), where + ".scale")};
}

const Value* extensionOf(const Value* object, std::string_view name) {
    return member(member(object, "extensions"), name);
}

/// Whether KHR_node_visibility hides the node itself.
bool saysHidden(const Value* node) {
    return asFlag(member(extensionOf(node, "KHR_node_visibility"), "visible")) == false;
}

/// Hints that come with MSFT_lod and belong to the mesh.
constexpr std::string_view kScreenCoverage = "MSFT_screencoverage";

/// Removes the extras of the mesh or light that the node carries: these are read with it.
Properties withoutCarried(const Properties& others, const tinygltf::Node& node, const Value* object,
                          bool hasLevels) {
    Properties kept;
    for (const auto& [name, value] : others.entries()) {
        const bool isOfMesh =
            node.mesh != -1 && (name == "rigkiln_mesh" || (hasLevels && name == kScreenCoverage));
        const bool isOfLight =
            extensionOf(object, "KHR_lights_punctual") != nullptr && name == "rigkiln_light";
        if (!isOfMesh && !isOfLight) kept.append(name, value);
    }
    return kept;
}

LightKind kindOf(std::string_view type) {
    if (type == "directional") return LightKind::Directional;
    return type == "spot" ? LightKind::Spot : LightKind::Point;
}

/// Reads the extras of a node; its name is that of the source.
OwnExtras extrasOfNode(Reading& reading, std::size_t node, std::string_view key, const std::string& where) {
    return readExtras(objectOf(reading, "nodes", node), impliedName(reading, node), key, where,
                      reading.diagnostics);
}

/// Creates the meshes, attachments and lights on the joints.
class InstanceReader {
public:
    InstanceReader(Reading& reading, const SkinTable& skins, const std::vector<MeshParts>& meshes)
        : reading_(reading), scene_(reading.scene), skins_(skins), meshes_(meshes) {
        const Value* extension = extensionOf(&reading_.file.json, "KHR_lights_punctual");
        lights_ = asList(member(extension, "lights"));
    }

    void read() {
        for (std::size_t i = 0; i < reading_.plan.nodes.size(); ++i) {
            checkStop();
            const PlannedNode& planned = reading_.plan.nodes[i];
            if (planned.role == NodeRole::LeftOut) continue;
            const tinygltf::Node& node = reading_.file.model.nodes[i];
            where_ = fmt::format("nodes[{}]", i);
            if (node.mesh != -1) addMeshes(i);
            if (planned.role == NodeRole::Attachment) addAttachment(i);
            const Value* light = extensionOf(objectOf(reading_, "nodes", i), "KHR_lights_punctual");
            if (planned.role == NodeRole::Light || light != nullptr) addLight(i, light);
            if (node.camera != -1) reading_.diagnostics.add(kCameraIgnored, where_, quote(node.name));
        }
    }

private:
    OwnExtras extras(std::size_t node, std::string_view key) {
        return extrasOfNode(reading_, node, key, where_);
    }

    /// Returns the extras of what a node places. They include the node's own extras, unless the node is a
    /// joint and keeps those.
    Properties rest(std::size_t node, const Record& record, const OwnExtras& own) {
        const bool isJoint = reading_.plan.nodes[node].role == NodeRole::Joint;
        return joinedExtras(record.rest(), isJoint ? Properties() : own.others, where_, reading_.diagnostics,
                            kPlacedNames);
    }

    bool isShown(IndexOf<Joint> joint) const { return scene_.joints[joint.value].visible; }

    void addMeshes(std::size_t i) {
        const tinygltf::Node& node = reading_.file.model.nodes[i];
        const MeshParts& parts = meshes_[static_cast<std::size_t>(node.mesh)];
        const auto skin = node.skin == -1 ? std::nullopt : skins_[static_cast<std::size_t>(node.skin)];
        if (!skin) {
            if (parts.rigid.mesh) addMesh(i, *parts.rigid.mesh, std::nullopt);
            return;
        }
        if (parts.skinned.mesh) {
            const std::size_t joints = scene_.skins[skin->value].joints.size();
            if (parts.skinned.highestJoint >= joints) {
                fail("{}.skin is {}, which has {} joints: meshes[{}] names joint {}", where_, node.skin,
                     joints, node.mesh, parts.skinned.highestJoint);
            }
            addMesh(i, *parts.skinned.mesh, skin);
        }
        if (parts.rest.mesh) {
            reading_.diagnostics.add(kInfluencesMissing, where_, fmt::format("meshes[{}]", node.mesh));
            addMesh(i, *parts.rest.mesh, std::nullopt);
        }
    }

    void addMesh(std::size_t i, IndexOf<Mesh> mesh, std::optional<IndexOf<Skin>> skin) {
        OwnExtras own = extras(i, "rigkiln_mesh");
        Record record(own.record.value_or(Properties()));
        MeshInstance instance;
        instance.name = std::move(own.name);
        instance.mesh = mesh;
        instance.skin = skin;
        instance.joint = reading_.plan.nodes[i].joint;
        const auto role = record.takeText("role");
        if (role == "collision") instance.role = MeshRole::Collision;
        if (role == "shadow") instance.role = MeshRole::Shadow;
        const bool isLeaf = reading_.plan.nodes[i].role == NodeRole::Mesh;
        const bool isHidden = isLeaf && saysHidden(objectOf(reading_, "nodes", i)) && isShown(instance.joint);
        instance.hidden = record.takeFlag("hidden").value_or(false) || isHidden;
        instance.levelOfDetail = record.takeCount("level_of_detail");
        instance.alternative = record.takeCount("alternative");
        instance.variantBase = record.takeText("variant_base").value_or(std::string());
        const auto& detail = reading_.plan.nodes[i].detail;
        if (detail) addLevel(*detail, instance);
        const bool isLevelElsewhere = isLeaf && instance.levelOfDetail;
        if (skin || (detail && detail->finest != i) || isLevelElsewhere)
            (void)record.takeText("joint");         // used by planNodes
        (void)record.takeObject("dequantisation");  // likewise, by findDequantisations
        (void)record.takeFlag("dequantisation");
        instance.extras = rest(i, record, own);
        const Value* coverage = own.others.find(kScreenCoverage);
        if (detail && coverage != nullptr) instance.extras.set(kScreenCoverage, *coverage);
        scene_.instances.push_back(std::move(instance));
    }

    /// Sets the level from MSFT_lod. The records of our own files take precedence.
    void addLevel(const DetailLevel& detail, MeshInstance& instance) {
        if (instance.levelOfDetail) return;
        instance.levelOfDetail = detail.level;
        const std::string& name = reading_.file.model.nodes[detail.finest].name;
        if (instance.variantBase.empty())
            instance.variantBase = foldCase(fmt::format("{}/{}", detail.finest, name));
    }

    void addAttachment(std::size_t i) {
        OwnExtras own = extras(i, "rigkiln_attachment");
        Record record(own.record.value_or(Properties()));
        Attachment attachment{.name = std::move(own.name),
                              .kind = record.takeText("kind").value_or(std::string()),
                              .joint = reading_.plan.nodes[i].joint,
                              .local = transformOf(reading_.file.model.nodes[i], i, reading_.diagnostics),
                              .hidden = record.takeFlag("hidden").value_or(false),
                              .extras = {}};
        attachment.hidden = attachment.hidden || saysHidden(objectOf(reading_, "nodes", i));
        attachment.extras = rest(i, record, own);
        scene_.attachments.push_back(std::move(attachment));
    }

    void addLight(std::size_t i, const Value* extension) {
        OwnExtras own = extras(i, "rigkiln_light");
        Record record(own.record.value_or(Properties()));
        Light light{
            .name = own.name, .joint = reading_.plan.nodes[i].joint, .local = {}, .range = {}, .extras = {}};
        if (reading_.plan.nodes[i].role != NodeRole::Joint)
            light.local = transformOf(reading_.file.model.nodes[i], i, reading_.diagnostics);
        if (extension == nullptr) {
            fromRecord(record, light);
        } else if (!fromExtension(*extension, i, light)) {
            return;
        }
        light.extras = rest(i, record, own);
        scene_.lights.push_back(std::move(light));
    }

    /// Reads a light from our record: with the option `lights: false` the exporter stores all of it there.
    void fromRecord(Record& record, Light& light) {
        light.kind = kindOf(record.takeText("type").value_or("point"));
        Properties said;
        if (auto color = record.takeList("color")) said.set("color", std::move(*color));
        for (const std::string_view name : {"intensity", "range"}) {
            if (const auto number = record.takeNumber(name)) said.set(name, *number);
        }
        Properties spot;
        if (const auto angle = record.takeNumber("inner_cone_angle")) spot.set("innerConeAngle", *angle);
        if (const auto angle = record.takeNumber("outer_cone_angle")) spot.set("outerConeAngle", *angle);
        said.set("spot", std::move(spot));
        setLight(Value(std::move(said)), where_ + ".extras.rigkiln_light", light);
    }

    bool fromExtension(const Value& extension, std::size_t i, Light& light) {
        const std::string where = where_ + ".extensions.KHR_lights_punctual.light";
        const auto index = asInteger(member(&extension, "light"));
        if (!index) fail("{} is missing, expected the number of a light", where);
        const std::size_t number = checkedIndex(*index, lights_ == nullptr ? 0 : lights_->size(), where);
        const Value& source = (*lights_)[number];
        const std::string path = fmt::format("extensions.KHR_lights_punctual.lights[{}]", number);
        const std::string* type = asText(member(&source, "type"));
        if (type == nullptr || (*type != "point" && *type != "directional" && *type != "spot")) {
            reading_.diagnostics.add(kMalformed, path + ".type",
                                     "expected point, directional or spot; the light was left out");
            return false;
        }
        light.kind = kindOf(*type);
        const std::string* name = asText(member(&source, "name"));
        const bool isOnJoint = reading_.plan.nodes[i].role == NodeRole::Joint;
        if (name != nullptr && (isOnJoint || light.name.empty())) light.name = *name;
        setLight(source, path, light);
        return true;
    }

    void setLight(const Value& source, const std::string& where, Light& light) {
        if (const ValueList* color = asList(member(&source, "color"))) {
            for (std::size_t c = 0; c < std::min<std::size_t>(color->size(), 3); ++c) {
                light.color[static_cast<int>(c)] =
                    clampedFactor(asNumber(&(*color)[c]).value_or(1.0), fmt::format("{}.color[{}]", where, c),
                                  reading_.diagnostics);
            }
        }
        light.intensity = static_cast<float>(
            positive(asNumber(member(&source, "intensity")).value_or(1.0), 1.0, true, where + ".intensity"));
        if (const auto range = asNumber(member(&source, "range"))) {
            const double checked = positive(*range, 0.0, false, where + ".range");
            if (checked > 0) light.range = static_cast<float>(checked);
        }
        if (light.kind == LightKind::Spot) setCone(member(&source, "spot"), where + ".spot", light);
    }

    /// Returns `otherwise`, and adds an issue, when the number is negative, 0 without `mayBeZero`, or too
    /// large or small for a float.
    double positive(double number, double otherwise, bool mayBeZero, const std::string& where) {
        const auto narrowed = static_cast<float>(number);
        if (std::isfinite(narrowed) && (narrowed > 0 || (mayBeZero && number == 0))) return number;
        reading_.diagnostics.add(kValueClamped, where, fmt::format("is {}, expected above 0", number));
        return otherwise;
    }

    void setCone(const Value* spot, const std::string& where, Light& light) {
        constexpr float kQuarterPi = 0.785398163F;
        constexpr float kHalfPi = 1.5707963F;
        const auto angle = [&](std::string_view name, float otherwise) {
            const auto number = asNumber(member(spot, name));
            return number ? static_cast<float>(*number) : otherwise;
        };
        const float inner = angle("innerConeAngle", 0.0F);
        const float outer = angle("outerConeAngle", kQuarterPi);
        light.outerConeAngle = outer > 0 && outer <= kHalfPi ? outer : kQuarterPi;
        light.innerConeAngle = inner >= 0 && inner < light.outerConeAngle ? inner : 0.0F;
        if (light.outerConeAngle != outer || light.innerConeAngle != inner) {
            reading_.diagnostics.add(
                kValueClamped, where,
                fmt::format("cone angles {} and {}, expected 0 <= inner < outer <= pi / 2", inner, outer));
        }
    }

    Reading& reading_;
    Scene& scene_;
    const SkinTable& skins_;
    const std::vector<MeshParts>& meshes_;
    const ValueList* lights_ = nullptr;
    std::string where_;
};

/// Gives joints that are numbered in the order of the file their numbers in the source.
void numberJoints(Reading& reading) {
    if (!reading.jointNumbers) return;
    std::vector<std::string> names;
    for (const std::size_t node : reading.plan.jointNodes)
        names.push_back(reading.file.model.nodes[node].name);
    if (digestOfNames(names) != *reading.jointNumbers) {
        reading.diagnostics.add(
            kRecordUnreadable, fmt::format("asset.extras.rigkiln.{}", kJointNumbers),
            "the file was changed: it has other joints, or in another order, so their numbers in the source "
            "are not known; clips that name joints by number cannot be bound to them");
        return;
    }
    std::vector<Joint>& joints = reading.scene.joints;
    for (std::size_t i = 0; i < names.size(); ++i)
        joints[joints.size() - names.size() + i].sourceIndex = static_cast<std::uint32_t>(i);
}

}  // namespace

void readJoints(Reading& reading) {
    std::vector<Joint>& joints = reading.scene.joints;
    joints.reserve(reading.plan.jointCount());
    if (reading.plan.hasAddedRoot) {
        joints.push_back({.name = "root", .parent = {}, .rest = {}, .sourceIndex = {}, .extras = {}});
    }
    std::vector<bool> isHidden(reading.plan.nodes.size(), false);
    for (const std::size_t node : reading.plan.jointNodes) {
        const PlannedNode& planned = reading.plan.nodes[node];
        const tinygltf::Node& source = reading.file.model.nodes[node];
        const Value* object = objectOf(reading, "nodes", node);
        const std::string where = fmt::format("nodes[{}]", node);
        OwnExtras own = extrasOfNode(reading, node, "rigkiln_joint", where);
        Record record(own.record.value_or(Properties()));
        Joint joint{.name = std::move(own.name),
                    .parent = {},
                    .rest = transformOf(source, node, reading.diagnostics),
                    .sourceIndex = record.takeCount("source_index"),
                    .extras = {}};
        if (planned.parent) joint.parent = reading.plan.nodes[*planned.parent].joint;
        if (!planned.parent && reading.plan.hasAddedRoot) joint.parent = IndexOf<Joint>(0);
        // In this extension, descendants of a hidden node are hidden too.
        isHidden[node] = saysHidden(object) || (planned.parent && isHidden[*planned.parent]);
        joint.visible = record.takeFlag("visible").value_or(true) && !isHidden[node];
        joint.extras = joinedExtras(record.rest(),
                                    withoutCarried(own.others, source, object, planned.detail.has_value()),
                                    where, reading.diagnostics, kJointNames);
        joints.push_back(std::move(joint));
    }
    numberJoints(reading);
}

void readInstances(Reading& reading, const SkinTable& skins, const std::vector<MeshParts>& meshes) {
    InstanceReader(reading, skins, meshes).read();
}

}  // namespace rigkiln::gltf
