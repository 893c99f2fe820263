#include "formats/swat3/gsm_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "formats/swat3/finite_place.hpp"
#include "formats/swat3/smoothing.hpp"

namespace rigkiln::swat3 {
namespace {

struct Influence {
    std::uint16_t slot = 0;
    double weight = 0;
};

/// Counts of repairs; each kind becomes one issue.
struct Mended {
    std::size_t triangles = 0;
    std::size_t texCoords = 0;
    std::size_t normals = 0;
    std::size_t zeroWeights = 0;
    std::size_t badWeights = 0;
    std::size_t manyInfluences = 0;
    std::size_t ungrouped = 0;

    void report(Diagnostics& diagnostics) const {
        const auto add = [&](const IssueKind& kind, const char* where, std::size_t count) {
            if (count > 0) diagnostics.add(kind, where, fmt::format("{} of them", count));
        };
        add(kVertexNotFinite, "triangles", triangles);
        add(kVertexNotFinite, "texture coordinates", texCoords);
        add(kZeroNormal, "effective vertices", normals);
        add(kZeroWeights, "blends", zeroWeights);
        add(kBadWeight, "blends", badWeights);
        add(kManyInfluences, "blends", manyInfluences);
        add(kUngroupedTriangles, "triangles", ungrouped);
    }
};

/// Influences of positions and blends: each bone once, largest weight first, normalised to a sum of 1.
class InfluenceList {
public:
    InfluenceList(const RestPose& pose, Mended& mended) : pose_(pose), mended_(mended) {
        const GsmFile& file = pose.file();
        ofPositions_.reserve(file.positions.size());
        for (std::size_t i = 0; i < file.positions.size(); ++i)
            ofPositions_.push_back({.slot = slotOf(i), .weight = 1.0});
        ofBlends_.reserve(file.blends.size());
        for (const GsmBlend& blend : file.blends)
            ofBlends_.push_back(ofBlend(blend));
    }

    [[nodiscard]] std::span<const Influence> operator[](std::size_t positionOrBlend) const {
        if (positionOrBlend < ofPositions_.size()) return {&ofPositions_[positionOrBlend], 1};
        return ofBlends_[positionOrBlend - ofPositions_.size()];
    }

private:
    /// Positions without a bone follow bone 0.
    [[nodiscard]] std::uint16_t slotOf(std::size_t position) const {
        return static_cast<std::uint16_t>(pose_.bones()[position].value_or(0));
    }

    std::vector<Influence> ofBlend(const GsmBlend& blend) {
        if (blend.empty()) {
            ++mended_.zeroWeights;
            return {{.slot = 0, .weight = 1.0}};
        }
        std::vector<Influence> byBone;
        for (const GsmInfluence& influence : blend) {
            const auto weight = static_cast<double>(influence.weight);
            if (weight == 0) continue;
            if (!(weight > 0) || !std::isfinite(weight)) {
                ++mended_.badWeights;
                continue;
            }
            byBone.push_back({.slot = slotOf(influence.position), .weight = weight});
        }
        if (byBone.empty()) {
            ++mended_.zeroWeights;
            return {{.slot = slotOf(blend.front().position), .weight = 1.0}};
        }
        merge(byBone);
        std::ranges::stable_sort(byBone, std::ranges::greater(), &Influence::weight);
        if (byBone.size() > kMostInfluences) {
            ++mended_.manyInfluences;
            byBone.resize(kMostInfluences);
        }
        double sum = 0;
        for (const Influence& influence : byBone)
            sum += influence.weight;
        for (Influence& influence : byBone)
            influence.weight /= sum;
        // Weights that single precision rounds to 0 are dropped.
        std::erase_if(byBone,
                      [](const Influence& influence) { return static_cast<float>(influence.weight) == 0; });
        return byBone;
    }

    static void merge(std::vector<Influence>& influences) {
        std::ranges::stable_sort(influences, {}, &Influence::slot);
        std::vector<Influence> merged;
        for (const Influence& influence : influences) {
            if (!merged.empty() && merged.back().slot == influence.slot) {
                merged.back().weight += influence.weight;
            } else {
                merged.push_back(influence);
            }
        }
        influences = std::move(merged);
    }

