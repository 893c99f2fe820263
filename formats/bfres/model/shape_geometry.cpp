#include "formats/bfres/model/shape_geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "formats/bfres/base/bfres_issues.hpp"
#include "formats/bfres/model/mesh_triangles.hpp"
#include "formats/bfres/model/vertex_format.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/vertex_vectors.hpp"

namespace rigkiln::bfres {
namespace {

/// Reads one attribute of all vertices.
class AttributeReader {
public:
    AttributeReader(const VertexFormat& format, const VertexAttribute& attribute, const VertexBuffer& buffer,
                    std::endian order)
        : format_(format),
          offset_(attribute.offset),
          stride_(buffer.stride),
          bytes_(buffer.bytes),
          order_(order) {}

    [[nodiscard]] std::array<double, 4> at(std::uint32_t vertex) const {
        return readComponents(format_, bytes_.subspan(std::size_t{vertex} * stride_ + offset_, format_.size),
                              order_);
    }
    [[nodiscard]] std::size_t componentCount() const { return format_.componentCount; }

private:
    VertexFormat format_;
    std::size_t offset_;
    std::size_t stride_;
    std::span<const std::byte> bytes_;
    std::endian order_;
};

/// Bone of a vertex, and its weight.
struct Weighted {
    std::uint16_t bone = 0;
    double weight = 0;
};

/// Limit for sets of texture coordinates and of colours; both consoles have sixteen attributes in all.
constexpr unsigned kMostSets = 8;

/// Limit for the bones of a vertex: the consoles have two sets of four.
constexpr std::size_t kMostInfluences = 8;

class PrimitiveBuilder {
public:
    PrimitiveBuilder(const ShapeSource& source, SkinSlots& slots, const std::string& where,
                     Diagnostics& diagnostics)
        : source_(source), slots_(slots), where_(where), diagnostics_(diagnostics) {}

    Primitive build(const Mesh& mesh) && {
        std::optional<Triangles> triangles =
            trianglesOf(mesh, source_.layout.console, source_.vertices.vertexCount);
        const std::optional<AttributeReader> positions = reader("_p0");
        if (!triangles || triangles->indices.empty()) {
            add(kNoTriangles, fmt::format("primitive type {}, {} indices", mesh.primitive, mesh.indexCount));
            return {};
        }
        if (triangles->badTriangles > 0) {
            add(kBadIndex, fmt::format("{} triangles (limit {} vertices)", triangles->badTriangles,
                                       source_.vertices.vertexCount));
        }
        if (!positions) {
            add(kNoPositions, {});
            return {};
        }
        used_ = std::move(triangles->vertices);
        result_.indices = std::move(triangles->indices);
        if (source_.isSkinned) influences();
        readPositions(*positions);
        readNormals();
        readTangents();
        readTexCoords();
        readColors();
        report();
        return std::move(result_);
    }

private:
    void add(const IssueKind& kind, std::string details) {
        diagnostics_.add(kind, where_, std::move(details));
    }

    std::optional<AttributeReader> reader(std::string_view name) {
        const auto found = std::ranges::find(source_.vertices.attributes, name, &VertexAttribute::name);
        if (found == source_.vertices.attributes.end()) return std::nullopt;
        if (found->buffer >= source_.vertices.buffers.size()) {
            add(kNoVertexBuffer, fmt::format("{}: buffer {}, there are {}", quote(name), found->buffer,
                                             source_.vertices.buffers.size()));
            return std::nullopt;
        }
        const std::optional<VertexFormat> format = vertexFormat(source_.layout.console, found->format);
        if (!format) {
            add(kUnknownVertexFormat, fmt::format("{}: format {:#x}", quote(name), found->format));
            return std::nullopt;
        }
        return AttributeReader(*format, *found, source_.vertices.buffers[found->buffer],
                               source_.layout.order());
    }

    /// Converts to float. Values that are not finite as float become neutral and mark the vertex as bad.
    float finite(double value, float neutral) {
        const auto number = static_cast<float>(value);
        if (std::isfinite(number)) return number;
        isBad_ = true;
        return neutral;
    }

    void countBad() {
        if (std::exchange(isBad_, false)) ++notFinite_;
    }

