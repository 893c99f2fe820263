#include <algorithm>
#include <array>
#include <cmath>

#include "formats/gltf/validate/read_document.hpp"
#include "formats/gltf/validate/tolerances.hpp"

namespace rigkiln::gltf_validation {
namespace {

/// By columns, rounded to 32 bits as readers hold it.
using Matrix = std::array<float, 16>;

double number(const Matrix& matrix, std::size_t column, std::size_t row) {
    return static_cast<double>(matrix.at(column * 4 + row));
}

double columnLength(const Matrix& matrix, std::size_t column) {
    double sum = 0;
    for (std::size_t row = 0; row < 3; ++row)
        sum += number(matrix, column, row) * number(matrix, column, row);
    return std::sqrt(sum);
}

/// Determinant of the upper left 3x3 numbers, that of the matrix when its last row is 0 0 0 1.
double determinant(const Matrix& m) {
    const auto minor = [&](std::size_t first, std::size_t second) {
        return number(m, 1, first) * number(m, 2, second) - number(m, 1, second) * number(m, 2, first);
    };
    return number(m, 0, 0) * minor(1, 2) - number(m, 0, 1) * minor(0, 2) + number(m, 0, 2) * minor(0, 1);
}

/// Largest sum of the sizes of the numbers in a column.
double largestColumn(const Matrix& matrix) {
    double largest = 0;
    for (std::size_t column = 0; column < 4; ++column) {
        double sum = 0;
        for (std::size_t row = 0; row < 4; ++row)
            sum += std::abs(number(matrix, column, row));
        largest = std::max(largest, sum);
    }
    return largest;
}

/// Quaternion x y z w of a matrix whose columns have length 1.
std::array<double, 4> rotationOf(const Matrix& m) {
    std::array<double, 4> q{};
    const double trace = number(m, 0, 0) + number(m, 1, 1) + number(m, 2, 2);
    if (trace > 0.0) {
        const double root = std::sqrt(trace + 1.0);
        q[3] = root * 0.5;
        q[0] = (number(m, 1, 2) - number(m, 2, 1)) * 0.5 / root;
        q[1] = (number(m, 2, 0) - number(m, 0, 2)) * 0.5 / root;
        q[2] = (number(m, 0, 1) - number(m, 1, 0)) * 0.5 / root;
        return q;
    }
    std::size_t i = number(m, 0, 0) < number(m, 1, 1) ? 1 : 0;
    if (number(m, i, i) < number(m, 2, 2)) i = 2;
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    const double root = std::sqrt(number(m, i, i) - number(m, j, j) - number(m, k, k) + 1.0);
    q.at(i) = root * 0.5;
    q[3] = (number(m, j, k) - number(m, k, j)) * 0.5 / root;
    q.at(j) = (number(m, i, j) + number(m, j, i)) * 0.5 / root;
    q.at(k) = (number(m, i, k) + number(m, k, i)) * 0.5 / root;
    return q;
}

Matrix composed(const Matrix& given, const std::array<double, 4>& q, const std::array<double, 3>& scale) {
    const auto [x, y, z, w] = q;
    const std::array<double, 9> rotation = {
        1 - 2 * (y * y + z * z), 2 * (x * y + w * z),     2 * (x * z - w * y),
        2 * (x * y - w * z),     1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
        2 * (x * z + w * y),     2 * (y * z - w * x),     1 - 2 * (x * x + y * y)};
    Matrix made = given;
    for (std::size_t column = 0; column < 3; ++column) {
        for (std::size_t row = 0; row < 3; ++row)
            made.at(column * 4 + row) = static_cast<float>(rotation.at(column * 3 + row) * scale.at(column));
    }
    return made;
}

}  // namespace

bool isDecomposable(std::span<const double> numbers) {
    Matrix matrix{};
    std::ranges::transform(numbers.first(matrix.size()), matrix.begin(),
                           [](double value) { return static_cast<float>(value); });
    if (matrix[3] != 0 || matrix[7] != 0 || matrix[11] != 0 || matrix[15] != 1) return false;
    const double size = determinant(matrix);
    if (size == 0.0) return false;
    std::array<double, 3> scale = {columnLength(matrix, 0), columnLength(matrix, 1), columnLength(matrix, 2)};
    if (size < 0.0) scale[0] = -scale[0];
    Matrix turned = matrix;
    for (std::size_t column = 0; column < 3; ++column) {
        for (std::size_t row = 0; row < 3; ++row)
            turned.at(column * 4 + row) = static_cast<float>(number(matrix, column, row) / scale.at(column));
    }
    const Matrix made = composed(matrix, rotationOf(turned), scale);
    return std::abs(largestColumn(made) - largestColumn(matrix)) < kMatrixTolerance;
}

}  // namespace rigkiln::gltf_validation
