#include "pipeline/reduction/spline_span.hpp"

#include <algorithm>
#include <array>

#include <glm/geometric.hpp>

namespace rigkiln::reduction {
namespace {

/// Number of places tested per span; the measured pose decides.
constexpr std::size_t kMostPlacesProbed = 24;
/// Smallest cosine between the quaternions of a span; larger rotations are not tried.
constexpr double kLeastSpanCosine = 0.2;

struct Probe {
    HermiteWeights weights;
    glm::dvec4 source{0.0};
    double limit = 0;
};

/// Places between the keys of a span: a selection of its frames and the middles between them.
class Probes {
public:
    Probes(const MotionTrack& track, std::span<const float> frames, std::span<const double> limits,
           const Span& span) {
        const auto begin = static_cast<double>(frames[span.first]);
        const double perSecond = 1 / (static_cast<double>(frames[span.last]) - begin);
        const std::size_t halves = 2 * (span.last - span.first);
        const std::size_t step = halves / kMostPlacesProbed + 1;
        for (std::size_t half = 1; half < halves; half += step) {
            const std::size_t frame = span.first + half / 2;
            auto time = static_cast<double>(frames[frame]);
            double limit = limits[frame];
            if (half % 2 == 1) {
                time = (time + static_cast<double>(frames[frame + 1])) / 2;
                limit = std::min(limit, limits[frame + 1]);
            }
            probes_[count_++] = {HermiteWeights::at((time - begin) * perSecond),
                                 track.source->checks[0].value(2 * span.first + half), limit};
        }
    }

    [[nodiscard]] std::span<const Probe> all() const { return std::span(probes_).first(count_); }

private:
    std::array<Probe, kMostPlacesProbed + 1> probes_{};
    std::size_t count_ = 0;
};

}  // namespace

bool splineHolds(const MotionTrack& track, std::span<const float> frames, std::span<const double> limits,
                 const Span& span) {
    const glm::dvec4& from = track.source->frames[span.first];
    const glm::dvec4& to = track.source->frames[span.last];
    if (track.source->part == Part::Rotation && glm::dot(from, to) < kLeastSpanCosine) return false;
    const Probes probes(track, frames, limits, span);
    SpanTangents tangents;
    for (const Probe& probe : probes.all())
        tangents.add(probe.weights, 1, probe.source);
    tangents.addLine(SpanTangents::kLineWeight);
    const SpanTangents::Pair both = tangents.solve(from, to);
    return std::ranges::all_of(probes.all(), [&](const Probe& probe) {
        const auto& at = probe.weights;
        glm::dvec4 value =
            from * at.from + to * at.to + both.leaving * at.leaving + both.arriving * at.arriving;
        if (track.source->part == Part::Rotation) value = glm::normalize(value);
        const glm::dvec4 difference = value - probe.source;
        return glm::dot(difference, difference) <= probe.limit;
    });
}

}  // namespace rigkiln::reduction
