#include "pipeline/reduction/pack_keys.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "pipeline/animation/arc.hpp"
#include "pipeline/packing/packed_keys.hpp"
#include "pipeline/reduction/joint_reach.hpp"

namespace rigkiln {
namespace {

using reduction::JointReach;
using reduction::jointReaches;

/// Shares of the bound that a single track may move points by, coarsest first. They go far below 1 because
/// errors add up along a chain of joints.
constexpr std::array<double, 14> kLevels = {0.8,  0.56, 0.4,   0.28,  0.2,    0.14,    0.1,
                                            0.07, 0.05, 0.035, 0.025, 0.0125, 0.00625, 0.003};

template <class Value>
bool isRounded(const Track<Value>& track) {
    return !track.empty() && track.interpolation == Interpolation::Linear;
}

template <class Value>
bool isOneValue(const Track<Value>& track) {
    return std::ranges::all_of(track.values,
                               [&](const Value& value) { return value == track.values.front(); });
}

double differenceOf(const glm::quat& left, const glm::quat& right) {
    // Normalises, because sixteen-bit keys are not exactly unit, which changes small angles a lot.
    const double cosine =
        std::abs(glm::dot(glm::normalize(glm::dquat(left)), glm::normalize(glm::dquat(right))));
    return 2.0 * angleOf(cosine);
}

double differenceOf(const glm::vec3& left, const glm::vec3& right) {
    return glm::distance(glm::dvec3(left), glm::dvec3(right));
}

/// Returns the largest change of values per second.
template <class Value>
double speedOf(const Track<Value>& track) {
    double fastest = 0;
    for (std::size_t key = 1; key < track.times.size(); ++key) {
        const auto seconds =
            static_cast<double>(track.times[key]) - static_cast<double>(track.times[key - 1]);
        fastest = std::max(fastest, differenceOf(track.values[key - 1], track.values[key]) / seconds);
    }
    return fastest;
}

bool isRoundedTo(Track<glm::quat>& track, double tolerance, double reach) {
    int bits = kFewestRotationBits;
    while (bits <= kMostRotationBits && rotationRounding(bits) * reach > tolerance)
        ++bits;
    if (bits > kMostRotationBits) return false;
    for (glm::quat& value : track.values) {
        const std::optional<glm::quat> rounded = roundRotation(value, bits);
        if (!rounded) return false;
        value = *rounded;
    }
    return true;
}

bool isRoundedTo(Track<glm::vec3>& track, double tolerance, double reach) {
    constexpr double kHalfDiagonal = 0.8660254037844386;
    const int exponent = std::ilogb(tolerance / (kHalfDiagonal * reach));
    for (glm::vec3& value : track.values) {
        for (int c = 0; c < 3; ++c) {
            const std::optional<float> rounded = roundNumber(value[c], exponent);
            if (!rounded) return false;
            value[c] = *rounded;
        }
    }
    return true;
}

template <class Value>
void roundValues(Track<Value>& track, double tolerance, double reach) {
    if (!isRounded(track) || !(reach > 0)) return;
    Track<Value> rounded = track;
    if (isRoundedTo(rounded, tolerance, reach)) track = std::move(rounded);
}

/// Arrays of times that tracks share, with how far they may be moved (seconds). Only those of rounded tracks.
using TimeTolerances = std::map<std::vector<float>, double>;

std::optional<std::vector<float>> roundedTimes(const std::vector<float>& times, double tolerance,
                                               float duration) {
    if (!(tolerance > 0)) return std::nullopt;
    const int exponent = std::isinf(tolerance) ? 0 : std::ilogb(tolerance * 2);
    std::vector<float> rounded;
    rounded.reserve(times.size());
    for (const float time : times) {
        std::optional<float> moved = roundNumber(time, exponent);
        if (moved && *moved > duration) moved = *moved - std::ldexp(1.0F, exponent);
        if (!moved || *moved < 0 || (!rounded.empty() && *moved <= rounded.back())) return std::nullopt;
        rounded.push_back(*moved);
    }
    return rounded;
}

class KeyRounder {
public:
    KeyRounder(const Scene& scene, const Clip& clip, std::span<const JointProbes> probes)
        : clip_(clip), reaches_(jointReaches(scene, probes)) {}

