#include "pipeline/reduction/budgets.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/geometric.hpp>

#include "pipeline/base/stop.hpp"

namespace rigkiln::reduction {
namespace {

/// Tracks may start with more than the bound, because errors of a chain seldom point in the same direction at
/// the same time. Measuring corrects what is too much.
constexpr double kOptimism = 3;
/// Smallest share of the bound at the start, even for a track that hardly moves.
constexpr double kLeastToleranceShare = 1e-3;
constexpr double kLeastLever = 1e-9;

/// Distance from each joint to the farthest probe point at or below it, by joint and frame.
class Reaches {
public:
    Reaches(const PoseCheck& check, std::size_t frames)
        : check_(check),
          reaches_(check.jointCount(), std::vector<double>(frames, 0.0)),
          isSeen_(check.jointCount(), std::vector<bool>(frames, false)) {
        for (std::size_t joint = check.jointCount(); joint-- > 0;) {
            checkStop();
            for (std::size_t frame = 0; frame < frames; ++frame)
                find(joint, frame);
        }
    }

    /// Returns true when probe points that are not hidden follow the joint.
    [[nodiscard]] bool isSeen(std::size_t joint, std::size_t frame) const { return isSeen_[joint][frame]; }
    [[nodiscard]] double at(std::size_t joint, std::size_t frame) const { return reaches_[joint][frame]; }

    /// Returns a column of a joint's world matrix at a frame; column 3 is its position.
    [[nodiscard]] glm::dvec3 column(std::size_t joint, std::size_t frame, std::size_t column) const {
        // Lane 0 of each pair of plane 0 is a frame.
        const PairMatrix& world = check_.sourceWorld(joint, frame);
        return {world[3 * column][0], world[3 * column + 1][0], world[3 * column + 2][0]};
    }

    /// Returns the length of the longest axis of a joint's space.
    [[nodiscard]] double scale(std::size_t joint, std::size_t frame) const {
        return std::max({glm::length(column(joint, frame, 0)), glm::length(column(joint, frame, 1)),
                         glm::length(column(joint, frame, 2))});
    }

private:
    void find(std::size_t joint, std::size_t frame) {
        const glm::dvec3 x = column(joint, frame, 0);
        const glm::dvec3 y = column(joint, frame, 1);
        const glm::dvec3 z = column(joint, frame, 2);
        double& reach = reaches_[joint][frame];
        if (!check_.isHidden(joint, 0, 2 * frame)) {
            isSeen_[joint][frame] = true;
            for (const glm::dvec3& point : check_.probes()[joint].points)
                reach = std::max(reach, glm::length(x * point.x + y * point.y + z * point.z));
        }
        const auto parent = check_.parent(joint);
        if (!parent || !isSeen_[joint][frame]) return;
        isSeen_[*parent][frame] = true;
        const double apart = glm::length(column(joint, frame, 3) - column(*parent, frame, 3));
        reaches_[*parent][frame] = std::max(reaches_[*parent][frame], apart + reach);
    }

    const PoseCheck& check_;
    std::vector<std::vector<double>> reaches_;
    std::vector<std::vector<bool>> isSeen_;
};

double leverOf(const MotionTrack& track, std::size_t frame, const Reaches& reaches, const PoseCheck& check) {
    if (!reaches.isSeen(track.source->joint, frame)) return 0;
    switch (track.source->part) {
        case Part::Translation: {
            const auto parent = check.parent(track.source->joint);
            return parent ? reaches.scale(*parent, frame) : 1;
        }
        case Part::Rotation:
            return reaches.at(track.source->joint, frame);
        case Part::Scale:
            break;
    }
    const glm::dvec4 size = glm::abs(track.source->frames[frame]);
    return reaches.at(track.source->joint, frame) / std::max(kLeastLever, std::min({size.x, size.y, size.z}));
}

/// Estimates the bytes that a track needs at a tolerance of 1, up to a constant factor. Sums the square roots
/// of how far the middle of three frames is from the line between the outer two.
double costOf(const MotionTrack& track, std::span<const float> frames) {
    if (track.source->isConstant || track.source->isKept) return 0;
    constexpr double kBytesPerTime = 4;
    double sum = 0;
    for (std::size_t frame = 1; frame + 1 < frames.size(); ++frame) {
        const auto begin = static_cast<double>(frames[frame - 1]);
        const double fraction =
            (static_cast<double>(frames[frame]) - begin) / (static_cast<double>(frames[frame + 1]) - begin);
        const glm::dvec4 bend = track.source->frames[frame - 1] * (1 - fraction) +
                                track.source->frames[frame + 1] * fraction - track.source->frames[frame];
        sum += std::sqrt(glm::length(bend) * track.source->unitsPerDifference() * track.budget.lever[frame]);
    }
    return sum * (static_cast<double>(track.bytesPerKey()) + kBytesPerTime);
}

/// Newton iteration, which gives the same bits on every machine; a C library's cbrt need not.
double cubeRoot(double number) {
    if (number == 0) return 0;
    int exponent = 0;
    const double fraction = std::frexp(number, &exponent);
    const int third = exponent / 3;
    const double rest = std::ldexp(fraction, exponent - 3 * third);  // 1/8 to 4
    double root = 1;
    constexpr int kSteps = 8;
    for (int step = 0; step < kSteps; ++step)
        root = (2 * root + rest / (root * root)) / 3;
    return std::ldexp(root, third);
}

/// Transforms a cost for adding along a chain: costs to the power of 2/3 add up along a chain, and plain
/// costs between branches.
double inChain(double cost) {
    return cubeRoot(cost * cost);
}

}  // namespace

void shareBound(std::span<MotionTrack> tracks, std::span<const float> frames, const PoseCheck& check,
                double bound) {
    const Reaches reaches(check, frames.size());
    std::vector<double> costs;
    for (MotionTrack& track : tracks) {
        checkStop();
        track.budget.lever.resize(frames.size());
        for (std::size_t frame = 0; frame < frames.size(); ++frame)
            track.budget.lever[frame] = std::max(kLeastLever, leverOf(track, frame, reaches, check));
        costs.push_back(costOf(track, frames));
    }
    const std::size_t joints = check.jointCount();
    std::vector<double> own(joints, 0.0);    // costs of the joint's tracks, for adding along the chain
    std::vector<double> below(joints, 0.0);  // costs of everything below the joint, summed over branches
    for (std::size_t joint = joints; joint-- > 0;) {
        for (const std::uint32_t number : check.tracksOf(joint)) {
            if (number != PoseCheck::kNone) own[joint] += inChain(costs[number]);
        }
        if (const auto parent = check.parent(joint)) {
            const double both = own[joint] + inChain(below[joint]);
            below[*parent] += both * std::sqrt(both);
        }
    }
    std::vector<double> left(joints, 0.0);
    for (std::size_t joint = 0; joint < joints; ++joint) {
        const auto parent = check.parent(joint);
        const double given = parent ? left[*parent] : bound * kOptimism;
        const double all = own[joint] + inChain(below[joint]);
        left[joint] = below[joint] > 0 ? given * inChain(below[joint]) / all : given;
        for (const std::uint32_t number : check.tracksOf(joint)) {
            if (number == PoseCheck::kNone) continue;
            const double share = all > 0 ? given * inChain(costs[number]) / all : 0;
            tracks[number].budget.tolerance.assign(frames.size(),
                                                   std::max(share, bound * kLeastToleranceShare));
        }
    }
}

}  // namespace rigkiln::reduction
