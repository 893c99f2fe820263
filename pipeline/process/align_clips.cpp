#include "pipeline/process/align_clips.hpp"

#include <algorithm>
#include <cmath>
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

/// Part of a frame by which a key may be off and still counts as on it: times of sources are rounded.
constexpr double kOnFrame = 1e-3;

/// Moves the keys of one clip.
class Aligner {
public:
    Aligner(double framesPerSecond, float duration)
        : rate_(framesPerSecond), frames_(lastFrame(static_cast<double>(duration) * framesPerSecond)) {}

    [[nodiscard]] double frames() const { return frames_; }
    [[nodiscard]] float duration() const { return timeOf(frames_); }

    template <class Value>
    void align(Track<Value>& track) const {
        if (track.empty()) return;
        if (track.interpolation == Interpolation::CubicSpline && track.times.size() > 1) return sample(track);
        const bool areOnFrames = std::ranges::all_of(track.times, [&](float time) {
            const double frame = static_cast<double>(time) * rate_;
            return std::abs(frame - std::round(frame)) <= kOnFrame;
        });
        if (areOnFrames || track.interpolation == Interpolation::Step || track.times.size() == 1) {
            moveKeys(track);
        } else {
            sample(track);
        }
    }

private:
    /// Returns the frame on or behind which a clip ends.
    static double lastFrame(double frames) {
        const double nearest = std::round(frames);
        return std::abs(frames - nearest) <= kOnFrame ? nearest : std::ceil(frames);
    }

    [[nodiscard]] float timeOf(double frame) const { return static_cast<float>(frame / rate_); }

    /// Moves each key to the nearest frame; of several on one frame the last stays.
    template <class Value>
    void moveKeys(Track<Value>& track) const {
        const std::size_t perKey = track.values.size() / track.times.size();
        std::size_t kept = 0;
        for (std::size_t key = 0; key < track.times.size(); ++key) {
            const float time = timeOf(std::round(static_cast<double>(track.times[key]) * rate_));
            if (kept > 0 && track.times[kept - 1] >= time) --kept;
            track.times[kept] = time;
            for (std::size_t i = 0; i < perKey; ++i)
                track.values[kept * perKey + i] = track.values[key * perKey + i];
            ++kept;
        }
        track.times.resize(kept);
        track.values.resize(kept * perKey);
    }

    template <class Value>
    void sample(Track<Value>& track) const {
        Track<Value> sampled;
        for (double frame = 0; frame <= frames_; ++frame) {
            checkStop();
            sampled.times.push_back(timeOf(frame));
            sampled.values.push_back(sampleTrack(track, sampled.times.back()));
        }
        track = std::move(sampled);
    }

    double rate_;
    double frames_;  ///< number of the last frame
};

}  // namespace

void alignClips(Scene& scene, double framesPerSecond, Diagnostics& diagnostics) {
    for (Clip& clip : scene.clips) {
        const Aligner aligner(framesPerSecond, clip.duration);
        if (aligner.frames() > static_cast<double>(kMostSamples)) {
            diagnostics.add(kTooManySamples, fmt::format("clip {}", quote(clip.name)),
                            fmt::format("{} s at {} fps are {:.0f} samples (limit {})", clip.duration,
                                        framesPerSecond, aligner.frames(), kMostSamples));
            continue;
        }
        const ClipInHand inHand(clip);
        for (JointTracks& tracks : clip.joints) {
            checkStop();
            aligner.align(tracks.translation);
            aligner.align(tracks.rotation);
            aligner.align(tracks.scale);
            aligner.align(tracks.visibility);
        }
        for (MaterialTracks& tracks : clip.materials)
            aligner.align(tracks.baseColorOffset);
        clip.duration = aligner.duration();
        clip.extras.set(kFpsHint, framesPerSecond);
    }
}

}  // namespace rigkiln
