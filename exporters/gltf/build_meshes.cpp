#include "exporters/gltf/build_meshes.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "exporters/gltf/build_skins.hpp"
#include "exporters/gltf/extras.hpp"
#include "exporters/gltf/gltf_issues.hpp"
#include "exporters/gltf/normalise_weights.hpp"
#include "exporters/gltf/pack_primitive.hpp"
#include "exporters/gltf/unique_names.hpp"
#include "exporters/gltf/used_attributes.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/packing/vertex_order.hpp"

namespace rigkiln::gltf_export {
namespace {

enum class JointWidth : std::uint8_t { None, Bytes, Shorts };

/// One mesh of the document: a mesh of the scene, used without a skin or with joint numbers of that width.
struct MeshUse {
    std::uint32_t mesh = 0;
    JointWidth joints = JointWidth::None;
};

JointWidth widthFor(const Skin& skin) {
    constexpr std::size_t kLargestByteSkin = 256;
    return skin.joints.size() <= kLargestByteSkin ? JointWidth::Bytes : JointWidth::Shorts;
}

bool drawsTriangles(const Primitive& primitive) {
    return !primitive.positions.empty() && !primitive.indices.empty();
}

bool hasInfluences(const Mesh& mesh) {
    return std::ranges::any_of(mesh.primitives, [](const Primitive& primitive) {
        return drawsTriangles(primitive) && !primitive.influenceSets.empty();
    });
}

void reserveViews(const Scene& scene, BufferPacker& packer) {
    std::size_t vertices = 0;
    std::size_t normals = 0;
    std::size_t wide = 0;
    std::size_t pairs = 0;
    for (const Mesh& mesh : scene.meshes) {
        for (const Primitive& primitive : mesh.primitives) {
            vertices += primitive.positions.size();
            normals += primitive.normals.size();
            wide += primitive.tangents.size() + primitive.colors.size() +
                    primitive.influenceSets.size() * primitive.positions.size();
            pairs += primitive.texCoordSets.size() * primitive.positions.size();
        }
    }
    packer.reserve(Usage::Vertices12, (vertices + normals) * sizeof(glm::vec3));
    packer.reserve(Usage::Vertices16, wide * sizeof(glm::vec4));
    packer.reserve(Usage::Vertices8, pairs * sizeof(glm::vec2));
}

class PrimitiveBuilder {
public:
    PrimitiveBuilder(const MaterialTable& materials, BufferPacker& packer, JointWidth joints)
        : materials_(materials), packer_(packer), joints_(joints) {}

    DocumentPrimitive build(const Primitive& source) {
        result_ = {};
        result_.indices = packer_.addIndices(source.indices, source.positions.size());
        if (source.material) {
            const auto& table = hasTangents(source) ? materials_.withTangents : materials_.withoutTangents;
            result_.material = table[source.material->value];
        }
        attribute("POSITION", packer_.addPositions(source.positions));
        if (!source.normals.empty()) attribute("NORMAL", packer_.addVertices(source.normals));
        if (hasTangents(source)) attribute("TANGENT", packer_.addVertices(source.tangents));
        addTexCoords(source);
        if (!source.colors.empty()) attribute("COLOR_0", packer_.addVertices(source.colors));
        if (joints_ != JointWidth::None) addInfluences(source);
        for (const VertexAttribute& own : source.attributes)
            attribute(own.name, packer_.addVertices(own.values, own.components));
        return std::move(result_);
    }

private:
    void attribute(std::string name, Index accessor) {
        result_.attributes.push_back({.name = std::move(name), .accessor = accessor});
    }

    /// glTF numbers the sets without gaps: an empty set before others is written as zeros.
    void addTexCoords(const Primitive& source) {
        std::size_t used = source.texCoordSets.size();
        while (used > 0 && source.texCoordSets[used - 1].empty()) {
            --used;
        }
        for (std::size_t i = 0; i < used; ++i) {
            const std::vector<glm::vec2>& set = source.texCoordSets[i];
            const std::vector<glm::vec2> zeros(set.empty() ? source.positions.size() : 0, glm::vec2(0.0F));
            attribute(fmt::format("TEXCOORD_{}", i),
                      packer_.addVertices(std::span(set.empty() ? zeros : set)));
        }
    }

    void addInfluences(const Primitive& source) {
        const auto normalised = normalisedWeights(source.influenceSets);
        for (std::size_t i = 0; i < source.influenceSets.size(); ++i) {
            const InfluenceSet& set = source.influenceSets[i];
            attribute(fmt::format("JOINTS_{}", i),
                      packer_.addJoints(set.joints, joints_ == JointWidth::Bytes));
            attribute(fmt::format("WEIGHTS_{}", i),
                      packer_.addWeights(normalised ? (*normalised)[i] : set.weights));
        }
    }

