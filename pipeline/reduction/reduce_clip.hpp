#pragma once

#include <cstddef>
#include <span>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

inline constexpr IssueKind kClipTooLargeToReduce{
    "reduce.too-large", Severity::Warning,
    "a clip has more key times and tracks than its keys can be reduced with, and keeps them all"};

inline constexpr IssueKind kCurvesNotSampled{
    "reduce.curves-kept", Severity::Warning,
    "splines of a clip cannot be followed by straight lines within the bound, and stay splines"};

struct ReduceOptions {
    /// Straight lines for splines too, which otherwise keep their keys.
    bool samplesCurves = false;
    /// Splines for those tracks that are smaller with them.
    bool fitsSplines = false;
    /// What bounds are steps of (boundSteps), in units of the scene: a metre, for a character as tall as the
    /// one that the bound is meant for.
    double unit = 1;
};

/// What became of the keys of one clip. Bytes are those of the tracks as core glTF holds them, identical time
/// arrays within the clip counted once.
struct ClipReduction {
    std::size_t keysBefore = 0;
    std::size_t keysAfter = 0;
    std::size_t bytesBefore = 0;
    std::size_t bytesAfter = 0;
    double maxError = 0;  ///< largest displacement of a probe point, in units of the scene
    double p99Error = 0;  ///< 99 % of the measured displacements, over all joints and times, are at most this
    IndexOf<Joint> worstJoint;
    float worstTime = 0.0F;  ///< seconds
};

/// Replaces the keys of a clip by fewer ones, such that no probe point is ever farther than `maxError` from
/// where the source has it: through the whole hierarchy, between the keys, and after rounding to what the
/// file holds.
///
/// Keys stand at times of the source's keys (or at the last moment before a step), and the clip keeps its
/// length; a track that the rest pose can stand for becomes empty, one that hardly changes gets a single key,
/// and the others get keys that tracks share where that is smaller. Rotations are sixteen-bit (k / 32767)
/// where that is enough. Loops stay loops. Tracks with steps keep their keys, and so do those with splines,
/// without options, and visibility. What is hidden may be anywhere. A clip that would not become smaller
/// stays as it is. A bound of 0 only takes out keys that repeat their neighbours.
///
/// With `samplesCurves` splines become straight lines as well, even where that takes more bytes. Keys of such
/// clips stand at any time; the errors that are told are then upper bounds, the sum of two measurements. With
/// `fitsSplines` splines of the source stay, or are fitted anew, or become lines, whatever is smallest.
///
/// Preconditions: the scene and the clip keep their laws, signs of rotations are aligned, and `probes` has an
/// entry per joint. Two clips may be reduced at the same time. Source of the measure: the displacement of the
/// virtual vertices of Nicholas Frechette's Animation Compression Library, with the model's own vertices.
ClipReduction reduceClip(const Scene& scene, Clip& clip, std::span<const JointProbes> probes, double maxError,
                         Diagnostics& diagnostics, const ReduceOptions& options = {});

}  // namespace rigkiln
