#include "exporters/swat3/file_space.hpp"

namespace rigkiln::swat3_writer {

glm::dmat4 FileSpace::matrix(const glm::dmat4& canonical) const {
    const auto axis = [&](int column) { return direction(glm::dvec3(canonical[column])); };
    // The columns are permuted like the rows.
    return {glm::dvec4(axis(0), 0.0), glm::dvec4(-axis(2), 0.0), glm::dvec4(axis(1), 0.0),
            glm::dvec4(point(glm::dvec3(canonical[3])), 1.0)};
}

}  // namespace rigkiln::swat3_writer