    [[nodiscard]] Clip roundedBy(double tolerance) const {
        Clip rounded = clip_;
        roundTimes(rounded, tolerance);
        for (JointTracks& tracks : rounded.joints) {
            const JointReach& reach = reaches_[tracks.joint.value];
            roundValues(tracks.translation, tolerance, reach.ofTranslation);
            roundValues(tracks.rotation, tolerance, reach.ofRotation);
            roundValues(tracks.scale, tolerance, reach.ofScale);
        }
        return rounded;
    }

private:
    /// Calls `visit` with every track and the largest displacement of a point per unit of the track.
    template <class Joints, class Visit>
    void forEachTrack(Joints& joints, Visit visit) const {
        for (auto& tracks : joints) {
            const JointReach& reach = reaches_[tracks.joint.value];
            visit(tracks.translation, reach.ofTranslation);
            visit(tracks.rotation, reach.ofRotation);
            visit(tracks.scale, reach.ofScale);
        }
    }

    [[nodiscard]] TimeTolerances tolerances(double tolerance) const {
        TimeTolerances found;
        forEachTrack(clip_.joints, [&](const auto& track, double reach) {
            if (!isRounded(track) || track.times.size() < 2) return;
            const double speed = speedOf(track) * reach;
            const double allowed = speed > 0 ? tolerance / speed : std::numeric_limits<double>::infinity();
            const auto [entry, isNew] = found.try_emplace(track.times, allowed);
            if (!isNew) entry->second = std::min(entry->second, allowed);
        });
        return found;
    }

    /// Returns true when the exporter can store the clip's length in a constant track, at almost no cost.
    [[nodiscard]] bool hasConstantTrack() const {
        bool has = false;
        forEachTrack(clip_.joints,
                     [&](const auto& track, double) { has = has || (!track.empty() && isOneValue(track)); });
        return has;
    }

    void roundTimes(Clip& rounded, double tolerance) const {
        const TimeTolerances allowed = tolerances(tolerance);
        std::map<std::vector<float>, std::vector<float>> replacements;
        const std::vector<float>* kept = nullptr;
        for (const auto& [times, seconds] : allowed) {
            const bool isWhole = times.back() == clip_.duration;
            if (isWhole && (kept == nullptr || times.size() < kept->size())) kept = &times;
        }
        if (hasConstantTrack()) kept = nullptr;
        for (const auto& [times, seconds] : allowed) {
            if (&times == kept) continue;
            if (auto moved = roundedTimes(times, seconds, clip_.duration))
                replacements.emplace(times, *moved);
        }
        forEachTrack(rounded.joints, [&](auto& track, double) {
            if (!isRounded(track)) return;
            const auto found = replacements.find(track.times);
            if (found != replacements.end()) track.times = found->second;
        });
    }

    const Clip& clip_;
    std::vector<JointReach> reaches_;
};

}  // namespace

std::optional<PoseError> packKeys(const Scene& scene, const Clip& source, Clip& clip,
                                  std::span<const JointProbes> probes, double maxError) {
    const Clip reduced = clip;
    const KeyRounder rounder(scene, reduced, probes);
    std::optional<PoseError> best;
    // Binary search: finer levels nearly always give smaller errors, and only measured results are taken.
    std::size_t coarsest = 0;
    std::size_t finest = kLevels.size();
    while (coarsest < finest) {
        const std::size_t level = (coarsest + finest) / 2;
        Clip rounded = rounder.roundedBy(kLevels.at(level) * maxError);
        const PoseError error = measurePoseError(scene, source, rounded, probes);
        if (error.maximum <= maxError) {
            best = error;
            clip = std::move(rounded);
            finest = level;
        } else {
            coarsest = level + 1;
        }
    }
    return best;
}

}  // namespace rigkiln
