#pragma once

#include <optional>

namespace rigkiln {

/// Limits for reducing keys. Lengths are metres of the scene.
struct ReductionSettings {
    double maxError = 0;  ///< largest distance of a probe point from its position in the source; 0: lossless
    double shell = 0.03;  ///< distance of the probe points of joints without objects
    /// Height of the skeleton in the unit of the lengths above; empty: they are in metres of the scene.
    std::optional<double> characterHeight{};
    bool samplesCurves = false;  ///< turns splines into straight lines; otherwise they keep their keys
    bool fitsSplines = false;    ///< turns tracks into splines where these are smaller
    /// Ignores all objects: every joint has only its shell points.
    bool shellOnly = false;
    /// Rounds keys to values that packed files store in few bytes, within the same bound.
    bool packsKeys = false;

    bool operator==(const ReductionSettings&) const = default;
};

}  // namespace rigkiln
