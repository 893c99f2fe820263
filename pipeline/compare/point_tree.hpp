#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

namespace rigkiln {

/// Finds the nearest of many points (a k-d tree). Made in O(n log n) time and linear memory. One search
/// visits at most kMostVisited points, so that points arranged against the search (all on a sphere, searched
/// from its centre) cannot make it quadratic; the distance found is then an upper limit.
class PointTree {
public:
    static constexpr std::size_t kMostVisited = 1024;

    /// Borrows the points, which must outlive the tree. Precondition: they are finite.
    explicit PointTree(std::span<const glm::dvec3> points);

    struct Nearest {
        std::size_t point = 0;  ///< index of the point
        double distance = 0;
    };
    /// Precondition: there is at least one point.
    [[nodiscard]] Nearest nearest(const glm::dvec3& place) const;

    /// Returns indices of points at most `distance` away, at most `limit` of them.
    [[nodiscard]] std::vector<std::size_t> within(const glm::dvec3& place, double distance,
                                                  std::size_t limit) const;

private:
    [[nodiscard]] int widestAxis(std::size_t first, std::size_t end) const;
    template <class Visit>
    void visitNear(const glm::dvec3& place, double& squareLimit, Visit visit) const;

    std::span<const glm::dvec3> points_;
    std::vector<std::uint32_t> order_;  ///< a range's middle splits it: smaller coordinates before it
    std::vector<std::uint8_t> axes_;    ///< by place of a middle: the axis that it splits
};

}  // namespace rigkiln
