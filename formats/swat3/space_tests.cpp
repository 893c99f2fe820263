#include "formats/swat3/space_tests.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/vector_relational.hpp>

#include "formats/swat3/finite_place.hpp"

namespace rigkiln::swat3 {
namespace {

constexpr Reading kModel{.space = Space::Model, .sense = QuaternionSense::Conjugated};
constexpr Reading kBoneConjugated{.space = Space::Bone, .sense = QuaternionSense::Conjugated};
constexpr Reading kBoneRaw{.space = Space::Bone, .sense = QuaternionSense::Raw};

struct Box {
    glm::dvec3 low{std::numeric_limits<double>::infinity()};
    glm::dvec3 high{-std::numeric_limits<double>::infinity()};

    void add(const glm::dvec3& place) {
        if (!isFinitePlace(place)) return;
        low = glm::min(low, place);
        high = glm::max(high, place);
    }
    [[nodiscard]] bool empty() const { return low.x > high.x; }
    [[nodiscard]] double diagonal() const { return empty() ? 0.0 : glm::distance(low, high); }
    [[nodiscard]] bool overlaps(const Box& other) const {
        return glm::all(glm::lessThanEqual(low, other.high)) && glm::all(glm::lessThanEqual(other.low, high));
    }
};

double spreadOfBlends(const RestPose& pose, const Reading& reading) {
    Box all;
    for (std::size_t i = 0; i < pose.file().positions.size(); ++i)
        all.add(pose.position(i, reading));
    double largest = 0;
    for (const GsmBlend& blend : pose.file().blends) {
        Box box;
        for (const GsmInfluence& influence : blend)
            box.add(pose.position(influence.position, reading));
        largest = std::max(largest, box.diagonal());
    }
    return all.diagonal() > 0 ? largest / all.diagonal() : 0.0;
}

/// Boxes of the stored positions of each bone with positions, by ordinal; at most kMostBones.
std::vector<std::pair<std::size_t, Box>> boxesOfBones(const RestPose& pose) {
    std::map<std::size_t, Box> boxes;
    for (std::size_t i = 0; i < pose.bones().size(); ++i) {
        const auto bone = pose.bones()[i];
        if (bone && (boxes.size() < kMostBones || boxes.contains(*bone))) boxes[*bone].add(pose.stored(i));
    }
    std::vector<std::pair<std::size_t, Box>> list;
    std::ranges::copy_if(boxes, std::back_inserter(list),
                         [](const auto& entry) { return !entry.second.empty(); });
    return list;
}

/// Direction of the largest scatter. Nothing when two directions scatter alike.
std::optional<glm::dvec3> mainAxis(const std::vector<glm::dvec3>& places) {
    if (places.empty()) return std::nullopt;
    glm::dvec3 center(0.0);
    for (const glm::dvec3& place : places)
        center += place / static_cast<double>(places.size());
    glm::dmat3 scatter(0.0);
    for (const glm::dvec3& place : places)
        scatter += glm::outerProduct(place - center, place - center);
    // Squaring eight times raises the ratio between the axes to the power of 256.
    constexpr int kSquarings = 8;
    for (int i = 0; i < kSquarings; ++i) {
        const double trace = scatter[0][0] + scatter[1][1] + scatter[2][2];
        if (!(trace > 0) || !std::isfinite(trace)) return std::nullopt;
        scatter /= trace;
        scatter = scatter * scatter;
    }
    const auto longest = std::ranges::max(std::array{scatter[0], scatter[1], scatter[2]}, {},
                                          [](const glm::dvec3& column) { return glm::dot(column, column); });
    const glm::dvec3 axis = glm::normalize(longest);
    const double trace = scatter[0][0] + scatter[1][1] + scatter[2][2];
    const bool isAlone = glm::dot(axis, scatter * axis) > 0.99 * trace;
    return isAlone && isFinitePlace(axis) ? std::optional(axis) : std::nullopt;
}

/// Angle between two lines, for which opposite directions are equal.
double angleBetweenLines(const glm::dvec3& left, const glm::dvec3& right) {
    const double sine = glm::length(glm::cross(left, right));
    return std::atan2(sine, std::abs(glm::dot(left, right)));
}

/// Returns the root that all positions follow, with its first child. Nothing for other models.
std::optional<std::pair<std::size_t, const Bone*>> weaponRoot(const RestPose& pose) {
    if (pose.bones().empty() || !pose.bones().front()) return std::nullopt;
    const std::size_t root = *pose.bones().front();
    if (pose.rig().parentOf(root)) return std::nullopt;
    const bool followAll = std::ranges::all_of(pose.bones(), [&](const auto& bone) { return bone == root; });
    if (!followAll) return std::nullopt;
    for (std::size_t bone = 0; bone < pose.rig().boneCount(); ++bone) {
        if (pose.rig().parentOf(bone) == root) return std::pair(root, &pose.rig().bone(bone));
    }
    return std::nullopt;
}

double distanceToBones(const RestPose& pose, QuaternionSense sense, std::size_t& counted) {
    double sum = 0;
    counted = 0;
    for (std::size_t i = 0; i < pose.bones().size(); ++i) {
        const auto bone = pose.bones()[i];
        if (!bone) continue;
        const double distance = glm::distance(pose.stored(i), glm::dvec3(pose.bindMatrices(sense)[*bone][3]));
        if (!std::isfinite(distance)) continue;
        sum += distance;
        ++counted;
    }
    return counted > 0 ? sum / static_cast<double>(counted) : 0.0;
}

/// Pairs of triangles that share an edge.
using EdgePairs = std::vector<std::pair<std::uint16_t, std::uint16_t>>;

EdgePairs neighbours(const GsmFile& file) {
    std::map<std::pair<std::uint16_t, std::uint16_t>, std::vector<std::uint16_t>> byEdge;
    for (std::size_t i = 0; i < file.triangles.size(); ++i) {
        const auto& corners = file.triangles[i].corners;
        for (std::size_t corner = 0; corner < corners.size(); ++corner) {
            const std::uint16_t from = file.effectiveVertices[corners[corner]].position;
            const std::uint16_t to = file.effectiveVertices[corners[(corner + 1) % 3]].position;
            byEdge[std::minmax(from, to)].push_back(static_cast<std::uint16_t>(i));
        }
    }
    EdgePairs pairs;
    for (const auto& [edge, triangles] : byEdge) {
        if (triangles.size() == 2) pairs.emplace_back(triangles[0], triangles[1]);
    }
    return pairs;
}

double meanDihedral(const RestPose& pose, const Reading& reading, const EdgePairs& pairs) {
    const std::vector<glm::dvec3> vertices = pose.vertices(reading);
    const GsmFile& file = pose.file();
    const auto normalOf = [&](std::uint16_t triangle) {
        std::array<glm::dvec3, 3> places{};
        for (std::size_t corner = 0; corner < places.size(); ++corner)
            places[corner] =
                vertices[file.effectiveVertices[file.triangles[triangle].corners[corner]].position];
        return glm::cross(places[1] - places[0], places[2] - places[0]);
    };
    double sum = 0;
    std::size_t counted = 0;
    for (const auto& [first, second] : pairs) {
        const glm::dvec3 left = normalOf(first);
        const glm::dvec3 right = normalOf(second);
        const double angle = std::atan2(glm::length(glm::cross(left, right)), glm::dot(left, right));
        if (!std::isfinite(angle)) continue;
        sum += angle;
        ++counted;
    }
    return counted > 0 ? sum / static_cast<double>(counted) : 0.0;
}

}  // namespace

std::optional<ByReading> spreadOfBlends(const RestPose& pose) {
    const bool hasBlend =
        std::ranges::any_of(pose.file().blends, [](const GsmBlend& blend) { return blend.size() > 1; });
    if (!hasBlend) return std::nullopt;
    return ByReading{.model = spreadOfBlends(pose, kModel),
                     .boneConjugated = spreadOfBlends(pose, kBoneConjugated),
                     .boneRaw = spreadOfBlends(pose, kBoneRaw)};
}

std::optional<double> overlappingPairs(const RestPose& pose) {
    const auto boxes = boxesOfBones(pose);
    std::size_t pairs = 0;
    std::size_t overlapping = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const bool areAdjacent = pose.rig().parentOf(boxes[i].first) == boxes[j].first ||
                                     pose.rig().parentOf(boxes[j].first) == boxes[i].first;
            if (areAdjacent) continue;
            ++pairs;
            if (boxes[i].second.overlaps(boxes[j].second)) ++overlapping;
        }
    }
    if (pairs == 0) return std::nullopt;
    return static_cast<double>(overlapping) / static_cast<double>(pairs);
}

