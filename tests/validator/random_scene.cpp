#include "tests/validator/random_scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "tests/unit/exporters/gltf/scene_builder.hpp"

namespace rigkiln::gltf_export::test {
namespace {

class SceneMaker {
public:
    explicit SceneMaker(std::uint32_t seed) : random_(seed) {}

    Scene make() {
        makeJoints();
        makeMaterials();
        makeSkins();
        const std::size_t meshes = below(6);
        for (std::size_t i = 0; i < meshes; ++i) {
            makeMesh();
        }
        const std::size_t extras = below(4);
        for (std::size_t i = 0; i < extras; ++i) {
            makeAttachment();
            makeLight();
        }
        const std::size_t clips = below(5);
        for (std::size_t i = 0; i < clips; ++i) {
            makeClip();
        }
        const std::size_t instances = scene_.instances.size();
        for (std::size_t i = 0; i < instances; ++i) {
            if (chance(2)) makeLevels(scene_.instances[i]);
        }
        return std::move(scene_);
    }

private:
    // Uses the remainder: distributions of the standard library differ between implementations.
    std::size_t below(std::size_t limit) { return random_() % limit; }
    bool chance(std::size_t oneIn) { return below(oneIn) == 0; }
    float unit() { return static_cast<float>(random_() % 65536U) / 65535.0F; }
    float within(float low, float high) { return low + (high - low) * unit(); }
    glm::vec3 vector(float size) { return {within(-size, size), within(-size, size), within(-size, size)}; }

    glm::vec3 direction() {
        const glm::vec3 any = vector(1.0F);
        return glm::length(any) < 0.1F ? glm::vec3(0, 0, 1) : glm::normalize(any);
    }

    glm::quat rotation() {
        const glm::quat any(within(-1, 1), within(-1, 1), within(-1, 1), within(-1, 1));
        return glm::length(any) < 0.1F ? glm::quat(1, 0, 0, 0) : glm::normalize(any);
    }

    /// A rotation rounded to 16 bits, as in sources with packed keys.
    glm::quat packedRotation() {
        const glm::quat exact = rotation();
        const auto pack = [](float component) {
            return static_cast<float>(std::lround(component * 32767.0F)) / 32767.0F;
        };
        return {pack(exact.w), pack(exact.x), pack(exact.y), pack(exact.z)};
    }

    std::string name() {
        static const std::array<std::string, 9> kNames = {"bone",  "bone_2",       "",     "T\xFCr",  "a\nb",
                                                          "\"x\\", "\xE2\x82\xAC", "Root", "\xFF\xFE"};
        return chance(3) ? kNames.at(below(kNames.size())) : "n" + std::to_string(below(500));
    }

    Properties properties() {
        Properties made;
        if (chance(3)) made.set("number", vector(10).x);
        if (chance(4)) made.set("text", name());
        if (chance(4)) made.set("list", ValueList{1, true, Value(), Properties(), 1e30F, HUGE_VALF});
        return made;
    }

    IndexOf<Joint> anyJoint() { return IndexOf<Joint>(below(scene_.joints.size())); }

    Transform transform() {
        Transform made{.translation = vector(2.0F), .rotation = rotation(), .scale = glm::vec3(1.0F)};
        if (chance(5)) made.scale = vector(3.0F);
        return made;
    }

    void makeJoints() {
        scene_.name = name();
        scene_.sourceFormat = "random";
        scene_.extras = properties();
        const std::size_t count = chance(4) ? 257 + below(44) : 1 + below(40);
        const std::size_t trees = 1 + below(3);
        for (std::size_t i = 0; i < count; ++i) {
            Joint joint;
            joint.name = name();
            if (i >= trees) joint.parent = IndexOf<Joint>(below(i));
            joint.rest = chance(6) ? Transform() : transform();
            joint.visible = !chance(5);
            if (chance(2)) joint.sourceIndex = static_cast<std::uint32_t>(i);
            joint.extras = properties();
            scene_.joints.push_back(joint);
        }
    }

    void makeMaterials() {
        scene_.textures.resize(3);
        scene_.textures[0] = {.sourceName = "a.tga", .mimeType = "image/png", .encoded = tinyPng()};
        scene_.textures[1] = {.sourceName = name(), .mimeType = "image/jpeg", .encoded = tinyJpeg()};
        scene_.textures[2].sourceName = "missing.dds";
        const std::size_t count = below(4);
        for (std::size_t i = 0; i < count; ++i) {
            Material material;
            material.name = name();
            material.baseColorFactor = {unit(), unit(), unit(), unit()};
            material.roughnessFactor = unit();
            material.emissiveFactor = {unit(), unit(), unit()};
            material.alphaMode = static_cast<AlphaMode>(below(3));
            material.alphaCutoff = unit();
            material.doubleSided = chance(2);
            material.unlit = chance(3);
            for (auto* use :
                 {&material.baseColorTexture, &material.normalTexture, &material.emissiveTexture}) {
                if (!chance(2)) continue;
                *use = TextureUse{.texture = IndexOf<Texture>(below(3)),
                                  .texCoordSet = static_cast<std::uint32_t>(below(2)),
                                  .sampler = {.wrapS = static_cast<TextureWrap>(below(3)),
                                              .wrapT = static_cast<TextureWrap>(below(3)),
                                              .filter = static_cast<TextureFilter>(below(2))}};
                TextureSampler& sampler = (**use).sampler;
                // Takes no random number, so that other scenes of the same seed stay as they are.
                const std::size_t number = 2 * static_cast<std::size_t>(sampler.wrapS) + (**use).texCoordSet;
                const auto minification = static_cast<TextureMinification>(number);
                if (minification != usualMinification(sampler.filter)) sampler.minification = minification;
            }
            material.extras = properties();
            scene_.materials.push_back(material);
        }
    }

