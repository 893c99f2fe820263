#include "pipeline/process/resample_clips.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/animation/sample_track.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln {
namespace {

/// Returns sample times, strictly ascending and ending exactly with the duration.
std::vector<float> sampleTimes(float duration, double framesPerSecond) {
    std::vector<float> times;
    for (std::size_t frame = 0;; ++frame) {
        const auto time = static_cast<float>(static_cast<double>(frame) / framesPerSecond);
        if (time >= duration) break;
        times.push_back(time);
    }
    times.push_back(duration);
    return times;
}

template <class Value>
void resample(Track<Value>& track, const std::vector<float>& times) {
    if (track.times.size() < 2 || track.interpolation == Interpolation::Step) return;
    Track<Value> resampled{.interpolation = Interpolation::Linear, .times = times, .values = {}};
    resampled.values.reserve(times.size());
    for (const float time : times) {
        checkStop();
        resampled.values.push_back(sampleTrack(track, time));
    }
    track = std::move(resampled);
}

}  // namespace

void resampleClips(Scene& scene, double framesPerSecond, Diagnostics& diagnostics) {
    if (framesPerSecond <= 0.0) return;
    for (Clip& clip : scene.clips) {
        const double samples = static_cast<double>(clip.duration) * framesPerSecond;
        if (samples > static_cast<double>(kMostSamples)) {
            diagnostics.add(kTooManySamples, fmt::format("clip {}", quote(clip.name)),
                            fmt::format("{} s at {} fps are {:.0f} samples (limit {})", clip.duration,
                                        framesPerSecond, samples, kMostSamples));
            continue;
        }
        const ClipInHand inHand(clip);
        const std::vector<float> times = sampleTimes(clip.duration, framesPerSecond);
        for (JointTracks& tracks : clip.joints) {
            checkStop();
            resample(tracks.translation, times);
            resample(tracks.rotation, times);
            resample(tracks.scale, times);
        }
        for (MaterialTracks& tracks : clip.materials)
            resample(tracks.baseColorOffset, times);
    }
}

}  // namespace rigkiln
