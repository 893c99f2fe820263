#include "formats/alamo/alo_to_scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include "formats/alamo/alo_binormals.hpp"
#include "formats/alamo/alo_geometry.hpp"
#include "formats/alamo/alo_materials.hpp"
#include "formats/alamo/alo_variants.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/binary/format_error.hpp"

namespace rigkiln::alamo {
namespace {

/// Largest difference per element between a rest matrix and its translation, rotation and scale; above it the
/// matrix counts as sheared.
constexpr double kShearTolerance = 1e-4;

/// glTF stores the joint indices of vertices as 16-bit numbers.
constexpr std::size_t kMostSkinJoints = 65'535;

Value billboardName(std::uint32_t billboard) {
    static constexpr std::array<std::string_view, 8> kNames = {
        "off", "parallel", "face", "z_axis_view", "z_axis_light", "z_axis_wind", "sunlight_glow", "sun"};
    return billboard < kNames.size() ? Value(kNames.at(billboard)) : Value(billboard);
}

glm::dmat4 restMatrix(const AloBone& bone) {
    glm::dmat4 matrix(1.0);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column) {
            matrix[column][row] = static_cast<double>(
                bone.matrix.at(static_cast<std::size_t>(row) * 4 + static_cast<std::size_t>(column)));
        }
    }
    return matrix;
}

/// Removes rounding noise: rest matrices are rigid except for the rounding of floats, and a scale of
/// 0.9999999 would only disturb in other tools.
glm::vec3 withoutRounding(glm::vec3 scale) {
    constexpr float kRounding = 1e-6F;
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(scale[axis] - 1.0F) < kRounding) scale[axis] = 1.0F;
    }
    return scale;
}

glm::vec3 toVec3(const Float3& vector) {
    return {vector[0], vector[1], vector[2]};
}

class SceneBuilder {
public:
    SceneBuilder(const AloFile& file, const ReadRequest& request, Diagnostics& diagnostics)
        : file_(file),
          diagnostics_(diagnostics),
          materials_(scene_, request.companions, diagnostics, materialOptions(request.options)) {
        scene_.name = request.name;
        scene_.sourceFormat = "alo";
        scene_.upAxis = UpAxis::ZUp;
    }

    Scene build() && {
        joints();
        connections();
        skin();
        for (std::size_t object = 0; object < file_.objects.size(); ++object) {
            if (const auto* mesh = std::get_if<AloMesh>(&file_.objects[object])) {
                addMesh(*mesh, object);
            } else {
                addLight(std::get<AloLight>(file_.objects[object]), object);
            }
        }
        for (const AloProxy& proxy : file_.proxies)
            addProxy(proxy);
        for (const AloDazzle& dazzle : file_.dazzles)
            addDazzle(dazzle);
        return std::move(scene_);
    }

private:
    void joints() {
        scene_.joints.reserve(file_.bones.size());
        for (std::size_t i = 0; i < file_.bones.size(); ++i) {
            const AloBone& bone = file_.bones[i];
            const Decomposition rest = decompose(restMatrix(bone));
            Joint joint;
            joint.name = bone.name;
            if (bone.parent >= 0) joint.parent = IndexOf<Joint>(static_cast<std::size_t>(bone.parent));
            joint.rest = rest.transform;
            joint.rest.scale = withoutRounding(joint.rest.scale);
            joint.visible = bone.visible != 0;
            joint.sourceIndex = static_cast<std::uint32_t>(i);
            if (bone.billboard.value_or(0) != 0)
                joint.extras.set("billboard", billboardName(*bone.billboard));
            if (!rest.isFinite || rest.isSingular || rest.residual > kShearTolerance) {
                diagnostics_.add(kBadBoneMatrix, fmt::format("bone[{}] {}", i, quote(bone.name)),
                                 rest.isFinite
                                     ? fmt::format("off by {:.3g} (limit {})", rest.residual, kShearTolerance)
                                     : std::string("not finite"));
            }
            scene_.joints.push_back(std::move(joint));
        }
    }

