#pragma once

#include <cstddef>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Limit of samples per track. More indicate a wrong clip length in the source or a wrong rate.
inline constexpr std::size_t kMostSamples = 1'000'000;

inline constexpr IssueKind kTooManySamples{
    "resample.too-many-samples", Severity::Warning,
    "a clip would need more samples than the limit and keeps the keys of its source"};

/// Replaces the keys of moving tracks by samples at k / framesPerSecond, k = 0, 1, 2 ..., and one at the
/// exact end of the clip, so that its length stays the same to the last bit. Tracks with one key and Step
/// tracks (visibility, holds) keep their keys, because sampling could only lose the time of a change. A rate
/// of 0 (kSourceRate) or below (kAdaptiveRate: reduction chooses the keys) changes nothing.
void resampleClips(Scene& scene, double framesPerSecond, Diagnostics& diagnostics);

}  // namespace rigkiln
