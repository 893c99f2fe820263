#include "formats/swat3/smoothing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include <glm/geometric.hpp>

namespace rigkiln::swat3 {
namespace {

/// Normalises; zero where there is no direction.
glm::dvec3 unit(const glm::dvec3& vector) {
    const double length = glm::length(vector);
    return length > 0 && std::isfinite(length) ? vector / length : glm::dvec3(0.0);
}

/// Returns `vector`, or zero when it is not finite.
glm::dvec3 finite(const glm::dvec3& vector) {
    return std::isfinite(glm::length(vector)) ? vector : glm::dvec3(0.0);
}

class Smoother {
public:
    Smoother(const GsmFile& file, const std::vector<glm::dvec3>& places, NormalWeight weight)
        : file_(file), places_(places), weight_(weight) {
        faces_.reserve(file.triangles.size());
        for (std::size_t i = 0; i < file.triangles.size(); ++i) {
            const glm::dvec3 cross = glm::cross(placeOf(i, 1) - placeOf(i, 0), placeOf(i, 2) - placeOf(i, 0));
            faces_.push_back(weight == NormalWeight::Area ? finite(cross) : unit(cross));
        }
        if (weight == NormalWeight::Angle) findCorners();
    }

    std::vector<glm::dvec3> normals() {
        std::vector<glm::dvec3> normals;
        normals.reserve(file_.effectiveVertices.size());
        for (const GsmEffectiveVertex& vertex : file_.effectiveVertices)
            normals.push_back(normalOf(vertex));
        return normals;
    }

private:
    struct Corner {
        std::uint16_t triangle;
        double angle;  ///< radians
    };

    [[nodiscard]] std::uint16_t positionOf(std::size_t triangle, std::size_t corner) const {
        return file_.effectiveVertices[file_.triangles[triangle].corners[corner % 3]].position;
    }
    [[nodiscard]] glm::dvec3 placeOf(std::size_t triangle, std::size_t corner) const {
        return places_[positionOf(triangle, corner)];
    }

    void findCorners() {
        corners_.resize(places_.size());
        for (std::size_t i = 0; i < file_.triangles.size(); ++i) {
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const glm::dvec3 left = placeOf(i, corner + 1) - placeOf(i, corner);
                const glm::dvec3 right = placeOf(i, corner + 2) - placeOf(i, corner);
                const double angle = std::atan2(glm::length(glm::cross(left, right)), glm::dot(left, right));
                corners_[positionOf(i, corner)].push_back({static_cast<std::uint16_t>(i), angle});
            }
        }
        for (const auto& list : file_.sharedLists) {
            sortedLists_.push_back(list);
            std::ranges::sort(sortedLists_.back());
        }
    }

    glm::dvec3 normalOf(const GsmEffectiveVertex& vertex) {
        // Cached, because vertices share lists; in a broken file all vertices may share one long list.
        const std::uint16_t position = weight_ == NormalWeight::Angle ? vertex.position : std::uint16_t{0};
        const std::uint32_t key = (std::uint32_t{vertex.sharedList} << 16U) | position;
        const auto [known, isNew] = sums_.try_emplace(key, 0.0);
        if (isNew) known->second = unit(sumOf(vertex));
        return known->second;
    }

    [[nodiscard]] glm::dvec3 sumOf(const GsmEffectiveVertex& vertex) const {
        glm::dvec3 sum(0.0);
        if (weight_ != NormalWeight::Angle) {
            for (const std::uint16_t triangle : file_.sharedLists[vertex.sharedList])
                sum += faces_[triangle];
            return sum;
        }
        const auto& list = sortedLists_[vertex.sharedList];
        for (const Corner& corner : corners_[vertex.position]) {
            if (std::ranges::binary_search(list, corner.triangle))
                sum += corner.angle * faces_[corner.triangle];
        }
        return sum;
    }

    const GsmFile& file_;
    const std::vector<glm::dvec3>& places_;
    NormalWeight weight_;
    std::vector<glm::dvec3> faces_;  ///< by triangle: of length 1, or twice the triangle's area
    std::vector<std::vector<Corner>> corners_;
    std::vector<std::vector<std::uint16_t>> sortedLists_;
    std::unordered_map<std::uint32_t, glm::dvec3> sums_;  ///< by list and position; never iterated
};

}  // namespace

std::vector<glm::dvec3> smoothNormals(const GsmFile& file, const std::vector<glm::dvec3>& places,
                                      NormalWeight weight) {
    return Smoother(file, places, weight).normals();
}

}  // namespace rigkiln::swat3
