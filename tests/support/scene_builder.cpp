#include "tests/support/scene_builder.hpp"

#include <array>
#include <random>
#include <string_view>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/trigonometric.hpp>

#include "pipeline/animation/pose.hpp"

namespace rigkiln::test {
namespace {

class RandomScene {
public:
    explicit RandomScene(std::uint64_t seed) : generator_(seed) {}

    Scene build() {
        scene_.name = "random";
        scene_.sourceFormat = "test";
        joints();
        scene_.materials.push_back({.name = "plain",
                                    .baseColorTexture = {},
                                    .normalTexture = {},
                                    .emissiveTexture = {},
                                    .extras = {}});
        skin();
        const std::size_t meshes = below(5) + 1;
        for (std::size_t i = 0; i < meshes; ++i)
            mesh();
        for (std::size_t i = below(3); i > 0; --i)
            attachment();
        for (std::size_t i = below(4); i > 0; --i)
            clip();
        return std::move(scene_);
    }

private:
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(generator_() % limit); }
    float number(float lowest, float highest) {
        constexpr double kSteps = 4294967296.0;
        const double share = static_cast<double>(generator_() >> 32U) / kSteps;
        return lowest + static_cast<float>(share) * (highest - lowest);
    }
    glm::vec3 vector(float size) { return {number(-size, size), number(-size, size), number(-size, size)}; }
    glm::quat rotation() {
        const glm::quat rotation(number(0.1F, 1), number(-1, 1), number(-1, 1), number(-1, 1));
        return glm::quat(glm::normalize(glm::dquat(rotation)));
    }
    std::string name() {
        static constexpr std::array<std::string_view, 8> kNames = {
            "Bip01", "Bip01 L Hand", "hand ", "", "Gr\xFC\xDF", "t\x01x", "Root", "Root"};
        return std::string(kNames.at(below(kNames.size())));
    }

    void joints() {
        const std::size_t count = below(40) + 1;
        for (std::size_t i = 0; i < count; ++i) {
            Joint made = joint(name());
            if (i > 0) made.parent = IndexOf<Joint>(below(i));
            made.rest = {.translation = vector(1), .rotation = rotation(), .scale = glm::vec3(1)};
            made.visible = below(8) != 0;
            scene_.joints.push_back(made);
        }
    }

    void skin() {
        Skin skin;
        const auto world = worldMatrices(scene_, restPose(scene_));
        for (std::size_t i = 0; i < scene_.joints.size(); i += 2) {
            skin.joints.push_back(IndexOf<Joint>(i));
            glm::mat4 inverse(glm::inverse(world[i]));
            for (int column = 0; column < 4; ++column)
                inverse[column].w = column == 3 ? 1.0F : 0.0F;
            skin.inverseBindMatrices.push_back(inverse);
        }
        scene_.skins.push_back(std::move(skin));
    }

    void mesh() {
        const bool isSkinned = below(2) == 0;
        Primitive primitive;
        const std::size_t vertices = below(60) + 3;
        for (std::size_t v = 0; v < vertices; ++v) {
            primitive.positions.push_back(vector(2));
            primitive.normals.push_back(rotation() * glm::vec3(0, 0, 1));
        }
        for (std::size_t t = below(40) + 1; t > 0; --t) {
            for (int corner = 0; corner < 3; ++corner)
                primitive.indices.push_back(static_cast<std::uint32_t>(below(vertices)));
        }
        primitive.material = IndexOf<Material>(0);
        if (isSkinned) influences(primitive);
        scene_.meshes.push_back({.name = name(), .primitives = {primitive}, .extras = {}});
        MeshInstance instance;
        instance.name = name();
        instance.mesh = IndexOf<Mesh>(scene_.meshes.size() - 1);
        instance.joint = IndexOf<Joint>(below(scene_.joints.size()));
        if (isSkinned) instance.skin = IndexOf<Skin>(0);
        scene_.instances.push_back(std::move(instance));
    }

    void influences(Primitive& primitive) {
        InfluenceSet set;
        for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
            const std::size_t joints = scene_.skins[0].joints.size();
            const auto first = static_cast<std::uint16_t>(below(joints));
            const auto second = static_cast<std::uint16_t>((first + 1U) % joints);
            const float weight = second == first ? 1.0F : 0.75F;
            set.joints.push_back({first, weight == 1.0F ? std::uint16_t{0} : second, 0, 0});
            set.weights.emplace_back(weight, 1 - weight, 0, 0);
        }
        primitive.influenceSets.push_back(std::move(set));
    }

    void attachment() {
        Attachment attachment{.name = name(),
                              .kind = "proxy",
                              .joint = IndexOf<Joint>(below(scene_.joints.size())),
                              .local = {},
                              .extras = {}};
        attachment.local.translation = vector(1);
        scene_.attachments.push_back(std::move(attachment));
    }

