#include "pipeline/reduction/spline_tracks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include <glm/common.hpp>

#include "pipeline/reduction/spans.hpp"

namespace rigkiln::reduction {
namespace {

constexpr double kBytesPerTime = 4;
/// Limit of rounds. Each chooses all keys again and takes as long as a reduction without splines.
constexpr int kMostRounds = 4;

/// Returns the bytes of keys by track. Tracks with equal times share the bytes of these equally.
std::vector<double> bytesOf(std::span<const MotionTrack> tracks) {
    std::map<std::vector<std::uint32_t>, std::size_t> sharing;
    for (const MotionTrack& track : tracks)
        ++sharing[track.choice.keys];
    std::vector<double> bytes;
    for (const MotionTrack& track : tracks) {
        const double time = kBytesPerTime / static_cast<double>(sharing[track.choice.keys]);
        bytes.push_back(static_cast<double>(track.choice.keys.size()) *
                        (static_cast<double>(track.bytesPerKey()) + time));
    }
    return bytes;
}

/// Returns true when a component changes by more than 1 per second.
bool isFast(const MotionTrack& track, std::span<const float> frames) {
    if (track.source->part != Part::Rotation) return false;
    for (std::size_t frame = 1; frame < frames.size(); ++frame) {
        const double seconds = static_cast<double>(frames[frame]) - static_cast<double>(frames[frame - 1]);
        const glm::dvec4 change = glm::abs(track.source->frames[frame] - track.source->frames[frame - 1]);
        if (std::max({change.x, change.y, change.z, change.w}) > seconds) return true;
    }
    return false;
}

}  // namespace

void SplineChoice::mark(std::span<MotionTrack> tracks, std::span<const float> frames) const {
    for (std::size_t number = 0; number < tracks.size(); ++number) {
        MotionTrack& track = tracks[number];
        if (track.source->isKept) continue;
        track.form.isFast = isFast(track, frames);
        track.form.isSpline = number < candidates_.size() && candidates_[number].isSpline;
    }
}

void SplineChoice::add(std::span<MotionTrack> tracks, std::span<const float> frames) {
    candidates_.resize(tracks.size());
    if (round_ == 0) return addFirst(tracks, frames);
    const std::vector<double> bytes = bytesOf(tracks);
    for (std::size_t number = 0; number < tracks.size(); ++number)
        candidates_[number].bytesAsSpline += bytes[number];
}

void SplineChoice::addFirst(std::span<MotionTrack> tracks, std::span<const float> frames) {
    const std::vector<double> bytes = bytesOf(tracks);
    for (std::uint32_t number = 0; number < tracks.size(); ++number) {
        MotionTrack& track = tracks[number];
        Candidate& candidate = candidates_[number];
        candidate.bytesAsLines += bytes[number];
        if (track.source->isKept || track.choice.keys.size() == 1) {
            candidate.bytesAsSpline += bytes[number];
            continue;
        }
        track.form.isSpline = true;
        track.choice.isFloat = track.choice.isFloat || track.form.isFast;
        const auto keys = static_cast<double>(singleGroup(number, track, frames).keys.size());
        candidate.bytesAsSpline += keys * (static_cast<double>(track.bytesPerKey()) + kBytesPerTime);
    }
}

bool SplineChoice::next() {
    bool hasSplines = false;
    bool hasChanged = false;
    for (Candidate& candidate : candidates_) {
        const bool pays = candidate.bytesAsSpline < candidate.bytesAsLines;
        const bool isSpline = pays && (round_ == 0 || candidate.isSpline);
        hasChanged = hasChanged || isSpline != candidate.isSpline;
        hasSplines = hasSplines || isSpline;
        candidate.isSpline = isSpline;
        candidate.bytesAsSpline = 0;
    }
    ++round_;
    return hasSplines && hasChanged && round_ < kMostRounds;
}

}  // namespace rigkiln::reduction
