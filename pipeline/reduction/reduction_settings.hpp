#pragma once

#include <optional>

namespace rigkiln {

/// How far keys may be reduced. Lengths are metres of the scene.
struct ReductionSettings {
    double maxError = 0;  ///< how far any probe point may be from where the source has it; 0: lossless
    double shell = 0.03;  ///< distance of the points around joints that nothing hangs on
    /// How tall the lengths above take the skeleton for; none: they are those of the scene.
    std::optional<double> characterHeight{};
    bool samplesCurves = false;  ///< straight lines for splines too, which otherwise keep their keys
    bool fitsSplines = false;    ///< splines where they are smaller than straight lines
    /// Leaves the meshes aside: every joint has its shell alone.
    bool shellOnly = false;
    /// The file packs keys: they are rounded to what takes few bytes there, within the same bound.
    bool packsKeys = false;

    bool operator==(const ReductionSettings&) const = default;
};

}  // namespace rigkiln
