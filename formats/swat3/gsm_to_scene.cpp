#include "formats/swat3/gsm_to_scene.hpp"

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/matrix.hpp>

#include "formats/swat3/bone_joints.hpp"
#include "formats/swat3/conventions.hpp"
#include "formats/swat3/gsm_mesh.hpp"
#include "formats/swat3/rest_positions.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/transform.hpp"

namespace rigkiln::swat3 {
namespace {

/// Keeps the stored position and rotation of each bone, because the joint does not give them back exactly.
/// Only for models: binding drops the joints of clips, and there are hundreds of clips.
void keepStoredBones(const Rig& rig, BoneJoints& bones) {
    for (std::size_t ordinal = 0; ordinal < rig.boneCount(); ++ordinal) {
        const Bone& bone = rig.bone(ordinal);
        Properties& extras = bones.joints[bones.ofBone[ordinal].value].extras;
        extras.set("id", bone.id);
        extras.set("position", ValueList(bone.position.begin(), bone.position.end()));
        extras.set("rotation", ValueList(bone.rotation.begin(), bone.rotation.end()));
    }
}

/// Computes bind matrices in the file's axes, like the vertices, so without the joint above the bones.
Skin makeSkin(const RestPose& pose, QuaternionSense sense, const BoneJoints& bones) {
    Skin skin;
    skin.joints = bones.ofBone;
    for (const glm::dmat4& world : pose.bindMatrices(sense)) {
        glm::mat4 inverse(glm::affineInverse(world));
        for (glm::length_t column = 0; column < 4; ++column)
            inverse[column][3] = column == 3 ? 1.0F : 0.0F;
        skin.inverseBindMatrices.push_back(inverse);
    }
    return skin;
}

/// Rows of a matrix for row vectors are columns of one for column vectors.
glm::dmat4 matrixOf(const GsmGrip& grip) {
    glm::dmat4 matrix(1.0);
    for (std::size_t i = 0; i < grip.rows.size(); ++i)
        matrix[static_cast<glm::length_t>(i / 3)][static_cast<glm::length_t>(i % 3)] =
            static_cast<double>(grip.rows[i]);
    for (std::size_t i = 0; i < grip.position.size(); ++i)
        matrix[3][static_cast<glm::length_t>(i)] = static_cast<double>(grip.position[i]);
    return matrix;
}

class GripAdder {
public:
    GripAdder(const RestPose& pose, const GsmConventions& conventions, const BoneJoints& bones, Scene& scene,
              Diagnostics& diagnostics)
        : pose_(pose), conventions_(conventions), bones_(bones), scene_(scene), diagnostics_(diagnostics) {}

    void add(const std::vector<GsmGrip>& grips, std::string_view kind) {
        for (std::size_t i = 0; i < grips.size(); ++i)
            add(grips[i], kind, i);
    }

private:
    void add(const GsmGrip& grip, std::string_view kind, std::size_t index) {
        // A grip on a missing bone is reported as a finding of the file; it hangs on the first bone.
        const std::size_t bone = pose_.rig().ordinalOf(grip.bone).value_or(0);
        const bool isGood = isPlace(grip.rows) && isPlace(grip.position);
        glm::dmat4 local = isGood ? matrixOf(grip) : glm::dmat4(1.0);
        if (conventions_.grips == Space::Model)
            local = glm::affineInverse(pose_.bindMatrices(conventions_.reading.sense)[bone]) * local;
        const Decomposition nearest = decompose(local);
        constexpr double kRounding = 1e-4;
        if (!isGood || nearest.isSingular || nearest.residual > kRounding) {
            diagnostics_.add(kGripMatrix, fmt::format("{}[{}] {}", kind, index, quote(grip.name)),
                             fmt::format("off by {:.2g}", nearest.residual));
        }
        Attachment attachment;
        attachment.name = grip.name;
        attachment.kind = kind;
        attachment.joint = bones_.ofBone[bone];
        attachment.local = nearest.transform;
        attachment.extras.set("index", index);
        attachment.extras.set("bone", grip.bone);
        ValueList stored(grip.rows.begin(), grip.rows.end());
        stored.insert(stored.end(), grip.position.begin(), grip.position.end());
        attachment.extras.set("matrix", std::move(stored));
        scene_.attachments.push_back(std::move(attachment));
    }

