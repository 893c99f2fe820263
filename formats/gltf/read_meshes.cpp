#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/extras_reader.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/read_scene.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf {
namespace {

/// Uses of a mesh by the nodes of the scene: with a skin, without, or both.
struct MeshUse {
    bool isRigid = false;
    bool isSkinned = false;
    std::optional<std::size_t> firstNode{};
};

std::vector<MeshUse> findUses(const Reading& reading) {
    std::vector<MeshUse> uses(reading.file.model.meshes.size());
    for (std::size_t i = 0; i < reading.plan.nodes.size(); ++i) {
        const tinygltf::Node& node = reading.file.model.nodes[i];
        if (reading.plan.nodes[i].role == NodeRole::LeftOut || node.mesh == -1) continue;
        MeshUse& use = uses[static_cast<std::size_t>(node.mesh)];
        (node.skin == -1 ? use.isRigid : use.isSkinned) = true;
        if (!use.firstNode) use.firstNode = i;
    }
    return uses;
}

enum class Choice : std::uint8_t { All, WithInfluences, WithoutInfluences };

class MeshReader {
public:
    MeshReader(Reading& reading, std::size_t index, const MeshUse& use)
        : reading_(reading), source_(reading.file.model.meshes[index]), use_(use), index_(index) {}

    MeshParts read() {
        MeshParts parts;
        // Unused meshes are kept.
        if (use_.isRigid || !use_.isSkinned) parts.rigid = read(Choice::All, false);
        if (!use_.isSkinned) return parts;
        parts.skinned = read(Choice::WithInfluences, true);
        parts.rest = read(Choice::WithoutInfluences, false);
        return parts;
    }

private:
    MeshPart read(Choice choice, bool withInfluences) {
        MeshPart part;
        Mesh mesh;
        const ValueList* objects = asList(member(objectOf(reading_, "meshes", index_), "primitives"));
        for (std::size_t p = 0; p < source_.primitives.size(); ++p) {
            if (choice != Choice::All &&
                hasInfluences(source_.primitives[p]) != (choice == Choice::WithInfluences))
                continue;
            const Value* object = objects == nullptr || p >= objects->size() ? nullptr : &(*objects)[p];
            auto primitive = readPrimitive(reading_, {index_, p, object}, withInfluences, part.highestJoint);
            if (!primitive) continue;
            if (const auto& dequantisation = dequantisationFor(choice))
                dequantise(primitive->positions, *dequantisation, fmt::format("meshes[{}]", index_));
            mesh.primitives.push_back(std::move(*primitive));
        }
        if (mesh.primitives.empty()) return part;
        const std::string where = fmt::format("meshes[{}]", index_);
        OwnExtras own = readExtras(objectOf(reading_, "meshes", index_), writtenName(), "rigkiln_mesh", where,
                                   reading_.diagnostics);
        mesh.name = std::move(own.name);
        mesh.extras =
            joinedExtras(own.record.value_or(Properties()), own.others, where, reading_.diagnostics);
        part.mesh = IndexOf<Mesh>(reading_.scene.meshes.size());
        reading_.scene.meshes.push_back(std::move(mesh));
        return part;
    }

    [[nodiscard]] const std::optional<Dequantisation>& dequantisationFor(Choice choice) const {
        const Dequantisations& all = reading_.plan.dequantisations;
        return choice == Choice::All ? all.rigid[index_] : all.skinned[index_];
    }

    /// The name in the file; where it leaves names out, that of the node.
    [[nodiscard]] std::string writtenName() const {
        if (!source_.name.empty() || !reading_.numberedNames || !use_.firstNode) return source_.name;
        const Value* node = objectOf(reading_, "nodes", *use_.firstNode);
        return originalName(member(node, "extras"), impliedName(reading_, *use_.firstNode));
    }

    Reading& reading_;
    const tinygltf::Mesh& source_;
    const MeshUse& use_;
    std::size_t index_;
};

constexpr std::array<std::pair<std::string_view, std::optional<TextureUse> Material::*>, 3> kTextures = {
    {{"base_color", &Material::baseColorTexture},
     {"normal", &Material::normalTexture},
     {"emissive", &Material::emissiveTexture}}};

bool hasSet(const Primitive& primitive, std::uint32_t set) {
    return set < primitive.texCoordSets.size() && !primitive.texCoordSets[set].empty();
}

/// Adds the texture coordinates that a material uses and a primitive lacks. Textures without an image need
/// none: their names go back to the extras instead.
class TexCoordMender {
public:
    explicit TexCoordMender(Reading& reading) : reading_(reading), scene_(reading.scene) {}

    void mend() {
        for (std::size_t m = 0; m < scene_.meshes.size(); ++m) {
            for (Primitive& primitive : scene_.meshes[m].primitives) {
                if (!primitive.material) continue;
                Material& material = scene_.materials[primitive.material->value];
                for (const auto& [role, use] : kTextures) {
                    if (material.*use && !hasSet(primitive, (material.*use)->texCoordSet))
                        mend(m, primitive, material, role, material.*use);
                }
            }
        }
    }

private:
    void mend(std::size_t mesh, Primitive& primitive, Material& material, std::string_view role,
              std::optional<TextureUse>& use) {
        const Texture& texture = scene_.textures[use->texture.value];
        if (texture.encoded.empty()) {
            const Properties* known = asObject(material.extras.find("textures"));
            Properties names = known == nullptr ? Properties() : *known;
            names.set(role, texture.sourceName);
            material.extras.set("textures", std::move(names));
            use.reset();
            return;
        }
        const std::string where = fmt::format("mesh[{}] {}", mesh, quote(scene_.meshes[mesh].name));
        reading_.diagnostics.add(kTexCoordsMissing, where, fmt::format("TEXCOORD_{}", use->texCoordSet));
        reading_.accessors.charge(primitive.positions.size() * sizeof(glm::vec2), where);
        if (primitive.texCoordSets.size() <= use->texCoordSet)
            primitive.texCoordSets.resize(use->texCoordSet + 1);
        primitive.texCoordSets[use->texCoordSet].assign(primitive.positions.size(), glm::vec2(0.0F));
    }

    Reading& reading_;
    Scene& scene_;
};

}  // namespace

std::vector<MeshParts> readMeshes(Reading& reading) {
    const std::vector<MeshUse> uses = findUses(reading);
    std::vector<MeshParts> parts;
    parts.reserve(uses.size());
    for (std::size_t i = 0; i < uses.size(); ++i)
        parts.push_back(MeshReader(reading, i, uses[i]).read());
    TexCoordMender(reading).mend();
    return parts;
}

}  // namespace rigkiln::gltf
