#include "pipeline/reduction/sample_curves.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "pipeline/animation/key_times.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/reduction/motion.hpp"
#include "pipeline/reduction/pose_check.hpp"

namespace rigkiln {
namespace {

using namespace reduction;

/// Number of samples that are measured together, which limits memory.
constexpr std::size_t kWindow = 512;
/// Limit of times multiplied by tracks. Tolerances or curves that need more cannot be followed by samples.
constexpr std::size_t kMostCurveSamples = 1'000'000;
/// Number of parts of every spline interval before the first measurement. Otherwise a spline that crosses its
/// chord at the check times would appear straight.
constexpr int kFirstParts = 4;
constexpr int kMostParts = 8;
/// Doubling the samples should leave a quarter of the error. If more than this share is left, floats limit
/// the accuracy.
constexpr double kLeastGain = 0.8;
/// Limit of rounds; adjacent floats are reached earlier.
constexpr int kRounds = 24;

template <class Value>
bool isCurve(const Track<Value>& track) {
    return track.interpolation == Interpolation::CubicSpline && !track.empty();
}

void keepHemisphere(const glm::quat& previous, glm::quat& value) {
    if (glm::dot(previous, value) < 0) value = -value;
}

void keepHemisphere(const glm::vec3& /*previous*/, const glm::vec3& /*value*/) {}

/// Replaces a spline by samples at those times that lie between its first and last key.
template <class Value>
void sample(Track<Value>& track, std::span<const float> times) {
    if (!isCurve(track)) return;
    Track<Value> sampled;
    for (const float time : times) {
        if (time < track.times.front() || time > track.times.back()) continue;
        Value value = sampleTrack(track, time);
        if (!sampled.empty()) keepHemisphere(sampled.values.back(), value);
        sampled.times.push_back(time);
        sampled.values.push_back(value);
    }
    track = std::move(sampled);
}

class CurveSampler {
public:
    CurveSampler(const Scene& scene, const Clip& clip, std::span<const JointProbes> probes,
                 const CurveTolerance& tolerance)
        : scene_(scene), clip_(clip), probes_(probes), tolerance_(tolerance), times_(keyTimes(clip)) {
        divideCurves();
    }

    std::optional<CurveSamples> run(Clip& result) {
        std::optional<CurveSamples> found;
        for (int round = 0; round < kRounds && !isTooMany(); ++round) {
            Clip sampled = sampledClip();
            const double before = worst_.error;
            measure(sampled);
            if (worst_.error <= tolerance_.most) {
                result = std::move(sampled);
                found = worst_;
            }
            const bool isNearest = found && round > 0 && worst_.error > before * kLeastGain;
            if (worst_.error <= tolerance_.aim || isNearest || !divideFaults()) break;
        }
        return found;
    }

private:
    [[nodiscard]] bool isTooMany() const {
        return times_.size() * clip_.joints.size() * 3 > kMostCurveSamples;
    }

    [[nodiscard]] Clip sampledClip() const {
        Clip sampled = clip_;
        for (JointTracks& tracks : sampled.joints) {
            sample(tracks.translation, times_);
            sample(tracks.rotation, times_);
            sample(tracks.scale, times_);
        }
        return sampled;
    }

    void divideCurves() {
        float first = std::numeric_limits<float>::infinity();
        float last = 0.0F;
        const auto cover = [&](const auto& track) {
            if (!isCurve(track)) return;
            first = std::min(first, track.times.front());
            last = std::max(last, track.times.back());
        };
        for (const JointTracks& tracks : clip_.joints) {
            cover(tracks.translation);
            cover(tracks.rotation);
            cover(tracks.scale);
        }
        std::vector<int> parts(times_.size(), 1);
        for (std::size_t interval = 0; interval + 1 < times_.size(); ++interval) {
            if (times_[interval] >= first && times_[interval + 1] <= last) parts[interval] = kFirstParts;
        }
        divide(parts);
    }