    void readPositions(const AttributeReader& positions) {
        result_.positions.reserve(used_.size());
        for (std::size_t i = 0; i < used_.size(); ++i) {
            const std::array<double, 4> p = positions.at(used_[i]);
            const glm::dmat4* const matrix = boneMatrix(i);
            glm::dvec3 position(p[0], p[1], p[2]);
            if (matrix != nullptr) position = glm::dvec3(*matrix * glm::dvec4(position, 1.0));
            result_.positions.emplace_back(finite(position.x, 0), finite(position.y, 0),
                                           finite(position.z, 0));
            countBad();
        }
    }

    /// Matrix that takes the vertex to model space; null when it stays in its space.
    [[nodiscard]] const glm::dmat4* boneMatrix(std::size_t vertex) const {
        if (rigidBones_.empty() || !rigidBones_[vertex]) return nullptr;
        return &source_.bindPose.toModel(*rigidBones_[vertex]);
    }

    /// Returns a zero vector when there is no direction.
    [[nodiscard]] glm::vec3 direction(const std::array<double, 4>& numbers, std::size_t vertex,
                                      bool isNormal) const {
        glm::dvec3 vector(numbers[0], numbers[1], numbers[2]);
        if (const glm::dmat4* const matrix = boneMatrix(vertex)) {
            const glm::dmat3 linear(*matrix);
            vector = isNormal ? glm::transpose(glm::inverse(linear)) * vector : linear * vector;
        }
        const glm::vec3 result(vector);
        return hasDirection(result) ? unitDirection(result) : glm::vec3(0.0F);
    }

    void readNormals() {
        const std::optional<AttributeReader> attribute = reader("_n0");
        if (!attribute) return;
        std::vector<glm::vec3> normals;
        normals.reserve(used_.size());
        for (std::size_t i = 0; i < used_.size(); ++i) {
            normals.push_back(direction(attribute->at(used_[i]), i, true));
            if (normals.back() == glm::vec3(0.0F)) ++zeroNormals_;
        }
        if (zeroNormals_ > 0) rebuildZeroNormals(result_.positions, result_.indices, normals);
        result_.normals = std::move(normals);
    }

    void readTangents() {
        const std::optional<AttributeReader> attribute = reader("_t0");
        if (!attribute || result_.normals.empty()) return;
        result_.tangents.reserve(used_.size());
        for (std::size_t i = 0; i < used_.size(); ++i) {
            const std::array<double, 4> numbers = attribute->at(used_[i]);
            glm::vec3 tangent = direction(numbers, i, false);
            if (tangent == glm::vec3(0.0F)) tangent = anyDirectionAcross(result_.normals[i]);
            result_.tangents.emplace_back(tangent, numbers[3] < 0 ? -1.0F : 1.0F);
        }
    }

    void readTexCoords() {
        for (unsigned set = 0; set < kMostSets; ++set) {
            const std::optional<AttributeReader> attribute = reader(fmt::format("_u{}", set));
            if (!attribute) return;
            std::vector<glm::vec2> texCoords;
            texCoords.reserve(used_.size());
            for (const std::uint32_t vertex : used_) {
                const std::array<double, 4> uv = attribute->at(vertex);
                texCoords.emplace_back(finite(uv[0], 0), finite(uv[1], 0));
                countBad();
            }
            result_.texCoordSets.push_back(std::move(texCoords));
        }
    }

    void readColors() {
        if (const auto attribute = reader("_c0")) {
            result_.colors.reserve(used_.size());
            for (const std::uint32_t vertex : used_) {
                result_.colors.push_back(colorOf(*attribute, vertex));
                countBad();
            }
        }
        // Only the game knows the use of further colours.
        for (unsigned set = 1; set < kMostSets; ++set) {
            const auto attribute = reader(fmt::format("_c{}", set));
            if (!attribute) return;
            rigkiln::VertexAttribute further{.name = fmt::format("_C{}", set), .components = 4, .values = {}};
            further.values.reserve(used_.size() * 4);
            for (const std::uint32_t vertex : used_) {
                const std::array<double, 4> numbers = attribute->at(vertex);
                for (std::size_t i = 0; i < 4; ++i)
                    further.values.push_back(i < attribute->componentCount() ? finite(numbers.at(i), 0)
                                                                             : 0.0F);
                countBad();
            }
            result_.attributes.push_back(std::move(further));
        }
    }

