#include "exporters/gltf/quantisation_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "exporters/gltf/pack_attributes.hpp"
#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/rest_bounds.hpp"
#include "pipeline/packing/packed_stream.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Upper bound of how much an affine map stretches a vector: its Frobenius norm, or the exact factor where
/// the map only rotates and scales evenly.
double stretchOf(const glm::dmat4& matrix) {
    const glm::dvec3 squares(glm::dot(glm::dvec3(matrix[0]), glm::dvec3(matrix[0])),
                             glm::dot(glm::dvec3(matrix[1]), glm::dvec3(matrix[1])),
                             glm::dot(glm::dvec3(matrix[2]), glm::dvec3(matrix[2])));
    constexpr double kEven = 1e-4;
    const double largest = std::max({squares.x, squares.y, squares.z});
    const double smallest = std::min({squares.x, squares.y, squares.z});
    const double skew = std::abs(glm::dot(glm::dvec3(matrix[0]), glm::dvec3(matrix[1]))) +
                        std::abs(glm::dot(glm::dvec3(matrix[1]), glm::dvec3(matrix[2]))) +
                        std::abs(glm::dot(glm::dvec3(matrix[0]), glm::dvec3(matrix[2])));
    const bool isEven = largest - smallest <= kEven * largest && skew <= kEven * largest;
    return std::sqrt(isEven ? largest : squares.x + squares.y + squares.z);
}

/// Bytes of positions in a stream of their own.
std::size_t packedSize(const PackedAttribute& attribute) {
    const UsageInfo info = infoOf(attribute.layout.usage);
    const std::vector<std::byte>& bytes =
        attribute.beforeFilter.empty() ? attribute.elements : attribute.beforeFilter;
    const StreamShape shape{
        .mode = info.mode, .filter = info.filter, .stride = info.stride, .count = bytes.size() / info.stride};
    return packStream(shape, bytes).size();
}

/// Bytes of JSON for the transform that restores positions, and for what says so.
std::size_t nodeSize(const Dequantisation& dequantisation) {
    const float scale = dequantisation.scale;
    Properties transform;
    transform.set("translation", recordOf(dequantisation).entries().front().second);
    transform.set("scale", ValueList{scale, scale, scale});
    constexpr std::string_view kRecord = R"("extras":{"rigkiln_mesh":"{\"dequantisation\":true}"},)";
    return toJson(transform).size() + kRecord.size();
}

/// Limit of `largestMove`: the largest error of positions with so many bits over the longest side.
double halfStep(double side, int bits) {
    return side / (std::ldexp(1.0, bits) - 1.0) * kHalfDiagonal;
}

bool hasInfluences(const Mesh& mesh) {
    return std::ranges::any_of(mesh.primitives,
                               [](const Primitive& primitive) { return !primitive.influenceSets.empty(); });
}

class Planner {
public:
    Planner(const Scene& scene, double maxError)
        : scene_(scene), maxError_(maxError), worlds_(worldMatrices(scene, restPose(scene))) {
        plan_.rigid.resize(scene.meshes.size());
        plan_.skinned.resize(scene.meshes.size());
        plan_.ofSkin.resize(scene.skins.size());
        canHide_.resize(scene.joints.size(), false);
        for (std::size_t joint = 0; joint < scene.joints.size(); ++joint)
            canHide_[joint] = !scene.joints[joint].visible;
        for (const Clip& clip : scene.clips) {
            const LoadedClip loaded(clip);
            for (const JointTracks& tracks : loaded->joints) {
                if (!tracks.visibility.empty()) canHide_[tracks.joint.value] = true;
            }
        }
    }

    QuantisationPlan plan() {
        planSkinned();
        planRigid();
        return std::move(plan_);
    }

private:
    [[nodiscard]] bool isSkinned(const MeshInstance& instance) const {
        return instance.skin && hasInfluences(scene_.meshes[instance.mesh.value]) &&
               !scene_.skins[instance.skin->value].joints.empty();
    }

    [[nodiscard]] Bounds boundsOf(std::size_t mesh) const {
        Bounds bounds;
        for (const Primitive& primitive : scene_.meshes[mesh].primitives)
            bounds.add(primitive.positions);
        return bounds;
    }

    /// Numbers the skins by group; skins that share a mesh are in one group.
    [[nodiscard]] std::vector<std::size_t> groupsOfSkins() const {
        std::vector<std::size_t> groups(scene_.skins.size());
        std::iota(groups.begin(), groups.end(), 0U);
        std::vector<std::optional<std::size_t>> groupOfMesh(scene_.meshes.size());
        for (const MeshInstance& instance : scene_.instances) {
            if (!isSkinned(instance)) continue;
            auto& known = groupOfMesh[instance.mesh.value];
            const std::size_t own = groups[instance.skin->value];
            if (!known) known = own;
            const std::size_t joined = std::min(*known, own);
            const std::size_t other = std::max(*known, own);
            std::ranges::replace(groups, other, joined);
            for (auto& group : groupOfMesh) {
                if (group == other) group = joined;
            }
        }
        return groups;
    }