    const RestPose& pose_;
    Mended& mended_;
    std::vector<Influence> ofPositions_;  ///< one per position
    std::vector<std::vector<Influence>> ofBlends_;
};

glm::vec3 hitColor(std::uint16_t hit) {
    constexpr std::uint16_t kMost = 31;
    const auto part = [&](unsigned shift) {
        return static_cast<float>((hit >> shift) & kMost) / static_cast<float>(kMost);
    };
    return {part(10), part(5), part(0)};
}

class MeshMaker {
public:
    MeshMaker(const RestPose& pose, const GsmConventions& conventions, NormalWeight weight)
        : file_(pose.file()),
          isClockwise_(conventions.isClockwise),
          places_(pose.vertices(conventions.reading)),
          normals_(smoothNormals(file_, places_, weight)),
          influences_(pose, mended_),
          localIndices_(file_.effectiveVertices.size()),
          lastUsedBy_(file_.effectiveVertices.size(), 0) {
        // Relative to the file's axes, because mirroring reverses every triangle.
        const double outward = conventions.isClockwise != conventions.isLeftHanded ? -1.0 : 1.0;
        for (glm::dvec3& normal : normals_)
            normal *= outward;
    }

    Mesh make(const GroupMaterials& materials, Diagnostics& diagnostics) {
        Mesh mesh;
        std::vector<std::vector<std::uint16_t>> byGroup = trianglesByGroup();
        mended_.ungrouped = byGroup.back().size();
        for (std::size_t group = 0; group < byGroup.size(); ++group) {
            Primitive primitive = makePrimitive(byGroup[group]);
            if (primitive.indices.empty()) continue;
            if (group < materials.size()) primitive.material = materials[group];
            mesh.primitives.push_back(std::move(primitive));
        }
        mended_.report(diagnostics);
        return mesh;
    }

private:
    [[nodiscard]] const GsmEffectiveVertex& vertex(std::uint16_t index) const {
        return file_.effectiveVertices[index];
    }

    /// Returns the triangles with finite corners per group, and last those without a group.
    std::vector<std::vector<std::uint16_t>> trianglesByGroup() {
        std::vector<std::size_t> groupOf(file_.triangles.size(), file_.groups.size());
        // Skips triangles that are taken: groups that all cover all triangles would cost groups times
        // triangles.
        std::vector<std::size_t> nextFree(file_.triangles.size() + 1);
        for (std::size_t i = 0; i < nextFree.size(); ++i)
            nextFree[i] = i;
        const auto findFree = [&](std::size_t from) {
            std::size_t free = from;
            while (nextFree[free] != free)
                free = nextFree[free] = nextFree[nextFree[free]];
            return free;
        };
        for (std::size_t group = 0; group < file_.groups.size(); ++group) {
            const std::size_t end = std::size_t{file_.groups[group].first} + file_.groups[group].count;
            for (std::size_t i = findFree(file_.groups[group].first); i < end; i = findFree(i)) {
                groupOf[i] = group;
                nextFree[i] = i + 1;
            }
        }
        std::vector<std::vector<std::uint16_t>> byGroup(file_.groups.size() + 1);
        for (std::size_t i = 0; i < groupOf.size(); ++i) {
            const bool hasPlace = std::ranges::all_of(file_.triangles[i].corners, [&](std::uint16_t corner) {
                return isFinitePlace(places_[vertex(corner).position]);
            });
            if (hasPlace) {
                byGroup[groupOf[i]].push_back(static_cast<std::uint16_t>(i));
            } else {
                ++mended_.triangles;
            }
        }
        return byGroup;
    }

    /// Returns the effective vertices of the triangles' corners, each once, in ascending order.
    std::vector<std::uint16_t> usedBy(const std::vector<std::uint16_t>& triangles) {
        ++primitivesBegun_;
        std::vector<std::uint16_t> used;
        for (const std::uint16_t triangle : triangles) {
            for (const std::uint16_t corner : file_.triangles[triangle].corners) {
                if (std::exchange(lastUsedBy_[corner], primitivesBegun_) != primitivesBegun_)
                    used.push_back(corner);
            }
        }
        std::ranges::sort(used);
        return used;
    }

    Primitive makePrimitive(const std::vector<std::uint16_t>& triangles) {
        const std::vector<std::uint16_t> used = usedBy(triangles);
        Primitive primitive;
        for (std::size_t i = 0; i < used.size(); ++i)
            localIndices_[used[i]] = static_cast<std::uint32_t>(i);
        primitive.indices.reserve(3 * triangles.size());
        for (const std::uint16_t triangle : triangles) {
            std::array<std::uint16_t, 3> corners = file_.triangles[triangle].corners;
            if (isClockwise_) std::swap(corners[1], corners[2]);
            for (const std::uint16_t corner : corners)
                primitive.indices.push_back(localIndices_[corner]);
        }
        primitive.positions.reserve(used.size());
        primitive.normals.reserve(used.size());
        primitive.texCoordSets.emplace_back().reserve(used.size());
        for (const std::uint16_t index : used)
            addVertex(vertex(index), primitive);
        addInfluences(used, primitive);
        addAttributes(used, primitive);
        return primitive;
    }