    glm::vec4 colorOf(const AttributeReader& attribute, std::uint32_t vertex) {
        const std::array<double, 4> numbers = attribute.at(vertex);
        glm::vec4 color(1.0F);
        for (std::size_t i = 0; i < attribute.componentCount(); ++i)
            color[static_cast<int>(i)] = std::clamp(finite(numbers.at(i), 1), 0.0F, 1.0F);
        return color;
    }

    void influences() {
        const std::size_t count = std::min<std::size_t>(source_.shape.skinCount, kMostInfluences);
        const std::array indices = {reader("_i0"), reader("_i1")};
        const std::array weights = {reader("_w0"), reader("_w1")};
        rigidBones_.resize(used_.size());
        const std::size_t sets = count > 4 ? 2 : 1;
        result_.influenceSets.resize(sets);
        for (InfluenceSet& set : result_.influenceSets) {
            set.joints.resize(used_.size());
            set.weights.resize(used_.size(), glm::vec4(0.0F));
        }
        for (std::size_t i = 0; i < used_.size(); ++i) {
            std::vector<Weighted>& bones = scratch_;
            bones.clear();
            bool isGood = indices[0].has_value();
            for (std::size_t k = 0; k < count && isGood; ++k) {
                const auto& index = indices.at(k / 4);
                const auto& weight = weights.at(k / 4);
                const double matrix = index ? index->at(used_[i])[k % 4] : -1;
                const double share = count == 1 ? 1 : (weight ? weight->at(used_[i])[k % 4] : -1);
                if (share == 0) continue;
                isGood = isGood && gather(i, matrix, share);
            }
            if (!isGood || bones.empty()) ++badInfluences_;
            place(i);
        }
    }

    /// Adds a bone to the vertex. Returns false when matrix or weight is unusable.
    bool gather(std::size_t vertex, double matrix, double share) {
        constexpr double kMostMatrices = 65536;
        if (!(share > 0) || !std::isfinite(share) || !(matrix >= 0 && matrix < kMostMatrices)) return false;
        const auto influence = source_.bindPose.influence(static_cast<std::uint64_t>(matrix));
        if (!influence) return false;
        if (influence->isInBoneSpace && scratch_.empty()) rigidBones_[vertex] = influence->bone;
        const auto same = std::ranges::find(scratch_, influence->bone, &Weighted::bone);
        if (same == scratch_.end()) {
            scratch_.push_back({influence->bone, share});
        } else {
            same->weight += share;
        }
        return true;
    }

    /// Normalises the weights to a sum of 1. A vertex without bones follows the shape's bone.
    void place(std::size_t vertex) {
        if (scratch_.empty()) scratch_.push_back({source_.shape.bone, 1.0});
        double sum = 0;
        for (const Weighted& bone : scratch_)
            sum += bone.weight;
        for (std::size_t k = 0; k < scratch_.size(); ++k) {
            InfluenceSet& set = result_.influenceSets[k / 4];
            const auto weight = static_cast<float>(scratch_[k].weight / sum);
            if (weight == 0.0F) continue;
            set.joints[vertex].at(k % 4) = slots_.of(scratch_[k].bone);
            set.weights[vertex][static_cast<int>(k % 4)] = weight;
        }
    }

    void report() {
        const auto count = [&](const IssueKind& kind, std::size_t number) {
            if (number > 0) add(kind, fmt::format("{} of {} vertices", number, used_.size()));
        };
        count(kVertexNotFinite, notFinite_);
        count(kZeroNormal, zeroNormals_);
        count(kBadInfluence, badInfluences_);
    }

    const ShapeSource& source_;
    SkinSlots& slots_;
    const std::string& where_;
    Diagnostics& diagnostics_;
    Primitive result_;
    std::vector<std::uint32_t> used_;
    std::vector<std::optional<std::uint16_t>> rigidBones_;  ///< bone whose space a skinned vertex is in
    std::vector<Weighted> scratch_;
    bool isBad_ = false;
    std::size_t notFinite_ = 0;
    std::size_t zeroNormals_ = 0;
    std::size_t badInfluences_ = 0;
};

}  // namespace

Primitive makePrimitive(const ShapeSource& source, const Mesh& mesh, SkinSlots& slots,
                        const std::string& where, Diagnostics& diagnostics) {
    return PrimitiveBuilder(source, slots, where, diagnostics).build(mesh);
}

}  // namespace rigkiln::bfres