    void connections() {
        boneOfObject_.resize(file_.objects.size());
        for (const AloConnection& connection : file_.connections) {
            auto& bone = boneOfObject_[connection.object];
            if (bone) {
                diagnostics_.add(kDuplicateConnection, fmt::format("object[{}]", connection.object),
                                 fmt::format("bones {} and {}", *bone, connection.bone));
            } else {
                bone = connection.bone;
            }
        }
    }

    IndexOf<Joint> jointOf(std::size_t object, const std::string& name) {
        if (boneOfObject_[object]) return IndexOf<Joint>(*boneOfObject_[object]);
        diagnostics_.add(kUnconnectedObject, fmt::format("object[{}] {}", object, quote(name)));
        return IndexOf<Joint>(0);
    }

    /// Makes one skin for the whole model. Vertices of skinned sub-meshes are in model space at rest,
    /// whatever bone their mesh is connected to. So the inverse bind matrix is the inverse of the bone's rest
    /// matrix in model space.
    void skin() {
        std::set<std::uint32_t> bones;
        for (const AloObject& object : file_.objects) {
            const auto* mesh = std::get_if<AloMesh>(&object);
            if (mesh == nullptr) continue;
            for (const AloSubMesh& subMesh : mesh->subMeshes) {
                if (isSkinned(subMesh)) bones.insert(subMesh.boneMap->begin(), subMesh.boneMap->end());
            }
        }
        if (bones.empty()) return;
        if (bones.size() > kMostSkinJoints) {
            throw FormatError(
                "model", 0, fmt::format("bone maps name {} bones (limit {})", bones.size(), kMostSkinJoints));
        }
        std::vector<glm::dmat4> world(scene_.joints.size());
        for (std::size_t i = 0; i < world.size(); ++i) {
            const auto& parent = scene_.joints[i].parent;
            const glm::dmat4 local = toMatrix(scene_.joints[i].rest);
            world[i] = parent ? world[parent->value] * local : local;
        }
        Skin skin{.name = scene_.name, .joints = {}, .inverseBindMatrices = {}};
        for (const std::uint32_t bone : bones) {
            skinSlots_.emplace(bone, static_cast<std::uint16_t>(skin.joints.size()));
            skin.joints.push_back(IndexOf<Joint>(bone));
            skin.inverseBindMatrices.push_back(inverseBindMatrix(world[bone]));
        }
        scene_.skins.push_back(std::move(skin));
    }

    static glm::mat4 inverseBindMatrix(const glm::dmat4& world) {
        glm::mat4 inverse(glm::inverse(world));
        for (int column = 0; column < 4; ++column)
            inverse[column].w = column == 3 ? 1.0F : 0.0F;
        return inverse;
    }

    /// Sub-meshes of one mesh that share a role and are all skinned or all rigid. Each group becomes a mesh.
    struct Group {
        bool isSkinned = false;
        MeshRole role = MeshRole::Render;
        Mesh mesh;
    };

    static MeshRole roleOf(const AloSubMesh& subMesh) {
        switch (shaderFamily(subMesh.material.shader)) {
            case ShaderFamily::Collision:
                return MeshRole::Collision;
            case ShaderFamily::ShadowVolume:
                return MeshRole::Shadow;
            default:
                return MeshRole::Render;
        }
    }

    static Group& groupOf(std::vector<Group>& groups, bool isSkinned, MeshRole role,
                          const std::string& name) {
        const auto found = std::ranges::find_if(
            groups, [&](const Group& group) { return group.isSkinned == isSkinned && group.role == role; });
        if (found != groups.end()) return *found;
        groups.push_back(
            {.isSkinned = isSkinned, .role = role, .mesh = {.name = name, .primitives = {}, .extras = {}}});
        return groups.back();
    }