    /// Root of the tree that contains the joint.
    std::size_t topOf(std::size_t joint) const {
        while (scene_.joints[joint].parent) {
            joint = scene_.joints[joint].parent->value;
        }
        return joint;
    }

    void makeSkins() {
        const std::size_t count = below(3);
        for (std::size_t i = 0; i < count; ++i) {
            Skin skin;
            skin.name = name();
            const std::size_t top = topOf(anyJoint().value);
            for (std::size_t joint = 0; joint < scene_.joints.size(); ++joint) {
                if (topOf(joint) == top && (joint == top || !chance(8))) skin.joints.emplace_back(joint);
            }
            for (std::size_t joint = 0; joint < skin.joints.size(); ++joint) {
                glm::mat4 matrix(1.0F);
                matrix[0] = glm::vec4(vector(1), 0);
                matrix[3] = glm::vec4(vector(5), 1);
                skin.inverseBindMatrices.push_back(matrix);
            }
            scene_.skins.push_back(skin);
        }
    }

    void makeMesh() {
        Mesh mesh;
        mesh.name = name();
        mesh.extras = properties();
        MeshInstance instance;
        instance.name = name();
        instance.joint = anyJoint();
        instance.role = static_cast<MeshRole>(below(3));
        instance.hidden = chance(4);
        if (chance(3)) instance.levelOfDetail = static_cast<std::uint32_t>(below(4));
        instance.extras = properties();
        if (!scene_.skins.empty() && chance(2)) instance.skin = IndexOf<Skin>(below(scene_.skins.size()));
        const std::size_t sets = instance.skin ? 1 + below(2) : 0;
        const std::size_t primitives = 1 + below(3);
        for (std::size_t i = 0; i < primitives; ++i) {
            mesh.primitives.push_back(makePrimitive());
            for (std::size_t set = 0; set < sets; ++set) {
                mesh.primitives.back().influenceSets.emplace_back();
            }
            if (instance.skin)
                fillInfluences(mesh.primitives.back(), scene_.skins[instance.skin->value].joints.size());
        }
        instance.mesh = IndexOf<Mesh>(scene_.meshes.size());
        scene_.meshes.push_back(mesh);
        scene_.instances.push_back(instance);
        if (chance(3)) scene_.instances.push_back(instance);
    }

    /// Adds a mesh several times, as levels of detail of one object, most of them on the same joint.
    void makeLevels(MeshInstance instance) {
        instance.variantBase = "thing" + std::to_string(scene_.instances.size());
        const std::size_t count = 2 + below(3);
        for (std::size_t i = 0; i < count; ++i) {
            instance.name = name();
            instance.levelOfDetail = static_cast<std::uint32_t>(chance(8) ? 0 : i);
            instance.extras = properties();
            if (chance(8)) instance.joint = anyJoint();
            scene_.instances.push_back(instance);
        }
    }

    Primitive makePrimitive() {
        Primitive primitive;
        const std::size_t count = chance(40) ? 65535 + below(3) : 3 + below(60);
        const bool hasNormals = !chance(4);
        const bool hasTangents = hasNormals && chance(2);
        const bool hasColors = chance(3);
        primitive.texCoordSets.resize(2);
        if (!scene_.materials.empty()) primitive.material = IndexOf<Material>(below(scene_.materials.size()));
        for (std::size_t i = 0; i < count; ++i) {
            primitive.positions.push_back(vector(100));
            if (hasNormals) primitive.normals.push_back(direction());
            if (hasTangents) primitive.tangents.emplace_back(direction(), chance(2) ? 1.0F : -1.0F);
            if (hasColors) primitive.colors.emplace_back(unit(), unit(), unit(), unit());
            for (auto& set : primitive.texCoordSets) {
                set.emplace_back(within(-3, 3), within(-3, 3));
            }
        }
        const std::size_t ownAttributes = below(4);
        for (std::size_t i = 0; i < ownAttributes; ++i) {
            VertexAttribute attribute{.name = "_OWN" + std::to_string(i),
                                      .components = static_cast<std::uint32_t>(1 + below(4)),
                                      .values = {}};
            for (std::size_t value = 0; value < count * attribute.components; ++value)
                attribute.values.push_back(within(-9, 9));
            primitive.attributes.push_back(std::move(attribute));
        }
        const std::size_t triangles = 1 + below(20);
        for (std::size_t i = 0; i < triangles * 3; ++i) {
            primitive.indices.push_back(static_cast<std::uint32_t>(below(count)));
        }
        primitive.indices.back() = static_cast<std::uint32_t>(count - 1);
        return primitive;
    }

