#include "exporters/gltf/pack_primitive.hpp"

#include <cstddef>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "exporters/gltf/pack_attributes.hpp"
#include "pipeline/packing/vertex_order.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Whether its triangles cover one another, so that they must be drawn in the order of the source. Those that
/// are added to what is behind them give the same sum in any order.
bool needsItsOrder(const Scene& scene, const Primitive& primitive) {
    if (!primitive.material) return false;
    const Material& material = scene.materials[primitive.material->value];
    return material.alphaMode == AlphaMode::Blend && !isAdditive(material);
}

/// The vertices of `from`, in that order; each has `size` bytes.
std::vector<std::byte> gathered(std::span<const std::byte> from, std::span<const std::uint32_t> vertices,
                                std::size_t size) {
    std::vector<std::byte> moved(vertices.size() * size);
    for (std::size_t i = 0; i < vertices.size(); ++i)
        std::memcpy(moved.data() + i * size, from.data() + vertices[i] * size, size);
    return moved;
}

class Packer {
public:
    explicit Packer(const PackedMesh& mesh) : mesh_(mesh) {}

    /// Packs the attributes. Returns the largest move of a position, in units of the mesh.
    double packAttributes(const Primitive& source) {
        count_ = source.positions.size();
        indices_ = source.indices;
        PackedPositions positions = packPositions(source.positions, mesh_.dequantisation, mesh_.maxError);
        attributes_.push_back(std::move(positions.attribute));
        if (!source.normals.empty()) attributes_.push_back(packNormals(source.normals));
        if (!source.tangents.empty()) attributes_.push_back(packTangents(source.tangents));
        packCoordinates(source);
        if (!source.colors.empty()) attributes_.push_back(packColors(source.colors, mesh_.colorBits));
        if (mesh_.isSkinned) packInfluenceSets(source);
        for (const VertexAttribute& own : source.attributes)
            attributes_.push_back(packNumbersOfSource(own));
        return positions.worst;
    }

    /// Makes one vertex of those that readers would see as equal.
    void weld() {
        std::vector<VertexStream> streams;
        streams.reserve(attributes_.size());
        for (const PackedAttribute& attribute : attributes_)
            streams.push_back({attribute.elements, sizeIn(attribute)});
        const VertexMerge merge = mergeEqualVertices(streams, count_);
        if (merge.kept.size() == count_) return;
        for (std::uint32_t& index : indices_)
            index = merge.places[index];
        take(merge.kept);
    }

    void sort(bool keepTriangles) {
        VertexOrder order = orderVertices(indices_, count_, keepTriangles);
        indices_ = std::move(order.indices);
        take(order.vertices);
    }

    DocumentPrimitive addTo(BufferPacker& packer) const {
        DocumentPrimitive primitive;
        primitive.indices = packer.addIndices(indices_, count_);
        for (const PackedAttribute& attribute : attributes_)
            primitive.attributes.push_back(
                {.name = attribute.name, .accessor = packer.addAttribute(attribute)});
        return primitive;
    }

private:
    static std::size_t sizeIn(const PackedAttribute& attribute) {
        return infoOf(attribute.layout.usage).stride;
    }

    void take(std::span<const std::uint32_t> vertices) {
        for (PackedAttribute& attribute : attributes_) {
            attribute.elements = gathered(attribute.elements, vertices, sizeIn(attribute));
            if (!attribute.beforeFilter.empty())
                attribute.beforeFilter = gathered(attribute.beforeFilter, vertices, sizeIn(attribute));
        }
        count_ = vertices.size();
    }

    /// glTF numbers the sets without gaps: an empty set before others is written as zeros.
    void packCoordinates(const Primitive& source) {
        std::size_t used = source.texCoordSets.size();
        while (used > 0 && source.texCoordSets[used - 1].empty())
            --used;
        for (std::size_t i = 0; i < used; ++i) {
            std::vector<glm::vec2> set = source.texCoordSets[i];
            set.resize(source.positions.size(), glm::vec2(0.0F));
            attributes_.push_back(packTexCoords(fmt::format("TEXCOORD_{}", i), set, mesh_.texCoordBits));
        }
    }

    void packInfluenceSets(const Primitive& source) {
        const PackedInfluences packed = packInfluences(source.influenceSets);
        for (std::size_t i = 0; i < packed.joints.size(); ++i) {
            attributes_.push_back(
                packJoints(fmt::format("JOINTS_{}", i), packed.joints[i], mesh_.jointsAsBytes));
            attributes_.push_back(
                packWeights(fmt::format("WEIGHTS_{}", i), packed.weights[i], packed.areBytes));
        }
    }

    const PackedMesh& mesh_;
    std::size_t count_ = 0;
    std::vector<std::uint32_t> indices_;
    std::vector<PackedAttribute> attributes_;
};

}  // namespace

PackedPrimitive packPrimitive(const Primitive& source, const PackedMesh& mesh, const MaterialTable& materials,
                              BufferPacker& packer) {
    Packer vertices(mesh);
    PackedPrimitive packed{.worst = vertices.packAttributes(source)};
    vertices.weld();
    vertices.sort(needsItsOrder(mesh.scene, source));
    packed.primitive = vertices.addTo(packer);
    if (source.material) {
        const auto& table = source.tangents.empty() ? materials.withoutTangents : materials.withTangents;
        packed.primitive.material = table[source.material->value];
    }
    return packed;
}

}  // namespace rigkiln::gltf_export