    void clip() {
        Clip clip;
        clip.name = name();
        const std::size_t frames = below(30) + 1;
        std::vector<float> times;
        for (std::size_t f = 0; f < frames; ++f)
            times.push_back(static_cast<float>(static_cast<double>(f) / 30.0));
        clip.duration = times.back();
        clip.sourceFrameRate = 30.0F;
        clip.sourceFrameCount = static_cast<std::uint32_t>(frames);
        for (std::size_t j = 0; j < scene_.joints.size(); ++j) {
            if (below(3) != 0) continue;
            JointTracks tracks;
            tracks.joint = IndexOf<Joint>(j);
            tracks.rotation.times = times;
            for (std::size_t f = 0; f < frames; ++f)
                tracks.rotation.values.push_back(rotation());
            if (below(2) == 0) tracks.translation = {.times = {0.0F}, .values = {vector(1)}};
            if (below(3) == 0)
                tracks.visibility = {.interpolation = Interpolation::Step, .times = {0.0F}, .values = {0}};
            clip.joints.push_back(std::move(tracks));
        }
        scene_.clips.push_back(std::move(clip));
    }

    std::mt19937_64 generator_;
    Scene scene_;
};

}  // namespace

Joint joint(std::string name, std::optional<std::size_t> parent, glm::vec3 translation) {
    Joint joint;
    joint.name = std::move(name);
    if (parent) joint.parent = IndexOf<Joint>(*parent);
    joint.rest.translation = translation;
    return joint;
}

Primitive triangle() {
    Primitive primitive;
    primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    primitive.normals.assign(3, glm::vec3(0, 0, 1));
    primitive.indices = {0, 1, 2};
    return primitive;
}

glm::quat turn(float degrees, glm::vec3 axis) {
    return glm::angleAxis(glm::radians(degrees), glm::normalize(axis));
}

Scene smallScene() {
    Scene scene;
    scene.name = "small";
    scene.sourceFormat = "test";
    scene.joints = {joint("root"), joint("arm", 0, {0, 1, 0}), joint("hand", 1, {1, 0, 0})};
    for (std::size_t i = 0; i < scene.joints.size(); ++i)
        scene.joints[i].sourceIndex = static_cast<std::uint32_t>(i);
    scene.materials.push_back(
        {.name = "cloth", .baseColorTexture = {}, .normalTexture = {}, .emissiveTexture = {}, .extras = {}});

    Skin skin{.name = "skin", .joints = {IndexOf<Joint>(1), IndexOf<Joint>(2)}, .inverseBindMatrices = {}};
    skin.inverseBindMatrices = {glm::translate(glm::mat4(1), glm::vec3(0, -1, 0)),
                                glm::translate(glm::mat4(1), glm::vec3(-1, -1, 0))};
    scene.skins.push_back(skin);

    Primitive skinned = triangle();
    skinned.material = IndexOf<Material>(0);
    skinned.influenceSets.push_back(
        {.joints = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}},
         .weights = {glm::vec4(1, 0, 0, 0), glm::vec4(1, 0, 0, 0), glm::vec4(0.5F, 0.5F, 0, 0)}});
    Primitive rigid = triangle();
    rigid.material = IndexOf<Material>(0);
    scene.meshes = {{.name = "sleeve", .primitives = {skinned}, .extras = {}},
                    {.name = "ring", .primitives = {rigid}, .extras = {}}};
    MeshInstance sleeve;
    sleeve.name = "sleeve";
    sleeve.skin = IndexOf<Skin>(0);
    MeshInstance ring;
    ring.name = "ring";
    ring.mesh = IndexOf<Mesh>(1);
    ring.joint = IndexOf<Joint>(2);
    scene.instances = {sleeve, ring};

    Clip clip;
    clip.name = "wave";
    clip.duration = 1.0F;
    clip.sourceFrameRate = 1.0F;
    clip.sourceFrameCount = 2;
    JointTracks arm;
    arm.joint = IndexOf<Joint>(1);
    arm.rotation = {.times = {0.0F, 1.0F}, .values = {turn(0, {0, 0, 1}), turn(90, {0, 0, 1})}};
    JointTracks hand;
    hand.joint = IndexOf<Joint>(2);
    hand.visibility = {.interpolation = Interpolation::Step, .times = {0.0F, 1.0F}, .values = {1, 0}};
    clip.joints = {arm, hand};
    scene.clips.push_back(clip);
    return scene;
}

Scene randomScene(std::uint64_t seed) {
    return RandomScene(seed).build();
}

}  // namespace rigkiln::test
