#pragma once

#include <cstddef>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// More samples than this in one track are a mistake in the source's length or in the rate.
inline constexpr std::size_t kMostSamples = 1'000'000;

inline constexpr IssueKind kTooManySamples{
    "resample.too-many-samples", Severity::Warning,
    "a clip would need more samples than the limit and keeps the keys of its source"};

/// Replaces the keys of moving tracks by samples at k / framesPerSecond, k = 0, 1, 2 ..., and one at the
/// exact end of the clip, so that its length stays to the last bit. Tracks of one key and Step tracks
/// (visibility, holds) keep their keys: sampling them could only lose the moment of the change. A rate of 0
/// (kSourceRate) or below (kAdaptiveRate: keys are chosen where they are reduced) leaves everything as the
/// source has it.
void resampleClips(Scene& scene, double framesPerSecond, Diagnostics& diagnostics);

}  // namespace rigkiln
