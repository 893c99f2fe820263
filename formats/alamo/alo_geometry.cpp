#include "formats/alamo/alo_geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "formats/alamo/alo_to_scene.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/vertex_vectors.hpp"

namespace rigkiln::alamo {
namespace {

bool isFinite(const Float3& vector) {
    return std::isfinite(vector[0]) && std::isfinite(vector[1]) && std::isfinite(vector[2]);
}

glm::vec3 vec3Of(const Float3& vector) {
    return {vector[0], vector[1], vector[2]};
}

/// Builds the vertex streams of one sub-mesh and counts its repairs.
class PrimitiveBuilder {
public:
    PrimitiveBuilder(const AloSubMesh& subMesh, const SkinSlots& slots) : source_(subMesh), slots_(slots) {}

    Primitive build(const std::string& where, Diagnostics& diagnostics) && {
        positions();
        triangles();
        const VertexLayout layout = vertexLayout(source_.vertexFormat);
        normals();
        if (layout.hasTangent && !result_.normals.empty()) tangents(layout.hasBinormal);
        for (std::size_t set = 0; set < layout.texCoordSets; ++set)
            texCoords(set);
        if (layout.hasColor) colors();
        if (isSkinned(source_)) influences();
        report(where, diagnostics);
        return std::move(result_);
    }

private:
    void positions() {
        const auto finite = std::ranges::find_if(
            source_.vertices, [](const AloVertex& vertex) { return isFinite(vertex.position); });
        // Unusable positions become the first usable one, which leaves the bounding box unchanged.
        const glm::vec3 neutral =
            finite == source_.vertices.end() ? glm::vec3(0.0F) : vec3Of(finite->position);
        result_.positions.reserve(source_.vertices.size());
        for (const AloVertex& vertex : source_.vertices) {
            const bool isGood = isFinite(vertex.position);
            result_.positions.push_back(isGood ? vec3Of(vertex.position) : neutral);
            if (!isGood) ++notFinite_;
        }
        hasBadPositions_ = notFinite_ > 0;
    }

    void triangles() {
        if (!hasBadPositions_) {
            result_.indices.assign(source_.indices.begin(), source_.indices.end());
            return;
        }
        for (std::size_t i = 0; i + 2 < source_.indices.size(); i += 3) {
            const auto corner = source_.indices.begin() + static_cast<std::ptrdiff_t>(i);
            const bool isGood = std::all_of(corner, corner + 3, [&](std::uint16_t index) {
                return isFinite(source_.vertices[index].position);
            });
            if (isGood) result_.indices.insert(result_.indices.end(), corner, corner + 3);
        }
    }

    void normals() {
        std::vector<glm::vec3> normals;
        normals.reserve(source_.vertices.size());
        for (const AloVertex& vertex : source_.vertices) {
            const glm::vec3 normal = vec3Of(vertex.normal);
            if (hasDirection(normal)) {
                normals.push_back(unitDirection(normal));
            } else {
                normals.emplace_back(0.0F);
                ++zeroNormals_;
            }
        }
        // Helpers such as collision shapes have no normals at all. Without normals viewers shade flat, which
        // suits such shapes.
        if (zeroNormals_ == normals.size()) return;
        if (zeroNormals_ > 0) rebuildZeroNormals(result_.positions, result_.indices, normals);
        result_.normals = std::move(normals);
    }

    void tangents(bool hasBinormal) {
        std::vector<glm::vec4> tangents;
        tangents.reserve(source_.vertices.size());
        for (std::size_t v = 0; v < source_.vertices.size(); ++v) {
            const AloVertex& vertex = source_.vertices[v];
            const glm::vec3& normal = result_.normals[v];
            glm::vec3 tangent = vec3Of(vertex.tangent);
            if (hasDirection(tangent)) {
                tangent = unitDirection(tangent);
            } else {
                tangent = anyDirectionAcross(normal);
                ++zeroTangents_;
            }
            // Sign with which a renderer rebuilds the stored binormal, whatever direction the exporter gave
            // it.
            const bool isMirrored =
                hasBinormal && glm::dot(glm::cross(normal, tangent), vec3Of(vertex.binormal)) < 0;
            tangents.emplace_back(tangent, isMirrored ? -1.0F : 1.0F);
        }
        if (zeroTangents_ < tangents.size()) result_.tangents = std::move(tangents);
    }

    void texCoords(std::size_t set) {
        std::vector<glm::vec2> texCoords;
        texCoords.reserve(source_.vertices.size());
        for (const AloVertex& vertex : source_.vertices) {
            const Float2& uv = vertex.texCoords.at(set);
            const bool isGood = std::isfinite(uv[0]) && std::isfinite(uv[1]);
            texCoords.push_back(isGood ? glm::vec2(uv[0], uv[1]) : glm::vec2(0.0F));
            if (!isGood) ++notFinite_;
        }
        result_.texCoordSets.push_back(std::move(texCoords));
    }

