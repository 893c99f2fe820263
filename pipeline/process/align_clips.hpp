#pragma once

#include <string_view>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/process/resample_clips.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Name of the option of exporters whose scenes go through alignClips: "source", or a rate such as "24fps".
inline constexpr std::string_view kAlignOption = "align";
inline constexpr std::string_view kAlignSource = "source";  ///< the step is not done

/// Key in the extras of a clip: the rate of the frames on which its keys fall.
inline constexpr std::string_view kFpsHint = "fps_hint";

/// Moves all keys to whole frames k / framesPerSecond, for programs that count in frames. Keys that are there
/// already, within a thousandth of a frame, keep their values bit for bit. Other moving tracks are sampled at
/// every frame and become linear, and so are all splines: Blender 3.4 reads them without their tangents.
/// Steps move to the nearest frame; of several on one frame the last counts. A clip that ends between frames
/// becomes longer, by less than a frame, in which it holds its last pose. Rate and number of frames of the
/// source stay; extras get kFpsHint. Clips of more than kMostSamples frames keep their keys, with
/// kTooManySamples. Events stay where they are. Precondition: the rate is positive.
void alignClips(Scene& scene, double framesPerSecond, Diagnostics& diagnostics);

}  // namespace rigkiln
