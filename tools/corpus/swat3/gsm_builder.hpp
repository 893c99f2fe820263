#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "formats/swat3/gsm_file.hpp"
#include "tools/corpus/swat3/rig_plan.hpp"

namespace rigkiln::corpus {

/// Influence of a bone on a point.
struct Pull {
    std::size_t bone = 0;
    float weight = 1;
};

/// A point of the surface, in model space. Points with several influences become blends.
struct SurfacePoint {
    glm::dvec3 place{0.0};
    std::vector<Pull> pulls;
};

/// Collects a surface and lays it out as the game's exporter does: a run of positions per bone, then the
/// blends; one smoothing group.
class GsmBuilder {
public:
    GsmBuilder(const RigPlan& rig, std::string skeletonName, const Convention& convention);

    std::uint16_t addPoint(SurfacePoint point);
    /// Adds two triangles with the whole texture on them. The points are counter-clockwise from outside.
    void addQuad(const std::array<std::uint16_t, 4>& points, std::uint16_t hit);
    void addTriangle(const std::array<std::uint16_t, 3>& points, const std::array<glm::vec2, 3>& texCoords,
                     std::uint16_t hit);
    /// Adds a closed box along a bone, from 5 % to 95 % of its length. Its far end is also moved by `next`,
    /// if there is one.
    void addLimb(std::size_t bone, double thickness, std::optional<std::size_t> next, std::uint16_t hit);
    /// Gives this material to all triangles added since the last one.
    void finishMaterial(swat3::GsmMaterial material);
    void addTexture(std::string name);
    void addGrip(std::vector<swat3::GsmGrip>& grips, std::string name, std::size_t bone,
                 const glm::dmat4& local);

    [[nodiscard]] swat3::GsmFile& file() { return file_; }
    [[nodiscard]] swat3::GsmFile build() &&;

private:
    struct Vertex {
        std::uint16_t point = 0;
        std::uint16_t texCoord = 0;
        std::uint16_t hit = 0;
        bool operator<(const Vertex& other) const {
            return std::tie(point, texCoord, hit) < std::tie(other.point, other.texCoord, other.hit);
        }
    };

    void layOutPoints();
    void addSharedLists();

    const RigPlan& rig_;
    Convention convention_;
    swat3::GsmFile file_;
    std::vector<SurfacePoint> points_;
    std::vector<std::uint16_t> positionOfPoint_;
    std::vector<Vertex> vertices_;
    std::map<Vertex, std::uint16_t> indexOfVertex_;
    std::map<std::pair<float, float>, std::uint16_t> indexOfTexCoord_;
};

}  // namespace rigkiln::corpus
