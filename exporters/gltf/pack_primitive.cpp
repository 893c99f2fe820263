#include "exporters/gltf/pack_primitive.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "exporters/gltf/normalise_weights.hpp"
#include "pipeline/packing/packed_keys.hpp"
#include "pipeline/packing/vertex_order.hpp"

namespace rigkiln::gltf_export {
namespace {

bool isBlended(const Scene& scene, const Primitive& primitive) {
    return primitive.material && scene.materials[primitive.material->value].alphaMode == AlphaMode::Blend;
}

double distance(const glm::vec3& left, const glm::vec3& right) {
    return glm::distance(glm::dvec3(left), glm::dvec3(right));
}

class Packer {
public:
    Packer(const PackedMesh& mesh, const MaterialTable& materials, BufferPacker& packer)
        : mesh_(mesh), materials_(materials), packer_(packer) {}

    PackedPrimitive pack(const Primitive& source) {
        result_.primitive.indices = packer_.addIndices(source.indices, source.positions.size());
        if (source.material) {
            const bool hasTangents = !source.tangents.empty();
            const auto& table = hasTangents ? materials_.withTangents : materials_.withoutTangents;
            result_.primitive.material = table[source.material->value];
        }
        addPositions(source.positions);
        addDirections(source);
        addTexCoords(source);
        addColors(source.colors);
        if (mesh_.isSkinned) addInfluences(source);
        for (const VertexAttribute& own : source.attributes)
            attribute(own.name, packer_.addVertices(own.values, own.components));
        return std::move(result_);
    }

private:
    void attribute(std::string name, Index accessor) {
        result_.primitive.attributes.push_back({.name = std::move(name), .accessor = accessor});
    }

    void addPositions(const std::vector<glm::vec3>& positions) {
        if (!mesh_.dequantisation) return addFloats(positions);
        const std::vector<ShortPosition> stored = quantised(positions, *mesh_.dequantisation);
        for (std::size_t i = 0; i < stored.size(); ++i) {
            result_.worst =
                std::max(result_.worst, distance(positions[i], positionOf(stored[i], *mesh_.dequantisation)));
        }
        attribute("POSITION", packer_.addQuantisedPositions(stored));
    }

    /// Rounds positions to multiples of a power of two where the filter can hold all of them.
    void addFloats(const std::vector<glm::vec3>& positions) {
        std::vector<glm::vec3> rounded = positions;
        const bool isRounded = mesh_.maxError > 0 && roundAll(rounded, exponentWithin(mesh_.maxError));
        if (!isRounded) rounded = positions;
        for (std::size_t i = 0; i < rounded.size(); ++i)
            result_.worst = std::max(result_.worst, distance(positions[i], rounded[i]));
        attribute("POSITION", packer_.addFixedPositions(rounded));
    }

    static bool roundAll(std::vector<glm::vec3>& positions, int exponent) {
        for (glm::vec3& position : positions) {
            for (int c = 0; c < 3; ++c) {
                const std::optional<float> rounded = roundNumber(position[c], exponent);
                if (!rounded) return false;
                position[c] = *rounded;
            }
        }
        return true;
    }

    void addDirections(const Primitive& source) {
        if (!source.normals.empty()) {
            std::vector<glm::vec4> normals;
            normals.reserve(source.normals.size());
            for (const glm::vec3& normal : source.normals)
                normals.emplace_back(normal, 0.0F);
            attribute("NORMAL", packer_.addDirections(packDirections(normals), ElementType::Vec3));
        }
        if (!source.tangents.empty())
            attribute("TANGENT", packer_.addDirections(packDirections(source.tangents), ElementType::Vec4));
    }

    /// glTF numbers the sets without gaps: an empty set before others is written as zeros.
    void addTexCoords(const Primitive& source) {
        std::size_t used = source.texCoordSets.size();
        while (used > 0 && source.texCoordSets[used - 1].empty())
            --used;
        for (std::size_t i = 0; i < used; ++i) {
            std::vector<glm::vec2> set = source.texCoordSets[i];
            set.resize(source.positions.size(), glm::vec2(0.0F));
            const auto stored = quantised(std::span<const glm::vec2>(set));
            attribute(fmt::format("TEXCOORD_{}", i),
                      stored ? packer_.addQuantised(*stored) : packer_.addVertices(set));
        }
    }

    void addColors(const std::vector<glm::vec4>& colors) {
        if (colors.empty()) return;
        const auto bytes = exactBytes(colors);
        attribute("COLOR_0", bytes ? packer_.addQuantised(*bytes)
                                   : packer_.addQuantised(quantised(std::span<const glm::vec4>(colors))));
    }

    void addInfluences(const Primitive& source) {
        const PackedInfluences packed = packInfluences(source.influenceSets);
        for (std::size_t i = 0; i < packed.joints.size(); ++i) {
            attribute(fmt::format("JOINTS_{}", i), packer_.addJoints(packed.joints[i], mesh_.jointsAsBytes));
            attribute(fmt::format("WEIGHTS_{}", i), packed.areBytes
                                                        ? packer_.addQuantised(narrow(packed.weights[i]))
                                                        : packer_.addQuantised(packed.weights[i]));
        }
    }

    static std::vector<std::array<std::uint8_t, 4>> narrow(
        const std::vector<std::array<std::uint16_t, 4>>& shorts) {
        std::vector<std::array<std::uint8_t, 4>> bytes(shorts.size());
        for (std::size_t i = 0; i < shorts.size(); ++i) {
            std::ranges::transform(shorts[i], bytes[i].begin(),
                                   [](std::uint16_t number) { return static_cast<std::uint8_t>(number); });
        }
        return bytes;
    }

    const PackedMesh& mesh_;
    const MaterialTable& materials_;
    BufferPacker& packer_;
    PackedPrimitive result_;
};

}  // namespace

PackedPrimitive packPrimitive(const Primitive& source, const PackedMesh& mesh, const MaterialTable& materials,
                              BufferPacker& packer) {
    return Packer(mesh, materials, packer)
        .pack(inVertexOrder(weldVertices(source), isBlended(mesh.scene, source)));
}

}  // namespace rigkiln::gltf_export