    const RestPose& pose_;
    const GsmConventions& conventions_;
    const BoneJoints& bones_;
    Scene& scene_;
    Diagnostics& diagnostics_;
};

Properties makeExtras(const GsmFile& file, const GsmConventions& conventions, const OptionValues& options) {
    Properties gsm;
    gsm.set("version", fmt::format("{}.{}", file.versionMajor, file.versionMinor));
    gsm.set("conventions", toProperties(conventions.decisions));
    // Other choices that reading the file again needs.
    gsm.set("map9", options.text("map9"));
    gsm.set("normal_weight", options.text("normal_weight"));
    gsm.set("marker", file.variant.hasMarker);
    gsm.set("unknown_without_maps", file.variant.hasUnknownWithoutMaps);
    if (blendUnit(file) == GsmBlendUnit::Shorts) gsm.set("blend_unit", "shorts");
    ValueList skeletons;
    for (const Skeleton& skeleton : file.skeletons) {
        Properties entry;
        entry.set("id", skeleton.id);
        entry.set("name", toUtf8(skeleton.name));
        skeletons.emplace_back(std::move(entry));
    }
    gsm.set("skeletons", std::move(skeletons));
    ValueList textures;
    for (const GsmTexture& texture : file.textures)
        textures.emplace_back(toUtf8(texture.name));
    gsm.set("textures", std::move(textures));
    Properties extras;
    extras.set("gsm", std::move(gsm));
    return extras;
}

/// Adds one issue for all questions that tests decided, and one for all left to the default.
void report(const std::vector<Decision>& decisions, Diagnostics& diagnostics) {
    std::string told;
    std::string undecided;
    const auto add = [](std::string& list, const std::string& text) {
        list += (list.empty() ? "" : ", ") + text;
    };
    for (const Decision& decision : decisions) {
        if (decision.score)
            add(told, fmt::format("{} {} ({} {:.3g})", decision.question, decision.answer, decision.by,
                                  *decision.score));
        if (decision.by == kByDefault)
            add(undecided, fmt::format("{} {}", decision.question, decision.answer));
    }
    if (!told.empty()) diagnostics.add(kConventions, "model", told);
    if (!undecided.empty()) diagnostics.add(kUndecided, "model", undecided);
}

}  // namespace

Scene gsmToScene(const GsmFile& file, const ReadRequest& request, Diagnostics& diagnostics) {
    Scene scene;
    scene.name = request.name;
    scene.sourceFormat = "gsm";
    scene.upAxis = UpAxis::ZUp;
    const Rig rig(file.skeletons);
    if (rig.boneCount() == 0) return scene;
    const RestPose pose(file, rig);
    const GsmConventions conventions = decideConventions(pose, conventionChoices(request.options));
    report(conventions.decisions, diagnostics);
    BoneJoints bones = makeJoints(rig, conventions.reading.sense, conventions.isLeftHanded, diagnostics);
    keepStoredBones(rig, bones);
    const GroupMaterials materials =
        addMaterials(file, conventions, request.options.text("map9"), request.companions, scene, diagnostics);
    Mesh mesh = makeMesh(pose, conventions, normalWeight(request.options), materials, diagnostics);
    if (!mesh.primitives.empty()) {
        mesh.name = request.name;
        Skin skin = makeSkin(pose, conventions.reading.sense, bones);
        skin.name = request.name;
        scene.skins.push_back(std::move(skin));
        scene.meshes.push_back(std::move(mesh));
        MeshInstance instance;
        instance.name = request.name;
        instance.skin = IndexOf<Skin>(0);
        scene.instances.push_back(std::move(instance));
    }
    GripAdder grips(pose, conventions, bones, scene, diagnostics);
    grips.add(file.grips, "grip");
    grips.add(file.grippers, "gripper");
    scene.joints = std::move(bones.joints);
    scene.extras = makeExtras(file, conventions, request.options);
    return scene;
}

}  // namespace rigkiln::swat3
