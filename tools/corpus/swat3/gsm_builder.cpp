#include "tools/corpus/swat3/gsm_builder.hpp"

#include <algorithm>
#include <tuple>

#include <glm/gtc/matrix_inverse.hpp>

namespace rigkiln::corpus {

GsmBuilder::GsmBuilder(const RigPlan& rig, std::string skeletonName, const Convention& convention)
    : rig_(rig), convention_(convention) {
    file_.skeletons.push_back(makeSkeleton(rig, std::move(skeletonName), convention.sense));
}

std::uint16_t GsmBuilder::addPoint(SurfacePoint point) {
    points_.push_back(std::move(point));
    return static_cast<std::uint16_t>(points_.size() - 1);
}

void GsmBuilder::addTriangle(const std::array<std::uint16_t, 3>& points,
                             const std::array<glm::vec2, 3>& texCoords, std::uint16_t hit) {
    swat3::GsmTriangle triangle;
    for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::pair<float, float> place(texCoords[corner].x, texCoords[corner].y);
        const auto [texCoord, isNewPlace] =
            indexOfTexCoord_.emplace(place, static_cast<std::uint16_t>(file_.texCoords.size()));
        if (isNewPlace) file_.texCoords.push_back({place.first, place.second});
        const Vertex vertex{.point = points[corner], .texCoord = texCoord->second, .hit = hit};
        const auto [index, isNew] =
            indexOfVertex_.emplace(vertex, static_cast<std::uint16_t>(vertices_.size()));
        if (isNew) vertices_.push_back(vertex);
        triangle.corners[corner] = index->second;
    }
    file_.triangles.push_back(triangle);
}

void GsmBuilder::addQuad(const std::array<std::uint16_t, 4>& points, std::uint16_t hit) {
    // v runs from -1, the top of the picture, to 0, as the game's exporter leaves it.
    constexpr std::array<glm::vec2, 4> kCorners = {glm::vec2(0, 0), glm::vec2(1, 0), glm::vec2(1, -1),
                                                   glm::vec2(0, -1)};
    addTriangle({points[0], points[1], points[2]}, {kCorners[0], kCorners[1], kCorners[2]}, hit);
    addTriangle({points[0], points[2], points[3]}, {kCorners[0], kCorners[2], kCorners[3]}, hit);
}

void GsmBuilder::addLimb(std::size_t bone, double thickness, std::optional<std::size_t> next,
                         std::uint16_t hit) {
    constexpr std::array<glm::dvec2, 4> kRing = {glm::dvec2(-0.5, -0.5), glm::dvec2(0.5, -0.5),
                                                 glm::dvec2(0.5, 0.5), glm::dvec2(-0.5, 0.5)};
    const PlannedBone& planned = rig_[bone];
    std::array<std::array<std::uint16_t, 4>, 2> rings{};
    for (std::size_t end = 0; end < 2; ++end) {
        for (std::size_t corner = 0; corner < 4; ++corner) {
            const glm::dvec2 across = thickness * (end == 0 ? 1.0 : 0.8) * kRing[corner];
            const double along = end == 0 ? 0.05 * planned.length : 0.95 * planned.length;
            SurfacePoint point{.place = glm::dvec3(planned.world * glm::dvec4(along, across.x, across.y, 1)),
                               .pulls = {{.bone = bone, .weight = 1}}};
            if (end == 1 && next)
                point.pulls = {{.bone = bone, .weight = 0.625F}, {.bone = *next, .weight = 0.375F}};
            rings[end][corner] = addPoint(std::move(point));
        }
    }
    for (std::size_t side = 0; side < 4; ++side) {
        const std::size_t beside = (side + 1) % 4;
        addQuad({rings[0][side], rings[0][beside], rings[1][beside], rings[1][side]}, hit);
    }
    addQuad({rings[0][3], rings[0][2], rings[0][1], rings[0][0]}, hit);
    addQuad({rings[1][0], rings[1][1], rings[1][2], rings[1][3]}, hit);
}

void GsmBuilder::finishMaterial(swat3::GsmMaterial material) {
    const std::size_t first =
        file_.groups.empty() ? 0 : std::size_t{file_.groups.back().first} + file_.groups.back().count;
    file_.groups.push_back({.material = material.id,
                            .first = static_cast<std::uint16_t>(first),
                            .count = static_cast<std::uint16_t>(file_.triangles.size() - first)});
    file_.materials.push_back(std::move(material));
}

