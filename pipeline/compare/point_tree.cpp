#include "pipeline/compare/point_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace rigkiln {
namespace {

/// A range of points that is not split further.
constexpr std::size_t kLeafPoints = 8;
/// Ranges halve with each step, so that no more than this are waiting.
constexpr std::size_t kMostWaiting = 128;

struct TreeRange {
    std::size_t first = 0;
    std::size_t end = 0;
    glm::dvec3 outside{0};  ///< distance of the searched place from the range along each axis
};

double squareOf(const glm::dvec3& difference) {
    return glm::dot(difference, difference);
}

}  // namespace

int PointTree::widestAxis(std::size_t first, std::size_t end) const {
    glm::dvec3 low = points_[order_[first]];
    glm::dvec3 high = low;
    for (std::size_t i = first; i < end; ++i) {
        low = glm::min(low, points_[order_[i]]);
        high = glm::max(high, points_[order_[i]]);
    }
    const glm::dvec3 sides = high - low;
    if (sides.x >= sides.y && sides.x >= sides.z) return 0;
    return sides.y >= sides.z ? 1 : 2;
}

PointTree::PointTree(std::span<const glm::dvec3> points)
    : points_(points), order_(points.size()), axes_(points.size(), 0) {
    std::iota(order_.begin(), order_.end(), 0U);
    std::vector<TreeRange> waiting = {{.first = 0, .end = order_.size()}};
    while (!waiting.empty()) {
        const TreeRange range = waiting.back();
        waiting.pop_back();
        if (range.end - range.first <= kLeafPoints) continue;
        const std::size_t middle = range.first + (range.end - range.first) / 2;
        // Meshes are often flat: an axis without extent would separate nothing.
        const int axis = widestAxis(range.first, range.end);
        axes_[middle] = static_cast<std::uint8_t>(axis);
        const auto at = [this](std::size_t place) {
            return order_.begin() + static_cast<std::ptrdiff_t>(place);
        };
        std::nth_element(at(range.first), at(middle), at(range.end),
                         [&](std::uint32_t left, std::uint32_t right) {
                             return points_[left][axis] < points_[right][axis];
                         });
        waiting.push_back({.first = range.first, .end = middle});
        waiting.push_back({.first = middle + 1, .end = range.end});
    }
}

/// Calls `visit(point, square of its distance)` for points that may be within the limit, which `visit` may
/// lower, nearer ranges first. `visit` returns whether to go on.
template <class Visit>
void PointTree::visitNear(const glm::dvec3& place, double& squareLimit, Visit visit) const {
    std::array<TreeRange, kMostWaiting> waiting;
    std::size_t count = 0;
    std::size_t visited = 0;
    waiting[count++] = {.first = 0, .end = order_.size()};
    const auto look = [&](std::size_t number) {
        const std::uint32_t point = order_[number];
        return visit(std::size_t{point}, squareOf(points_[point] - place)) && ++visited < kMostVisited;
    };
    while (count > 0) {
        const TreeRange range = waiting[--count];
        if (squareOf(range.outside) > squareLimit) continue;
        if (range.end - range.first <= kLeafPoints) {
            for (std::size_t i = range.first; i < range.end; ++i) {
                if (!look(i)) return;
            }
            continue;
        }
        const std::size_t middle = range.first + (range.end - range.first) / 2;
        if (!look(middle)) return;
        const int axis = axes_[middle];
        const double beyond = place[axis] - points_[order_[middle]][axis];
        TreeRange near{.first = range.first, .end = middle, .outside = range.outside};
        TreeRange far{.first = middle + 1, .end = range.end, .outside = range.outside};
        if (beyond > 0) std::swap(near, far);
        far.outside[axis] = beyond;
        waiting[count++] = far;
        waiting[count++] = near;
    }
}

PointTree::Nearest PointTree::nearest(const glm::dvec3& place) const {
    double best = std::numeric_limits<double>::infinity();
    double limit = best;
    std::size_t point = 0;
    visitNear(place, limit, [&](std::size_t candidate, double square) {
        if (square < best) {
            best = square;
            point = candidate;
            // Ranges that begin at this distance cannot hold a nearer point.
            limit = std::nextafter(square, 0.0);
        }
        return best > 0;
    });
    return {.point = point, .distance = std::sqrt(best)};
}

std::vector<std::size_t> PointTree::within(const glm::dvec3& place, double distance,
                                           std::size_t limit) const {
    std::vector<std::size_t> found;
    double square = distance * distance;
    visitNear(place, square, [&](std::size_t candidate, double candidateSquare) {
        if (candidateSquare <= square) found.push_back(candidate);
        return found.size() < limit;
    });
    return found;
}

}  // namespace rigkiln
