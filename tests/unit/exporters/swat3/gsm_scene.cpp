#include "tests/unit/exporters/swat3/gsm_scene.hpp"

#include <algorithm>
#include <utility>

#include <glm/matrix.hpp>
#include <gtest/gtest.h>

#include "formats/swat3/bone_joints.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln::swat3_export {

TargetSkeleton targetOf(const Scene& scene, const swat3::GsmFile& file, swat3::QuaternionSense sense,
                        const FileSpace& space) {
    TargetSkeleton target;
    target.skeletons = file.skeletons;
    target.sense = sense;
    const swat3::Rig rig(target.skeletons);
    target.bind = rig.bindMatrices(sense);
    target.joints.resize(rig.boneCount());
    target.bones.resize(scene.joints.size());
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        const Joint& joint = scene.joints[i];
        const bool isAbove =
            !joint.sourceIndex && (joint.name == swat3::kMirrorName || joint.name == swat3::kRootsName);
        const glm::dmat4 local = isAbove ? glm::dmat4(1.0) : space.matrix(toMatrix(joint.rest));
        target.world.push_back(joint.parent ? target.world[joint.parent->value] * local : local);
        if (!joint.sourceIndex) continue;
        const auto ordinal = rig.ordinalOf(static_cast<std::uint16_t>(*joint.sourceIndex));
        target.bones[i] = ordinal;
        if (ordinal) target.joints[*ordinal] = IndexOf<Joint>(i);
    }
    return target;
}

GsmStyle styleOf(const swat3::GsmFile& file, const swat3::GsmConventions& conventions) {
    GsmStyle style;
    style.space = conventions.reading.space;
    style.grips = conventions.grips;
    style.isClockwise = conventions.isClockwise;
    style.transparencyIsClear = conventions.transparency == swat3::Transparency::Clear;
    style.hasMarker = file.variant.hasMarker;
    style.countsBlendShorts = swat3::blendUnit(file) == swat3::GsmBlendUnit::Shorts;
    style.hasUnknownWithoutMaps = file.variant.hasUnknownWithoutMaps;
    return style;
}

HandScene::HandScene() {
    swat3::GsmFile file;
    file.skeletons = {{.id = 0,
                       .name = "Hand",
                       .bones = {{.id = 10, .name = "Root"},
                                 {.id = 20, .name = "Arm", .link = 10, .position = {0, 0, 1}},
                                 {.id = 30, .name = "Hand", .link = 20, .position = {1, 0, 0}}}}};
    scene.joints = {test::joint("Root"), test::joint("Arm", 0, {0, 1, 0}), test::joint("Hand", 1, {1, 0, 0}),
                    test::joint("Twist", 2, {0.5F, 0, 0})};
    for (std::size_t i = 0; i < 3; ++i)
        scene.joints[i].sourceIndex = file.skeletons[0].bones[i].id;
    skeleton = targetOf(scene, file, swat3::QuaternionSense::Conjugated);
}

void HandScene::addSkin() {
    Skin skin;
    glm::vec3 place(0.0F);
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        place += scene.joints[i].rest.translation;
        skin.joints.emplace_back(i);
        glm::mat4 inverse(1.0F);
        inverse[3] = glm::vec4(-place, 1.0F);
        skin.inverseBindMatrices.push_back(inverse);
    }
    scene.skins.push_back(std::move(skin));
}

MeshInstance& HandScene::addMesh(Primitive primitive, std::string name) {
    scene.meshes.push_back({.name = name, .primitives = {std::move(primitive)}, .extras = {}});
    MeshInstance instance;
    instance.name = std::move(name);
    instance.mesh = IndexOf<Mesh>(scene.meshes.size() - 1);
    if (!scene.skins.empty()) instance.skin = IndexOf<Skin>(0);
    scene.instances.push_back(std::move(instance));
    return scene.instances.back();
}

void HandScene::follow(Primitive& primitive, std::uint16_t slot) {
    InfluenceSet set;
    set.joints.assign(primitive.positions.size(), {slot, 0, 0, 0});
    set.weights.assign(primitive.positions.size(), glm::vec4(1, 0, 0, 0));
    primitive.influenceSets = {std::move(set)};
}

GsmRequest HandScene::request() const {
    return {.skeleton = skeleton,
            .style = style,
            .space = FileSpace(UpAxis::ZUp, 1.0),
            .base = base,
            .hitSource = hitSource,
            .smooth = smooth,
            .strict = strict};
}

Result<swat3::GsmFile> HandScene::tryBuild() {
    return buildGsm(scene, request(), diagnostics);
}

swat3::GsmFile HandScene::build() {
    Result<swat3::GsmFile> built = tryBuild();
    if (!built) {
        ADD_FAILURE() << built.error().text();
        return {};
    }
    return *std::move(built);
}

std::string HandScene::problem() {
    const Result<swat3::GsmFile> built = tryBuild();
    return built ? "no problem" : built.error().text();
}

std::vector<std::string> HandScene::details(const IssueKind& kind) const {
    std::vector<std::string> texts;
    for (const Issue& issue : diagnostics.issues()) {
        if (issue.kind == &kind) texts.push_back(issue.where + ": " + issue.details);
    }
    return texts;
}

Primitive trianglesAt(const std::vector<glm::vec3>& positions) {
    Primitive primitive;
    primitive.positions = positions;
    primitive.texCoordSets.emplace_back();
    VertexAttribute hits{.name = "_GSM_HIT", .components = 1, .values = {}};
    const std::vector<glm::vec2> corners = {{0, 0}, {1, 0}, {0, 1}};
    for (std::size_t i = 0; i < positions.size(); ++i) {
        primitive.texCoordSets[0].push_back(corners[i % corners.size()]);
        primitive.indices.push_back(static_cast<std::uint32_t>(i));
        hits.values.push_back(7);
    }
    primitive.attributes.push_back(std::move(hits));
    return primitive;
}

Primitive oneTriangle() {
    return trianglesAt({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
}

}  // namespace rigkiln::swat3_export