    void addMesh(const AloMesh& source, std::size_t object) {
        const IndexOf<Joint> joint = jointOf(object, source.name);
        std::vector<Group> groups;
        for (std::size_t i = 0; i < source.subMeshes.size(); ++i) {
            const AloSubMesh& subMesh = source.subMeshes[i];
            const std::string where = fmt::format("mesh {} sub-mesh {}", quote(source.name), i);
            if (vertexLayout(subMesh.vertexFormat).isSkinned && !isSkinned(subMesh))
                diagnostics_.add(kMissingBoneMap, where);
            Primitive primitive = makePrimitive(subMesh, skinSlots_, where, diagnostics_);
            if (primitive.indices.empty()) {
                diagnostics_.add(kEmptySubMesh, where, fmt::format("{} vertices", subMesh.vertices.size()));
                continue;
            }
            dress(primitive, subMesh);
            groupOf(groups, isSkinned(subMesh), roleOf(subMesh), source.name)
                .mesh.primitives.push_back(std::move(primitive));
        }
        for (Group& group : groups)
            addInstance(source, std::move(group), joint);
    }

    /// Assigns the material. Where the binormals point down the image, the green of the normal map does too.
    /// glTF expects it to point up, and some programs compute their own tangents. So both green and tangents
    /// are flipped, which looks the same.
    void dress(Primitive& primitive, const AloSubMesh& subMesh) {
        const bool isGreenDown = hasNormalMap(subMesh.material) && doBinormalsPointDown(subMesh);
        const auto isClear = [](const glm::vec4& color) { return color.a < 1; };
        const IndexOf<Material> material = materials_.add(
            subMesh.material, {.hasTexCoords = !primitive.texCoordSets.empty(),
                               .hasClearColors = std::ranges::any_of(primitive.colors, isClear),
                               .isGreenDown = isGreenDown});
        primitive.material = material;
        if (!isGreenDown || !scene_.materials[material.value].normalTexture) return;
        for (glm::vec4& tangent : primitive.tangents)
            tangent.w = -tangent.w;
    }

    void addInstance(const AloMesh& source, Group&& group, IndexOf<Joint> joint) {
        const MeshVariant variant = meshVariant(source.name);
        MeshInstance instance;
        instance.name = source.name;
        instance.mesh = IndexOf<Mesh>(scene_.meshes.size());
        if (group.isSkinned) instance.skin = IndexOf<Skin>(0);
        instance.joint = joint;
        instance.role = group.role;
        // In glTF no node transform can hide a skinned mesh, so a mesh whose bone is hidden is marked itself.
        instance.hidden = source.hidden != 0 || (group.isSkinned && !scene_.joints[joint.value].visible);
        instance.levelOfDetail = variant.levelOfDetail;
        instance.alternative = variant.alternative;
        if (variant.levelOfDetail || variant.alternative) instance.variantBase = variant.base;
        if (source.collidable != 0) instance.extras.set("collidable", true);
        if (startsWithIgnoringCase(source.name, "FC_")) instance.extras.set("tinted_with_owner_color", true);
        scene_.meshes.push_back(std::move(group.mesh));
        scene_.instances.push_back(std::move(instance));
    }