    void divide(const std::vector<int>& parts) {
        std::vector<float> times;
        for (std::size_t interval = 0; interval + 1 < times_.size(); ++interval) {
            const auto begin = static_cast<double>(times_[interval]);
            const double length = static_cast<double>(times_[interval + 1]) - begin;
            for (int part = 0; part < parts[interval]; ++part)
                times.push_back(static_cast<float>(begin + length * part / parts[interval]));
        }
        times.push_back(times_.back());
        sortTimes(times);
        times_ = std::move(times);
    }

    /// Divides intervals with too large errors. The error of a line falls with the square of its length.
    /// Returns false when no new times fit between floats.
    bool divideFaults() {
        const std::size_t before = times_.size();
        std::vector<int> parts(times_.size(), 1);
        for (std::size_t interval = 0; interval < errors_.size(); ++interval) {
            if (errors_[interval] <= 1) continue;
            const double needed = std::ceil(std::sqrt(errors_[interval]));
            parts[interval] = static_cast<int>(std::clamp(needed, 2.0, double{kMostParts}));
        }
        divide(parts);
        return times_.size() > before;
    }

    /// Finds the largest error relative to the tolerance in each interval, and the place of the largest one
    /// of all.
    void measure(const Clip& sampled) {
        errors_.assign(times_.size() - 1, 0.0);
        worst_ = {};
        for (std::size_t first = 0; first + 1 < times_.size(); first += kWindow) {
            const std::size_t count = std::min(kWindow + 1, times_.size() - first);
            measureWindow(sampled, first, TimeGrid(std::span(times_).subspan(first, count)));
        }
    }

    void measureWindow(const Clip& sampled, std::size_t first, const TimeGrid& grid) {
        std::vector<MotionTrack> tracks = sampleMotion(scene_, clip_, grid);
        std::vector<MotionTrack> samples = sampleMotion(scene_, sampled, grid);
        for (std::size_t track = 0; track < tracks.size(); ++track)
            tracks[track].reduced = std::move(samples[track].reduced);
        PoseCheck check(scene_, clip_, probes_, grid, tracks);
        check.setBound(tolerance_.aim);
        for (std::size_t plane = 0; plane < TimeGrid::kPlanes; ++plane)
            check.measure(plane);
        check.raiseToPeaks();
        for (std::size_t joint = 0; joint < check.jointCount(); ++joint) {
            for (std::size_t plane = 0; plane < TimeGrid::kPlanes; ++plane) {
                for (std::size_t i = 0; i < grid.checks[plane].size(); ++i)
                    note(check.errors(plane, joint)[i], joint, first + TimeGrid::frameOf(i),
                         grid.checks[plane][i]);
            }
        }
    }

    void note(double error, std::size_t joint, std::size_t interval, double time) {
        double& largest = errors_[std::min(interval, errors_.size() - 1)];
        largest = std::max(largest, error);
        if (error * tolerance_.aim <= worst_.error) return;
        worst_ = {error * tolerance_.aim, IndexOf<Joint>(joint), static_cast<float>(time)};
    }

    const Scene& scene_;
    const Clip& clip_;
    std::span<const JointProbes> probes_;
    CurveTolerance tolerance_;
    std::vector<float> times_;
    std::vector<double> errors_;
    CurveSamples worst_;
};

}  // namespace

bool hasCurves(const Clip& clip) {
    return std::ranges::any_of(clip.joints, [](const JointTracks& tracks) {
        return isCurve(tracks.translation) || isCurve(tracks.rotation) || isCurve(tracks.scale);
    });
}

std::optional<CurveSamples> sampleCurves(const Scene& scene, Clip& clip, std::span<const JointProbes> probes,
                                         const CurveTolerance& tolerance) {
    const Clip source = clip;
    return CurveSampler(scene, source, probes, tolerance).run(clip);
}

}  // namespace rigkiln
