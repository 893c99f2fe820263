#include "pipeline/wayback/file_space.hpp"

namespace rigkiln {

glm::dmat4 FileSpace::matrix(const glm::dmat4& canonical) const {
    const auto axis = [&](int column) { return direction(glm::dvec3(canonical[column])); };
    const glm::dvec4 origin(point(glm::dvec3(canonical[3])), 1.0);
    if (!isZUp_)
        return {glm::dvec4(axis(0), 0.0), glm::dvec4(axis(1), 0.0), glm::dvec4(axis(2), 0.0), origin};
    // The columns change places as the rows do.
    return {glm::dvec4(axis(0), 0.0), glm::dvec4(-axis(2), 0.0), glm::dvec4(axis(1), 0.0), origin};
}

}  // namespace rigkiln
