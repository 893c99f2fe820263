#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include <glm/vec3.hpp>

#include "pipeline/reduction/pair.hpp"

namespace rigkiln::reduction {

using PairVector = std::array<Pair, 3>;

/// First three columns and translation of an affine matrix, at two times.
using PairMatrix = std::array<Pair, 12>;

/// A box in the space of a joint: centre and half of each side.
struct ProbeBox {
    glm::dvec3 centre{0.0};
    glm::dvec3 half{0.0};
};

/// Returns the box whose corners are the points; nothing when the points are not exactly all corners of a
/// box, each once.
[[nodiscard]] std::optional<ProbeBox> boxOf(std::span<const glm::dvec3> points);

struct PairTransform {
    std::array<Pair, 3> translation;
    std::array<Pair, 4> rotation;
    std::array<Pair, 3> scale;
};

[[nodiscard]] inline PairMatrix matrixOf(const PairTransform& local) {
    const auto& [x, y, z, w] = local.rotation;
    const Pair xx = x * x;
    const Pair yy = y * y;
    const Pair zz = z * z;
    const Pair xy = x * y;
    const Pair xz = x * z;
    const Pair yz = y * z;
    const Pair wx = w * x;
    const Pair wy = w * y;
    const Pair wz = w * z;
    const auto& [sx, sy, sz] = local.scale;
    const Pair one = bothOf(1);
    return {(one - 2.0 * (yy + zz)) * sx, 2.0 * (xy + wz) * sx, 2.0 * (xz - wy) * sx, 2.0 * (xy - wz) * sy,
            (one - 2.0 * (xx + zz)) * sy, 2.0 * (yz + wx) * sy, 2.0 * (xz + wy) * sz, 2.0 * (yz - wx) * sz,
            (one - 2.0 * (xx + yy)) * sz, local.translation[0], local.translation[1], local.translation[2]};
}

[[nodiscard]] inline PairMatrix product(const PairMatrix& left, const PairMatrix& right) {
    PairMatrix result;
    for (std::size_t column = 0; column < 12; column += 3) {
        for (std::size_t row = 0; row < 3; ++row) {
            Pair sum = left[row] * right[column] + left[3 + row] * right[column + 1] +
                       left[6 + row] * right[column + 2];
            if (column == 9) sum += left[9 + row];
            result[column + row] = sum;
        }
    }
    return result;
}

[[nodiscard]] inline Pair dotOf(const PairVector& left, const PairVector& right) {
    return left[0] * right[0] + left[1] * right[1] + left[2] * right[2];
}

/// Returns the displacement of a point by a difference of matrices.
[[nodiscard]] inline PairVector moveOf(const PairMatrix& difference, const glm::dvec3& point) {
    PairVector moved;
    for (std::size_t row = 0; row < 3; ++row)
        moved[row] = difference[row] * point.x + difference[3 + row] * point.y +
                     difference[6 + row] * point.z + difference[9 + row];
    return moved;
}

/// Returns the largest squared displacement of any of the points by a difference of matrices.
[[nodiscard]] inline Pair largestSquare(const PairMatrix& difference, std::span<const glm::dvec3> points) {
    Pair largest = bothOf(0);
    for (const glm::dvec3& point : points) {
        const PairVector moved = moveOf(difference, point);
        largest = greaterOf(dotOf(moved, moved), largest);
    }
    return largest;
}

/// Returns the largest squared displacement of a box's corners. Each corner is displaced like the centre plus
/// or minus the displacements of the three half axes, so the products in the eight squares are computed only
/// once.
[[nodiscard]] inline Pair largestSquare(const PairMatrix& difference, const ProbeBox& box) {
    const PairVector centre = moveOf(difference, box.centre);
    std::array<PairVector, 3> axes{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t row = 0; row < 3; ++row)
            axes[axis][row] = difference[3 * axis + row] * box.half[static_cast<int>(axis)];
    }
    const auto& [x, y, z] = axes;
    // With signs s, t and u of x, y and z, half of the mixed terms is s (cx + u xz) + t (cy + u yz) + s t xy
    // + u cz.
    const Pair cx = dotOf(centre, x);
    const Pair cy = dotOf(centre, y);
    const Pair cz = dotOf(centre, z);
    const Pair xy = dotOf(x, y);
    const Pair xz = dotOf(x, z);
    const Pair yz = dotOf(y, z);
    const auto largestOf = [&](const Pair& ofX, const Pair& ofY) {
        return greaterOf(absoluteOf(ofX + ofY) + xy, absoluteOf(ofX - ofY) - xy);
    };
    const Pair mixed = greaterOf(largestOf(cx + xz, cy + yz) + cz, largestOf(cx - xz, cy - yz) - cz);
    return dotOf(centre, centre) + dotOf(x, x) + dotOf(y, y) + dotOf(z, z) + 2.0 * mixed;
}

}  // namespace rigkiln::reduction