    /// Fills the influences, no joint twice in a vertex: in a third of the primitives one joint for each
    /// vertex, in the others up to as many as the sets have room for.
    void fillInfluences(Primitive& primitive, std::size_t joints) {
        const bool isRigid = chance(3);
        const std::size_t room = primitive.influenceSets.size() * 4;
        for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
            const std::size_t used = isRigid ? 1 : 1 + below(std::min(room, joints));
            const std::size_t first = below(joints);
            std::vector<float> weights(room, 0.0F);
            float sum = 0;
            for (std::size_t i = 0; i < used; ++i) {
                weights[i] = within(0.01F, 1.0F);
                sum += weights[i];
            }
            for (std::size_t i = 0; i < room; ++i) {
                InfluenceSet& set = primitive.influenceSets[i / 4];
                if (i % 4 == 0) {
                    set.joints.push_back({});
                    set.weights.emplace_back(0.0F);
                }
                if (i >= used) continue;
                set.joints.back().at(i % 4) = static_cast<std::uint16_t>((first + i) % joints);
                set.weights.back()[static_cast<int>(i % 4)] = weights[i] / sum;
            }
        }
    }

    void makeAttachment() {
        Attachment attachment = attachmentNamed(name(), "proxy");
        attachment.joint = anyJoint();
        attachment.local = transform();
        attachment.hidden = chance(3);
        attachment.extras = properties();
        scene_.attachments.push_back(attachment);
    }

    void makeLight() {
        Light light = lightNamed(name(), static_cast<LightKind>(below(3)));
        light.joint = anyJoint();
        light.local = transform();
        light.color = {unit(), unit(), unit()};
        light.intensity = within(0, 100);
        if (chance(2)) light.range = within(0.01F, 50);
        light.outerConeAngle = chance(3) ? std::acos(0.0F) : within(0.1F, 1.5F);
        light.innerConeAngle = chance(2) ? 0.0F : std::nextafter(light.outerConeAngle, 0.0F);
        light.extras = properties();
        scene_.lights.push_back(light);
    }

    std::vector<float> times(float duration) {
        if (duration == 0.0F) return {0.0F};
        std::vector<float> made;
        const std::size_t count = 1 + below(12);
        for (std::size_t i = 0; i < count; ++i) {
            made.push_back(duration * static_cast<float>(i) / 12.0F);
        }
        if (chance(2)) made.push_back(duration);
        return made;
    }

    template <class Make>
    auto track(float duration, Make make) {
        Track<decltype(make())> made;
        made.times = times(duration);
        made.interpolation = static_cast<Interpolation>(below(3));
        const std::size_t perKey = made.interpolation == Interpolation::CubicSpline ? 3 : 1;
        const auto constant = make();
        const bool isConstant = chance(3);
        for (std::size_t i = 0; i < made.times.size() * perKey; ++i) {
            made.values.push_back(isConstant ? constant : make());
        }
        return made;
    }

    void makeClip() {
        Clip clip = clipNamed(name(), chance(6) ? 0.0F : within(0.01F, 5.0F));
        if (chance(2)) clip.sourceFrameRate = 30.0F;
        clip.extras = properties();
        const bool isPacked = chance(2);
        for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
            if (!chance(2)) continue;
            const Joint& joint = scene_.joints[i];
            JointTracks& tracks = tracksOf(clip, i);
            if (chance(2)) {
                tracks.translation =
                    track(clip.duration, [&] { return chance(2) ? joint.rest.translation : vector(10); });
            }
            if (chance(2)) {
                tracks.rotation =
                    track(clip.duration, [&] { return isPacked ? packedRotation() : rotation(); });
            }
            if (chance(4)) tracks.scale = track(clip.duration, [&] { return vector(2); });
            if (chance(3)) {
                tracks.visibility = track(clip.duration, [&] { return static_cast<std::uint8_t>(below(2)); });
                makeStepped(tracks.visibility);
            }
            tracks.extras = properties();
        }
        if (chance(2)) {
            ClipEvent event;
            event.time = clip.duration / 2;
            event.name = name();
            clip.events.push_back(event);
        }
        scene_.clips.push_back(clip);
    }

    static void makeStepped(Track<std::uint8_t>& track) {
        track.interpolation = Interpolation::Step;
        track.values.resize(track.times.size());
    }

    std::mt19937 random_;
    Scene scene_;
};

}  // namespace

Scene randomScene(std::uint32_t seed) {
    return SceneMaker(seed).make();
}

}  // namespace rigkiln::gltf_export::test
