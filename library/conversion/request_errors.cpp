#include "library/conversion/request_errors.hpp"

#include <utility>

namespace rigkiln {

Error usageError(std::string where, std::string problem) {
    return kWrongUsage.at(std::move(where), std::move(problem));
}

}  // namespace rigkiln