void GsmBuilder::addTexture(std::string name) {
    file_.textures.push_back({.name = std::move(name)});
}

void GsmBuilder::addGrip(std::vector<swat3::GsmGrip>& grips, std::string name, std::size_t bone,
                         const glm::dmat4& local) {
    swat3::GsmGrip grip;
    grip.name = std::move(name);
    for (std::size_t i = 0; i < grip.rows.size(); ++i)
        grip.rows[i] =
            static_cast<float>(local[static_cast<glm::length_t>(i / 3)][static_cast<glm::length_t>(i % 3)]);
    grip.position = stored(glm::dvec3(local[3]));
    grip.bone = static_cast<std::uint16_t>(bone);
    grips.push_back(std::move(grip));
}

/// Makes a position for each point and bone that moves it, sorted by bone. Points with several bones become
/// blends.
void GsmBuilder::layOutPoints() {
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> entries;  // bone, point, influence
    for (std::size_t point = 0; point < points_.size(); ++point) {
        for (std::size_t pull = 0; pull < points_[point].pulls.size(); ++pull)
            entries.emplace_back(points_[point].pulls[pull].bone, point, pull);
    }
    std::ranges::sort(entries);
    std::vector<std::vector<std::uint16_t>> positions(points_.size());
    for (std::size_t point = 0; point < points_.size(); ++point)
        positions[point].resize(points_[point].pulls.size());
    for (const auto& [bone, point, pull] : entries) {
        const auto index = static_cast<std::uint16_t>(file_.positions.size());
        positions[point][pull] = index;
        const bool continuesRun = !file_.runs.empty() && file_.runs.back().bone == bone;
        if (!continuesRun) file_.runs.push_back({.bone = static_cast<std::uint16_t>(bone), .first = index});
        ++file_.runs.back().count;
        glm::dvec3 place = points_[point].place;
        if (convention_.space == swat3::Space::Bone)
            place = glm::dvec3(glm::affineInverse(rig_[bone].world) * glm::dvec4(place, 1));
        file_.positions.push_back(stored(place));
    }
    for (std::size_t point = 0; point < points_.size(); ++point) {
        if (positions[point].size() == 1) {
            positionOfPoint_.push_back(positions[point].front());
            continue;
        }
        positionOfPoint_.push_back(static_cast<std::uint16_t>(file_.positions.size() + file_.blends.size()));
        swat3::GsmBlend& blend = file_.blends.emplace_back();
        for (std::size_t pull = 0; pull < positions[point].size(); ++pull)
            blend.push_back(
                {.position = positions[point][pull], .weight = points_[point].pulls[pull].weight});
    }
    if (!file_.blends.empty()) {
        file_.runs.push_back({.bone = swat3::kBlendRun,
                              .first = static_cast<std::uint16_t>(file_.positions.size()),
                              .count = static_cast<std::uint16_t>(file_.blends.size())});
    }
    file_.blendStreamLength = static_cast<std::uint16_t>(swat3::blendStreamOctets(file_));
}

/// Makes one smoothing group: the list of a point holds all triangles around it, whatever their texture
/// coordinates.
void GsmBuilder::addSharedLists() {
    file_.sharedLists.resize(points_.size());
    for (std::size_t i = 0; i < file_.triangles.size(); ++i) {
        for (const std::uint16_t corner : file_.triangles[i].corners)
            file_.sharedLists[vertices_[corner].point].push_back(static_cast<std::uint16_t>(i));
    }
    file_.sharedStreamShorts = static_cast<std::uint32_t>(swat3::countSharedShorts(file_));
}

swat3::GsmFile GsmBuilder::build() && {
    layOutPoints();
    addSharedLists();
    for (const Vertex& vertex : vertices_) {
        file_.effectiveVertices.push_back({.texCoord = vertex.texCoord,
                                           .position = positionOfPoint_[vertex.point],
                                           .sharedList = vertex.point,
                                           .hit = vertex.hit});
    }
    return std::move(file_);
}

}  // namespace rigkiln::corpus
