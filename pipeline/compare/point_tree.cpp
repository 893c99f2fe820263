#include "pipeline/compare/point_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

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
    int axis = 0;
    double square = 0;  ///< no point of the range is nearer than the root of this
};

constexpr int nextAxis(int axis) {
    return axis == 2 ? 0 : axis + 1;
}

double squareOf(const glm::dvec3& difference) {
    return glm::dot(difference, difference);
}

}  // namespace

PointTree::PointTree(std::span<const glm::dvec3> points) : points_(points), order_(points.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    std::vector<TreeRange> waiting = {{.first = 0, .end = order_.size()}};
    while (!waiting.empty()) {
        const TreeRange range = waiting.back();
        waiting.pop_back();
        if (range.end - range.first <= kLeafPoints) continue;
        const std::size_t middle = range.first + (range.end - range.first) / 2;
        const auto at = [this](std::size_t place) {
            return order_.begin() + static_cast<std::ptrdiff_t>(place);
        };
        std::nth_element(at(range.first), at(middle), at(range.end),
                         [&](std::uint32_t left, std::uint32_t right) {
                             return points_[left][range.axis] < points_[right][range.axis];
                         });
        const int axis = nextAxis(range.axis);
        waiting.push_back({.first = range.first, .end = middle, .axis = axis});
        waiting.push_back({.first = middle + 1, .end = range.end, .axis = axis});
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
        if (range.square > squareLimit) continue;
        if (range.end - range.first <= kLeafPoints) {
            for (std::size_t i = range.first; i < range.end; ++i) {
                if (!look(i)) return;
            }
            continue;
        }
        const std::size_t middle = range.first + (range.end - range.first) / 2;
        if (!look(middle)) return;
        const double beyond = place[range.axis] - points_[order_[middle]][range.axis];
        const int axis = nextAxis(range.axis);
        TreeRange near{.first = range.first, .end = middle, .axis = axis, .square = range.square};
        TreeRange far{.first = middle + 1, .end = range.end, .axis = axis, .square = range.square};
        if (beyond > 0) std::swap(near, far);
        far.square = std::max(far.square, beyond * beyond);
        waiting[count++] = far;
        waiting[count++] = near;
    }
}

PointTree::Nearest PointTree::nearest(const glm::dvec3& place) const {
    double best = std::numeric_limits<double>::infinity();
    std::size_t point = 0;
    visitNear(place, best, [&](std::size_t candidate, double square) {
        if (square < best) {
            best = square;
            point = candidate;
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