std::optional<BarrelAngles> angleToBarrel(const RestPose& pose) {
    const auto found = weaponRoot(pose);
    if (!found) return std::nullopt;
    const auto& [root, barrel] = *found;
    const glm::dvec3 direction(barrel->position[0], barrel->position[1], barrel->position[2]);
    std::vector<glm::dvec3> places;
    for (std::size_t i = 0; i < pose.bones().size(); ++i) {
        if (isFinitePlace(pose.stored(i))) places.push_back(pose.stored(i));
    }
    const auto axis = mainAxis(places);
    if (!axis || !isFinitePlace(direction) || !(glm::length(direction) > 0)) return std::nullopt;
    const Float4& rotation = pose.rig().bone(root).rotation;
    // In bone space the barrel has its stored direction; in model space the root has rotated it.
    return BarrelAngles{
        .bone = angleBetweenLines(*axis, direction),
        .modelConjugated =
            angleBetweenLines(*axis, toRotation(rotation, QuaternionSense::Conjugated) * direction),
        .modelRaw = angleBetweenLines(*axis, toRotation(rotation, QuaternionSense::Raw) * direction)};
}

std::optional<BySense> distanceToBones(const RestPose& pose) {
    std::size_t conjugated = 0;
    std::size_t raw = 0;
    const BySense distances{.conjugated = distanceToBones(pose, QuaternionSense::Conjugated, conjugated),
                            .raw = distanceToBones(pose, QuaternionSense::Raw, raw)};
    if (conjugated == 0 || raw == 0) return std::nullopt;
    return distances;
}

std::optional<BySense> meanDihedral(const RestPose& pose) {
    const EdgePairs pairs = neighbours(pose.file());
    if (pairs.empty()) return std::nullopt;
    return BySense{.conjugated = meanDihedral(pose, kBoneConjugated, pairs),
                   .raw = meanDihedral(pose, kBoneRaw, pairs)};
}

}  // namespace rigkiln::swat3
