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
    /// Turns splines into straight lines; otherwise they keep their keys.
    bool samplesCurves = false;
    /// Turns tracks into splines where that is smaller.
    bool fitsSplines = false;
    /// Unit of the round bounds (boundSteps), in units of the scene: a metre for a character of the height
    /// that the bound refers to.
    double unit = 1;
};

/// Result of reducing one clip. Bytes are those of the tracks in core glTF; identical time arrays within the
/// clip count once.
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

/// Replaces the keys of a clip by fewer ones. No probe point is ever farther than `maxError` from its
/// position in the source: measured through the whole hierarchy, between the keys, and after rounding to what
/// the file stores.
///
/// Keys are at key times of the source or at the last moment before a step, and the clip keeps its length. A
/// track that the rest pose can replace becomes empty, one that hardly changes gets a single key. Other
/// tracks share key times where that is smaller. Rotations are sixteen-bit (k / 32767) where that is enough.
/// Loops stay loops. Visibility and tracks with steps keep their keys; so do splines, unless options say
/// otherwise. Hidden points are ignored. A clip that would not become smaller stays unchanged. A bound of 0
/// only removes keys that repeat their neighbours.
///
/// With `samplesCurves` splines become straight lines even where that takes more bytes. Their keys may be at
/// any time, and the reported errors are upper bounds: the sum of two measurements. With `fitsSplines` each
/// spline of the source stays, is fitted anew or becomes lines, whichever is smallest.
///
/// Preconditions: the scene and the clip satisfy their laws, signs of rotations are aligned, and `probes` has
/// an entry per joint. Several clips may be reduced at the same time. The measure follows the displacement of
/// virtual vertices in Nicholas Frechette's Animation Compression Library, with the model's own vertices.
ClipReduction reduceClip(const Scene& scene, Clip& clip, std::span<const JointProbes> probes, double maxError,
                         Diagnostics& diagnostics, const ReduceOptions& options = {});

}  // namespace rigkiln
