#include "formats/swat3/field_problem.hpp"

#include <fmt/format.h>

namespace rigkiln::swat3 {

std::string indexProblem(std::size_t value, std::size_t limit, std::string_view what) {
    return fmt::format("{}, below {} is expected: there are {} {}", value, limit, limit, what);
}

}  // namespace rigkiln::swat3
