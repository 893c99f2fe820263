#include "exporters/swat3/gsm_smoothing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "exporters/swat3/gsm_export_issues.hpp"
#include "exporters/swat3/gsm_positions.hpp"
#include "formats/swat3/bone_joints.hpp"
#include "formats/swat3/rest_positions.hpp"
#include "formats/swat3/smoothing.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::swat3_export {
namespace {

struct Cluster {
    glm::dvec3 normal{0.0};  ///< of its first corner; zero for corners without a normal
    std::vector<std::uint16_t> triangles;
    std::optional<std::uint32_t> list;  ///< set when the cluster is first used
};

/// Clusters of one position.
class Clusters {
public:
    /// Adds a corner and returns the number of its cluster.
    std::size_t add(const glm::dvec3& normal, std::size_t triangle) {
        const std::size_t number = find(normal);
        std::vector<std::uint16_t>& triangles = clusters_[number].triangles;
        const auto entry = static_cast<std::uint16_t>(triangle);
        if (triangles.empty() || triangles.back() != entry) triangles.push_back(entry);
        return number;
    }

    Cluster& operator[](std::size_t number) { return clusters_[number]; }

private:
    std::size_t find(const glm::dvec3& normal) {
        static const double kLeast = std::cos(glm::radians(kSameNormalDegrees));
        const bool isNone = normal == glm::dvec3(0.0);
        const auto found = std::ranges::find_if(clusters_, [&](const Cluster& cluster) {
            return isNone ? cluster.normal == normal : glm::dot(cluster.normal, normal) >= kLeast;
        });
        if (found != clusters_.end()) return static_cast<std::size_t>(found - clusters_.begin());
        clusters_.push_back({.normal = normal, .triangles = {}, .list = {}});
        return clusters_.size() - 1;
    }

    std::vector<Cluster> clusters_;
};

/// Whether the model hangs on a node that mirrors it, which reading adds to left-handed models. The outside
/// in the file's numbers is then the inside of what is drawn.
bool isMirrored(const Scene& scene) {
    return std::ranges::any_of(scene.joints, [](const Joint& joint) {
        const glm::vec3& scale = joint.rest.scale;
        return !joint.parent && joint.name == swat3::kMirrorName && scale.x * scale.y * scale.z < 0;
    });
}

}  // namespace

Result<Smoothing> makeSmoothing(const Surface& surface, const std::vector<std::uint16_t>& positions,
                                Smooth mode) {
    const std::size_t positionCount =
        positions.empty() ? 0 : std::size_t{*std::ranges::max_element(positions)} + 1;
    std::vector<Clusters> ofPositions(positionCount);
    std::vector<std::array<std::size_t, 3>> clusterOfCorners;
    clusterOfCorners.reserve(surface.triangles.size());
    for (std::size_t i = 0; i < surface.triangles.size(); ++i) {
        std::array<std::size_t, 3> clusters{};
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t vertex = surface.triangles[i].at(corner);
            const glm::dvec3 normal = mode == Smooth::One ? glm::dvec3(0.0) : surface.vertices[vertex].normal;
            clusters.at(corner) = ofPositions[positions[vertex]].add(normal, i);
        }
        clusterOfCorners.push_back(clusters);
    }

    std::map<std::vector<std::uint16_t>, std::uint32_t> numbers;
    std::vector<const std::vector<std::uint16_t>*> inOrder;
    const auto listOf = [&](Cluster& cluster) {
        if (!cluster.list) {
            const auto [known, isNew] =
                numbers.emplace(std::move(cluster.triangles), static_cast<std::uint32_t>(numbers.size()));
            if (isNew) inOrder.push_back(&known->first);
            cluster.list = known->second;
        }
        return static_cast<std::uint16_t>(*cluster.list);
    };
    Smoothing smoothing;
    for (std::size_t i = 0; i < surface.triangles.size(); ++i) {
        std::array<std::uint16_t, 3> lists{};
        for (std::size_t corner = 0; corner < 3; ++corner) {
            Clusters& clusters = ofPositions[positions[surface.triangles[i].at(corner)]];
            lists.at(corner) = listOf(clusters[clusterOfCorners[i].at(corner)]);
        }
        smoothing.ofCorners.push_back(lists);
    }
    if (auto excess = findExcess(inOrder.size(), "shared triangle lists")) return *std::move(excess);
    for (const auto* list : inOrder)
        smoothing.lists.push_back(*list);
    return smoothing;
}

void reportNormals(const swat3::GsmFile& file, const Surface& surface, const Scene& scene,
                   const GsmRequest& request, Diagnostics& diagnostics) {
    const swat3::Rig rig(file.skeletons);
    const swat3::RestPose pose(file, rig);
    const swat3::Reading reading{.space = request.style.space, .sense = request.skeleton.sense};
    const std::vector<glm::dvec3> rebuilt =
        swat3::smoothNormals(file, pose.vertices(reading), swat3::NormalWeight::Face);
    const double outward = request.style.isClockwise != isMirrored(scene) ? -1.0 : 1.0;
    double largest = 0;
    std::size_t where = 0;
    std::size_t corners = 0;
    for (std::size_t i = 0; i < file.triangles.size(); ++i) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const glm::dvec3& given = surface.vertices[surface.triangles[i].at(corner)].normal;
            const glm::dvec3& made = rebuilt[file.triangles[i].corners.at(corner)];
            if (given == glm::dvec3(0.0) || made == glm::dvec3(0.0)) continue;
            const double angle =
                glm::degrees(std::acos(std::clamp(outward * glm::dot(given, made), -1.0, 1.0)));
            if (angle > kSameNormalDegrees) ++corners;
            if (angle <= largest) continue;
            largest = angle;
            where = i;
        }
    }
    if (corners == 0) return;
    diagnostics.add(kNormalsDiffer, fmt::format("triangle[{}]", where),
                    fmt::format("{:.1f} degrees apart, the most of {} corners that are more than {} apart",
                                largest, corners, kSameNormalDegrees));
}

}  // namespace rigkiln::swat3_export