    void addVertex(const GsmEffectiveVertex& vertex, Primitive& primitive) {
        primitive.positions.emplace_back(places_[vertex.position]);
        const auto index = static_cast<std::size_t>(&vertex - file_.effectiveVertices.data());
        if (glm::dot(normals_[index], normals_[index]) > 0) {
            primitive.normals.emplace_back(normals_[index]);
        } else {
            ++mended_.normals;
            primitive.normals.emplace_back(0.0F, 0.0F, 1.0F);
        }
        const Float2& stored = file_.texCoords[vertex.texCoord];
        const bool hasTexCoord = std::isfinite(stored[0]) && std::isfinite(stored[1]);
        if (!hasTexCoord) ++mended_.texCoords;
        primitive.texCoordSets[0].push_back(hasTexCoord ? glm::vec2(stored[0], stored[1]) : glm::vec2(0.0F));
    }

    void addInfluences(const std::vector<std::uint16_t>& used, Primitive& primitive) const {
        constexpr std::size_t kPerSet = 4;
        std::size_t most = 0;
        for (const std::uint16_t index : used)
            most = std::max(most, influences_[vertex(index).position].size());
        for (std::size_t first = 0; first < most; first += kPerSet) {
            InfluenceSet set;
            set.joints.reserve(used.size());
            set.weights.reserve(used.size());
            for (const std::uint16_t index : used) {
                const std::span<const Influence> influences = influences_[vertex(index).position];
                std::array<std::uint16_t, kPerSet> joints{};
                glm::vec4 weights(0.0F);
                for (std::size_t i = first; i < std::min(first + kPerSet, influences.size()); ++i) {
                    joints[i - first] = influences[i].slot;
                    weights[static_cast<glm::length_t>(i - first)] = static_cast<float>(influences[i].weight);
                }
                set.joints.push_back(joints);
                set.weights.push_back(weights);
            }
            primitive.influenceSets.push_back(std::move(set));
        }
    }

    void addAttributes(const std::vector<std::uint16_t>& used, Primitive& primitive) const {
        const auto add = [&](const char* name, std::uint16_t GsmEffectiveVertex::*field) {
            VertexAttribute attribute{.name = name, .components = 1, .values = {}};
            attribute.values.reserve(used.size());
            for (const std::uint16_t index : used)
                attribute.values.push_back(static_cast<float>(vertex(index).*field));
            primitive.attributes.push_back(std::move(attribute));
        };
        // Sorted by name, the order in which a glTF reader returns them.
        add("_GSM_HIT", &GsmEffectiveVertex::hit);
        add("_GSM_POS", &GsmEffectiveVertex::position);
        add("_GSM_SHARED", &GsmEffectiveVertex::sharedList);
        add("_GSM_UV", &GsmEffectiveVertex::texCoord);
        VertexAttribute colors{.name = "_HITCOLOR", .components = 3, .values = {}};
        colors.values.reserve(3 * used.size());
        for (const std::uint16_t index : used) {
            const glm::vec3 color = hitColor(vertex(index).hit);
            colors.values.insert(colors.values.end(), {color.x, color.y, color.z});
        }
        primitive.attributes.push_back(std::move(colors));
    }

    const GsmFile& file_;
    bool isClockwise_;
    Mended mended_;
    std::vector<glm::dvec3> places_;   ///< by position, then by blend
    std::vector<glm::dvec3> normals_;  ///< by effective vertex
    InfluenceList influences_;
    std::vector<std::uint32_t> localIndices_;  ///< by effective vertex: its index in the current primitive
    std::size_t primitivesBegun_ = 0;
    std::vector<std::size_t> lastUsedBy_;  ///< by effective vertex: its last primitive, counted from 1
};

}  // namespace

Mesh makeMesh(const RestPose& pose, const GsmConventions& conventions, NormalWeight weight,
              const GroupMaterials& materials, Diagnostics& diagnostics) {
    return MeshMaker(pose, conventions, weight).make(materials, diagnostics);
}

}  // namespace rigkiln::swat3
