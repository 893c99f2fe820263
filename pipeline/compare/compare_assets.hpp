#pragma once

#include <cstddef>
#include <vector>

#include "pipeline/compare/difference.hpp"
#include "pipeline/compare/pose_difference.hpp"
#include "pipeline/compare/scene_pair.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Differences of two assets, A (left) and B (right).
struct Comparison {
    std::vector<Difference> differences{};  ///< the most serious first
    PoseDifference poses{};                 ///< measured only when poses, events or extras are compared
    [[nodiscard]] bool isSame() const { return differences.empty(); }
};

/// Compares two assets of any format part by part. Objects are matched by name, vertices by the nearest one,
/// images by their pixels, motion by the displacement of points over time. Order, key times and how files
/// store anything do not count. Precondition: both scenes are canonical and satisfy their laws;
/// `options.probes` has an entry per joint of the left scene.
[[nodiscard]] Comparison compareAssets(const Scene& left, const Scene& right, const CompareOptions& options);

}  // namespace rigkiln
