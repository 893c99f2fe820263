#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/compare/compare_assets.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln::test {

/// Options that compare everything, with a tolerance in metres.
[[nodiscard]] inline CompareOptions optionsFor(const Scene& left, double tolerance = 1e-6) {
    return {.length = tolerance, .share = tolerance, .probes = probePoints(left, {})};
}

/// The lines "part object: text" of all differences.
[[nodiscard]] inline std::vector<std::string> linesOf(const Comparison& comparison) {
    std::vector<std::string> lines;
    lines.reserve(comparison.differences.size());
    for (const Difference& difference : comparison.differences)
        lines.push_back(
            fmt::format("{} {}: {}", toString(difference.part), difference.object, difference.text));
    return lines;
}

[[nodiscard]] inline std::vector<std::string> differencesOf(const Scene& left, const Scene& right,
                                                            double tolerance = 1e-6) {
    return linesOf(compareAssets(left, right, optionsFor(left, tolerance)));
}

}  // namespace rigkiln::test