    const MaterialTable& materials_;
    BufferPacker& packer_;
    JointWidth joints_;
    DocumentPrimitive result_;
};

const QuantisedMesh& planOf(const MeshUse& use, const PositionRounding& rounding) {
    const QuantisationPlan& plan = rounding.plan;
    return use.joints == JointWidth::None ? plan.rigid[use.mesh] : plan.skinned[use.mesh];
}

/// Input of packPrimitive for one mesh.
PackedMesh packedMesh(const Scene& scene, const MeshUse& use, const MeshOptions& options) {
    const PositionRounding& rounding = *options.rounding;
    const QuantisedMesh& plan = planOf(use, rounding);
    return {.scene = scene,
            .dequantisation = plan.dequantisation,
            .maxError = rounding.maxError / plan.enlargement,
            .texCoordBits = options.texCoordBits,
            .colorBits = options.colorBits,
            .isSkinned = use.joints != JointWidth::None,
            .jointsAsBytes = use.joints == JointWidth::Bytes};
}

DocumentMesh buildMesh(const Scene& scene, const MeshUse& use, const std::string& name,
                       const MaterialTable& materials, BufferPacker& packer, const MeshOptions& options) {
    PositionRounding* rounding = options.rounding;
    const Mesh& source = scene.meshes[use.mesh];
    DocumentMesh mesh{.name = name};
    PrimitiveBuilder builder(materials, packer, use.joints);
    for (const Primitive& primitive : source.primitives) {
        if (!drawsTriangles(primitive)) continue;
        const std::optional<Primitive> used =
            options.onlyUsedAttributes ? withoutUnusedAttributes(scene, primitive) : std::nullopt;
        const Primitive& written = used ? *used : primitive;
        if (rounding == nullptr) {
            mesh.primitives.push_back(builder.build(options.weld ? weldVertices(written) : written));
            continue;
        }
        const PackedMesh packed = packedMesh(scene, use, options);
        PackedPrimitive made = packPrimitive(written, packed, materials, packer);
        mesh.primitives.push_back(std::move(made.primitive));
        rounding->worst = std::max(rounding->worst, made.worst * planOf(use, *rounding).enlargement);
    }
    mesh.extras =
        namedExtras(name.empty() ? std::string_view() : source.name, name, "rigkiln_mesh", source.extras);
    return mesh;
}

/// Empties the names of meshes that are called like the first node that shows them (kImpliedNames). Those of
/// several primitives stay: three.js names the objects that it makes of primitives by the mesh.
void leaveOutNamesOfNodes(const Scene& scene, std::span<const PlacedMesh> placed,
                          std::span<const MeshUse> uses, std::span<std::string> names) {
    std::vector<bool> isShown(uses.size(), false);
    for (std::size_t i = 0; i < placed.size(); ++i) {
        if (!placed[i].mesh || isShown[*placed[i].mesh]) continue;
        isShown[*placed[i].mesh] = true;
        const Mesh& mesh = scene.meshes[uses[*placed[i].mesh].mesh];
        const bool isNodes = !mesh.name.empty() && mesh.name == scene.instances[i].name;
        if (isNodes && mesh.primitives.size() == 1) names[*placed[i].mesh].clear();
    }
}

}  // namespace

bool hasTriangles(const Mesh& mesh) {
    return std::ranges::any_of(mesh.primitives,
                               [](const Primitive& primitive) { return drawsTriangles(primitive); });
}

std::vector<PlacedMesh> buildMeshes(const Scene& scene, const MaterialTable& materials, BufferPacker& packer,
                                    Document& document, Diagnostics& diagnostics,
                                    const MeshOptions& options) {
    const PositionRounding* rounding = options.rounding;
    if (rounding == nullptr) reserveViews(scene, packer);
    const SkinNumbers skins =
        buildSkins(scene, options.skinJoints, packer, document, rounding, options.names);
    std::vector<PlacedMesh> placed(scene.instances.size());
    std::vector<MeshUse> uses;
    std::map<std::pair<std::uint32_t, JointWidth>, Index> useNumbers;
    const auto numberOf = [&](const MeshUse& use) {
        const auto [entry, isNew] =
            useNumbers.try_emplace({use.mesh, use.joints}, static_cast<Index>(uses.size()));
        if (isNew) uses.push_back(use);
        return entry->second;
    };
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const MeshInstance& instance = scene.instances[i];
        const Mesh& mesh = scene.meshes[instance.mesh.value];
        if (!hasTriangles(mesh)) {
            diagnostics.add(kEmptyMesh, fmt::format("instance[{}] {}", i, quote(instance.name)));
            continue;
        }
        if (instance.skin && hasInfluences(mesh)) placed[i].skin = skins[instance.skin->value];
        const JointWidth width =
            placed[i].skin ? widthFor(scene.skins[instance.skin->value]) : JointWidth::None;
        placed[i].mesh = numberOf({instance.mesh.value, width});
        if (rounding != nullptr && !placed[i].skin)
            placed[i].dequantisation = rounding->plan.rigid[instance.mesh.value].dequantisation;
    }
    // A mesh without an instance is kept, too.
    std::vector<bool> isUsed(scene.meshes.size());
    for (const MeshUse& use : uses) {
        isUsed[use.mesh] = true;
    }
    for (std::uint32_t i = 0; i < scene.meshes.size(); ++i) {
        if (!isUsed[i] && hasTriangles(scene.meshes[i])) uses.push_back({.mesh = i});
    }

    std::vector<NameRequest> requests;
    requests.reserve(uses.size());
    for (const MeshUse& use : uses) {
        requests.push_back({scene.meshes[use.mesh].name, "mesh"});
    }
    std::vector<std::string> names = uniqueNames(requests, options.names);
    if (rounding != nullptr) leaveOutNamesOfNodes(scene, placed, uses, names);
    for (std::size_t i = 0; i < uses.size(); ++i) {
        document.meshes.push_back(buildMesh(scene, uses[i], names[i], materials, packer, options));
    }
    return placed;
}

}  // namespace rigkiln::gltf_export
