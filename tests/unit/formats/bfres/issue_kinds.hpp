#pragma once

#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"

namespace rigkiln::bfres {

inline std::vector<std::string> kindsOf(const Diagnostics& diagnostics) {
    std::vector<std::string> kinds;
    for (const auto& issue : diagnostics.issues())
        kinds.emplace_back(issue.kind->id);
    return kinds;
}

}  // namespace rigkiln::bfres