    void addLight(const AloLight& source, std::size_t object) {
        Light light;
        light.name = source.name;
        light.joint = jointOf(object, source.name);
        switch (static_cast<AloLightType>(source.type)) {
            case AloLightType::Directional:
                light.kind = LightKind::Directional;
                break;
            case AloLightType::Spot:
                light.kind = LightKind::Spot;
                break;
            default:
                light.kind = LightKind::Point;
        }
        bool isGood = source.type <= static_cast<std::uint32_t>(AloLightType::Spot);
        const auto inRange = [&](float value, float lowest, float highest) {
            const float clamped = std::isfinite(value) ? std::clamp(value, lowest, highest) : lowest;
            isGood = isGood && clamped == value;
            return clamped;
        };
        constexpr float kLargestIntensity = 1e6F;
        for (int c = 0; c < 3; ++c)
            light.color[c] = inRange(source.color.at(static_cast<std::size_t>(c)), 0.0F, 1.0F);
        light.intensity = inRange(source.intensity, 0.0F, kLargestIntensity);
        if (std::isfinite(source.farAttenuationEnd) && source.farAttenuationEnd > 0)
            light.range = source.farAttenuationEnd;
        if (light.kind == LightKind::Spot) setCone(source, light);
        if (!isGood) {
            diagnostics_.add(
                kBadLight, fmt::format("object[{}] {}", object, quote(source.name)),
                fmt::format("type {}, intensity {}, colour {} {} {}", source.type, source.intensity,
                            source.color[0], source.color[1], source.color[2]));
        }
        light.extras.set("type", source.type);
        light.extras.set("color", ValueList{source.color[0], source.color[1], source.color[2]});
        light.extras.set("intensity", source.intensity);
        light.extras.set("far_attenuation", ValueList{source.farAttenuationStart, source.farAttenuationEnd});
        light.extras.set("hotspot", source.hotspot);
        light.extras.set("falloff", source.falloff);
        scene_.lights.push_back(std::move(light));
    }

    /// The file stores full cone angles, glTF half ones. Angles that make no cone leave glTF's default.
    static void setCone(const AloLight& source, Light& light) {
        constexpr float kHalfPi = 1.5707963F;
        const float outer = std::min(source.falloff / 2, kHalfPi);
        if (!std::isfinite(outer) || outer <= 0) return;
        light.outerConeAngle = outer;
        const float inner = source.hotspot / 2;
        light.innerConeAngle = std::isfinite(inner) && inner >= 0 && inner < outer ? inner : 0.0F;
    }

    void addProxy(const AloProxy& source) {
        Attachment attachment;
        attachment.name = source.name;
        attachment.kind = "proxy";
        attachment.joint = IndexOf<Joint>(source.bone);
        attachment.hidden = source.hidden.value_or(0) != 0;
        if (source.altDecreaseStayHidden)
            attachment.extras.set("alt_decrease_stay_hidden", *source.altDecreaseStayHidden != 0);
        const MeshVariant variant = meshVariant(source.name);
        if (variant.levelOfDetail) attachment.extras.set("level_of_detail", *variant.levelOfDetail);
        if (variant.alternative) attachment.extras.set("alternative", *variant.alternative);
        scene_.attachments.push_back(std::move(attachment));
    }

    void addDazzle(const AloDazzle& source) {
        Attachment attachment;
        attachment.name = source.name;
        attachment.kind = "dazzle";
        attachment.joint = IndexOf<Joint>(source.bone);
        attachment.hidden = source.hidden != 0;
        const glm::vec3 position = toVec3(source.position);
        const bool isFinite =
            std::isfinite(position.x) && std::isfinite(position.y) && std::isfinite(position.z);
        if (isFinite) attachment.local.translation = position;
        attachment.extras.set("color", ValueList{source.color[0], source.color[1], source.color[2]});
        attachment.extras.set("position",
                              ValueList{source.position[0], source.position[1], source.position[2]});
        attachment.extras.set("radius", source.radius);
        attachment.extras.set("texture", toUtf8(source.texture));
        attachment.extras.set("texture_cell",
                              ValueList{source.textureX, source.textureY, source.textureSize});
        attachment.extras.set("frequency", source.frequency);
        attachment.extras.set("phase", source.phase);
        attachment.extras.set("night_only", source.nightOnly != 0);
        if (source.bias) attachment.extras.set("bias", *source.bias);
        scene_.attachments.push_back(std::move(attachment));
    }

    const AloFile& file_;
    Diagnostics& diagnostics_;
    Scene scene_;
    MaterialBuilder materials_;
    std::vector<std::optional<std::uint32_t>> boneOfObject_;
    SkinSlots skinSlots_;
};

}  // namespace

Scene aloToScene(const AloFile& file, const ReadRequest& request, Diagnostics& diagnostics) {
    return SceneBuilder(file, request, diagnostics).build();
}

}  // namespace rigkiln::alamo