    void colors() {
        result_.colors.reserve(source_.vertices.size());
        for (const AloVertex& vertex : source_.vertices) {
            glm::vec4 color(0.0F);
            bool isGood = true;
            for (std::size_t c = 0; c < 4; ++c) {
                const float value = vertex.color.at(c);
                isGood = isGood && std::isfinite(value);
                color[static_cast<int>(c)] = std::isfinite(value) ? std::clamp(value, 0.0F, 1.0F) : 1.0F;
            }
            result_.colors.push_back(color);
            if (!isGood) ++notFinite_;
        }
    }

    void influences() {
        InfluenceSet set;
        set.joints.reserve(source_.vertices.size());
        set.weights.reserve(source_.vertices.size());
        for (const AloVertex& vertex : source_.vertices) {
            std::array<std::uint16_t, 4> joints{};
            glm::vec4 weights(0.0F);
            influencesOf(vertex, joints, weights);
            set.joints.push_back(joints);
            set.weights.push_back(weights);
        }
        result_.influenceSets.push_back(std::move(set));
    }

    /// Maps slots to joints of the skin, merges equal joints, and normalises the weights to a sum of 1.
    void influencesOf(const AloVertex& vertex, std::array<std::uint16_t, 4>& joints, glm::vec4& weights) {
        std::size_t used = 0;
        bool isGood = true;
        float sum = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const float weight = vertex.weights.at(k);
            if (weight == 0.0F) continue;
            const std::uint32_t slot = vertex.boneSlots.at(k);
            if (!(weight > 0.0F) || !std::isfinite(weight) || slot >= source_.boneMap->size()) {
                isGood = false;
                continue;
            }
            const std::uint16_t joint = slots_.at((*source_.boneMap)[slot]);
            const auto end = joints.begin() + static_cast<std::ptrdiff_t>(used);
            const auto same = std::find(joints.begin(), end, joint);
            if (same == end) joints.at(used++) = joint;
            weights[static_cast<int>(same - joints.begin())] += weight;
            sum += weight;
        }
        if (used == 0 || !std::isfinite(sum)) {
            joints = {slots_.at(source_.boneMap->front())};
            weights = glm::vec4(1, 0, 0, 0);
            isGood = false;
        } else if (sum != 1.0F) {
            weights = glm::vec4(glm::dvec4(weights) / static_cast<double>(sum));
            dropVanished(joints, weights);
        }
        if (!isGood) ++badInfluences_;
    }

    /// Division can round a weight to 0; its joint must then be 0 too.
    static void dropVanished(std::array<std::uint16_t, 4>& joints, const glm::vec4& weights) {
        for (std::size_t k = 0; k < 4; ++k) {
            if (weights[static_cast<int>(k)] == 0.0F) joints.at(k) = 0;
        }
    }

    void report(const std::string& where, Diagnostics& diagnostics) const {
        const auto add = [&](const IssueKind& kind, std::size_t count) {
            if (count > 0)
                diagnostics.add(kind, where,
                                fmt::format("{} of {} vertices", count, source_.vertices.size()));
        };
        add(kVertexNotFinite, notFinite_);
        add(kZeroNormal, zeroNormals_);
        add(kZeroTangent, zeroTangents_);
        add(kBadInfluence, badInfluences_);
    }

    const AloSubMesh& source_;
    const SkinSlots& slots_;
    Primitive result_;
    bool hasBadPositions_ = false;
    std::size_t notFinite_ = 0;
    std::size_t zeroNormals_ = 0;
    std::size_t zeroTangents_ = 0;
    std::size_t badInfluences_ = 0;
};

}  // namespace

VertexLayout vertexLayout(const std::string& formatName) {
    constexpr std::string_view kPrefix = "alD3dVert";
    std::string name = foldCase(formatName);
    if (startsWithIgnoringCase(name, kPrefix)) name.erase(0, kPrefix.size());
    VertexLayout layout;
    layout.isSkinned = name.starts_with("rskin") || name.starts_with("b4i4");
    if (name == "grass") return {.texCoordSets = 2};
    if (name == "billboard") return {.texCoordSets = 1};
    if (name == "n") return layout;
    layout.texCoordSets = name == "nc" ? 0 : 1;
    layout.hasTangent = name.find("u3") != std::string::npos;
    layout.hasBinormal = name.find("u3u3") != std::string::npos;
    layout.hasColor = name.ends_with('c');
    return layout;
}

bool isSkinned(const AloSubMesh& subMesh) {
    return vertexLayout(subMesh.vertexFormat).isSkinned && subMesh.boneMap && !subMesh.boneMap->empty();
}

Primitive makePrimitive(const AloSubMesh& subMesh, const SkinSlots& slots, const std::string& where,
                        Diagnostics& diagnostics) {
    return PrimitiveBuilder(subMesh, slots).build(where, diagnostics);
}

}  // namespace rigkiln::alamo