    [[nodiscard]] double stretchOfSkin(const Skin& skin) const {
        double stretch = 0;
        for (std::size_t i = 0; i < skin.joints.size(); ++i) {
            stretch = std::max(
                stretch, stretchOf(worlds_[skin.joints[i].value] * glm::dmat4(skin.inverseBindMatrices[i])));
        }
        return stretch;
    }

    void planSkinned() {
        struct Group {
            Bounds bounds{};
            double stretch = 0;
        };
        const std::vector<std::size_t> groupOf = groupsOfSkins();
        std::vector<Group> groups(scene_.skins.size());
        for (const MeshInstance& instance : scene_.instances) {
            if (!isSkinned(instance)) continue;
            const std::size_t skin = instance.skin->value;
            Group& group = groups[groupOf[skin]];
            for (const Primitive& primitive : scene_.meshes[instance.mesh.value].primitives)
                group.bounds.add(primitive.positions);
            group.stretch = std::max(group.stretch, stretchOfSkin(scene_.skins[skin]));
        }
        for (const MeshInstance& instance : scene_.instances) {
            if (!isSkinned(instance)) continue;
            const Group& group = groups[groupOf[instance.skin->value]];
            plan_.skinned[instance.mesh.value] = quantised(group.bounds, group.stretch, Scales::PowersOfTwo);
            plan_.ofSkin[instance.skin->value] = plan_.skinned[instance.mesh.value].dequantisation;
        }
    }

    [[nodiscard]] QuantisedMesh quantised(const Bounds& bounds, double stretch, Scales scales) const {
        const double enlargement = stretch > 0 ? stretch : 1;
        return {.dequantisation = dequantisationOf(bounds, maxError_ / enlargement, scales),
                .enlargement = enlargement};
    }

    void planRigid() {
        std::vector<double> stretch(scene_.meshes.size(), 0);
        std::vector<bool> isFree(scene_.meshes.size(), true);
        std::vector<std::size_t> users(scene_.meshes.size(), 0);
        for (const MeshInstance& instance : scene_.instances) {
            if (isSkinned(instance)) continue;
            const std::size_t mesh = instance.mesh.value;
            stretch[mesh] = std::max(stretch[mesh], stretchOf(worlds_[instance.joint.value]));
            ++users[mesh];
            if (instance.hidden || instance.skin || canHide_[instance.joint.value]) isFree[mesh] = false;
        }
        for (std::size_t mesh = 0; mesh < stretch.size(); ++mesh) {
            plan_.rigid[mesh] = quantised(boundsOf(mesh), stretch[mesh], Scales::Any);
            // A mesh without an instance has no node that could restore positions.
            std::optional<Dequantisation>& dequantisation = plan_.rigid[mesh].dequantisation;
            if (!isFree[mesh] || stretch[mesh] == 0) dequantisation.reset();
            if (dequantisation && !isSmaller(mesh, users[mesh])) dequantisation.reset();
        }
    }

    /// Whether the positions of a mesh with so many nodes take fewer bytes as integers than as floats.
    [[nodiscard]] bool isSmaller(std::size_t mesh, std::size_t users) const {
        const QuantisedMesh& plan = plan_.rigid[mesh];
        std::size_t integers = users * nodeSize(*plan.dequantisation);
        std::size_t floats = 0;
        for (const Primitive& primitive : scene_.meshes[mesh].primitives) {
            if (primitive.positions.empty()) continue;
            const double maxError = maxError_ / plan.enlargement;
            integers +=
                packedSize(packPositions(primitive.positions, plan.dequantisation, maxError).attribute);
            floats += packedSize(packPositions(primitive.positions, std::nullopt, maxError).attribute);
        }
        return integers < floats;
    }

    const Scene& scene_;
    double maxError_;
    std::vector<glm::dmat4> worlds_;
    std::vector<bool> canHide_;  ///< by joint
    QuantisationPlan plan_;
};

}  // namespace

double largestMove(const Scene& scene, const PositionBound& bound) {
    constexpr int kFewestBits = 12;
    const auto box = restBounds(scene);
    if (!box || bound.error <= 0) return bound.error;
    const glm::dvec3 size = box->maximum - box->minimum;
    const double side = std::max({size.x, size.y, size.z});
    if (side <= 0) return bound.error;
    const double wanted = bound.bits == 0 ? bound.error : std::max(bound.error, halfStep(side, bound.bits));
    return std::min(wanted, halfStep(side, kFewestBits));
}

QuantisationPlan planQuantisation(const Scene& scene, double maxError) {
    return Planner(scene, maxError).plan();
}

Properties recordOf(const Dequantisation& dequantisation) {
    const glm::vec3& offset = dequantisation.offset;
    Properties record;
    record.set("offset", ValueList{offset.x, offset.y, offset.z});
    record.set("scale", dequantisation.scale);
    return record;
}

}  // namespace rigkiln::gltf_export
