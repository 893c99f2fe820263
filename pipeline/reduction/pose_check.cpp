#include "pipeline/reduction/pose_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "pipeline/animation/sample_track.hpp"

namespace rigkiln::reduction {
namespace {

/// What float32 resolves of a distance, and a little of what readers lose when they multiply: no keys of ours
/// could be nearer.
constexpr double kFloatResolution = 0x1p-22;

constexpr unsigned kAllParts = 7;

struct PairTransform {
    std::array<Pair, 3> translation;
    std::array<Pair, 4> rotation;
    std::array<Pair, 3> scale;
};

PairMatrix matrixOf(const PairTransform& local) {
    const auto& [x, y, z, w] = local.rotation;
    const Pair xx = x * x;
    const Pair yy = y * y;
    const Pair zz = z * z;
    const Pair xy = x * y;
    const Pair xz = x * z;
    const Pair yz = y * z;
    const Pair wx = w * x;
    const Pair wy = w * y;
    const Pair wz = w * z;
    const auto& [sx, sy, sz] = local.scale;
    const Pair one = bothOf(1);
    return {(one - 2.0 * (yy + zz)) * sx, 2.0 * (xy + wz) * sx, 2.0 * (xz - wy) * sx, 2.0 * (xy - wz) * sy,
            (one - 2.0 * (xx + zz)) * sy, 2.0 * (yz + wx) * sy, 2.0 * (xz + wy) * sz, 2.0 * (yz - wx) * sz,
            (one - 2.0 * (xx + yy)) * sz, local.translation[0], local.translation[1], local.translation[2]};
}

PairMatrix product(const PairMatrix& left, const PairMatrix& right) {
    PairMatrix result;
    for (std::size_t column = 0; column < 12; column += 3) {
        for (std::size_t row = 0; row < 3; ++row) {
            Pair sum = left[row] * right[column] + left[3 + row] * right[column + 1] +
                       left[6 + row] * right[column + 2];
            if (column == 9) sum += left[9 + row];
            result[column + row] = sum;
        }
    }
    return result;
}

/// The top of the parabola through three values evenly apart, where the one in the middle is the largest.
double peakOf(double before, double middle, double after) {
    const double bend = 2 * middle - before - after;
    if (middle < before || middle < after || bend <= 0) return middle;
    return middle + (after - before) * (after - before) / (8 * bend);
}

/// At the one or the other of the two times.
glm::dmat4 matrixAt(const PairMatrix& matrix, int lane) {
    glm::dmat4 result(1.0);
    for (std::size_t i = 0; i < matrix.size(); ++i)
        result[static_cast<int>(i / 3)][static_cast<int>(i % 3)] = matrix[i][lane];
    return result;
}

/// How far points may be off at a place: at a distance float32 itself is coarser than a bound.
Pair allowedAt(const PairMatrix& world, double bound) {
    const Pair distance = rootOf(world[9] * world[9] + world[10] * world[10] + world[11] * world[11]);
    return greaterOf(distance * kFloatResolution, bothOf(bound));
}

/// The largest squared distance that a difference of matrices moves one of the points by.
Pair largestSquare(const PairMatrix& difference, std::span<const glm::dvec3> points) {
    Pair largest = bothOf(0);
    for (const glm::dvec3& point : points) {
        Pair square = bothOf(0);
        for (std::size_t row = 0; row < 3; ++row) {
            const Pair moved = difference[row] * point.x + difference[3 + row] * point.y +
                               difference[6 + row] * point.z + difference[9 + row];
            square += moved * moved;
        }
        largest = greaterOf(square, largest);
    }
    return largest;
}

}  // namespace

PoseCheck::PoseCheck(const Scene& scene, const Clip& clip, std::span<const JointProbes> probes,
                     const TimeGrid& grid, std::span<const MotionTrack> tracks, double bound)
    : probes_(probes), tracks_(tracks), tracksOf_(scene.joints.size(), {kNone, kNone, kNone}) {
    for (std::size_t number = 0; number < tracks.size(); ++number)
        tracksOf_[tracks[number].joint][static_cast<std::size_t>(tracks[number].part)] =
            static_cast<std::uint32_t>(number);
    for (const Joint& joint : scene.joints) {
        parents_.push_back(joint.parent ? std::optional(joint.parent->value) : std::nullopt);
        const bool hasTracks = std::ranges::any_of(tracksOf_[isMoved_.size()],
                                                   [](std::uint32_t number) { return number != kNone; });
        isMoved_.push_back(hasTracks || (joint.parent && isMoved_[joint.parent->value]));
        rests_.push_back(joint.rest);
        rests_.back().rotation = glm::quat(glm::normalize(glm::dquat(joint.rest.rotation)));
    }
    for (std::size_t plane = 0; plane < TimeGrid::kPlanes; ++plane) {
        const std::size_t pairs = (grid.checks[plane].size() + 1) / 2;
        errors_[plane].assign(scene.joints.size(), std::vector<double>(2 * pairs, 0.0));
        worst_[plane].assign(scene.joints.size(), 0.0);
        hasChanged_[plane] = isMoved_;
        worlds_[plane].resize(scene.joints.size());
        allowed_[plane].resize(scene.joints.size());
        for (std::size_t joint = 0; joint < scene.joints.size(); ++joint) {
            std::vector<PairMatrix>& world = worlds_[plane][joint];
            world.reserve(pairs);
            allowed_[plane][joint].reserve(pairs);
            for (std::size_t pair = 0; pair < pairs; ++pair) {
                const PairMatrix local = localAt(joint, plane, pair, 0);
                world.push_back(parents_[joint] ? product(worlds_[plane][*parents_[joint]][pair], local)
                                                : local);
                allowed_[plane][joint].push_back(allowedAt(world.back(), bound));
            }
        }
    }
    findHidden(clip, grid);
}

void PoseCheck::findHidden(const Clip& clip, const TimeGrid& grid) {
    for (std::size_t plane = 0; plane < TimeGrid::kPlanes; ++plane) {
        hidden_[plane].resize(parents_.size());
        for (const JointTracks& tracks : clip.joints) {
            if (tracks.visibility.empty() || !probes_[tracks.joint.value].hideWithJoint) continue;
            std::vector<bool>& hidden = hidden_[plane][tracks.joint.value];
            for (const double time : grid.checks[plane])
                hidden.push_back(sampleTrack(tracks.visibility, static_cast<float>(time)) == 0);
            hidden.resize((hidden.size() + 1) / 2 * 2, hidden.back());
        }
    }
}

PairMatrix PoseCheck::localAt(std::size_t joint, std::size_t plane, std::size_t pair,
                              unsigned reducedParts) const {
    const auto values = [&](Part part) -> const CheckValues* {
        const std::uint32_t number = tracksOf_[joint][static_cast<std::size_t>(part)];
        if (number == kNone) return nullptr;
        const bool isReduced = (reducedParts >> static_cast<unsigned>(part) & 1U) != 0;
        return isReduced ? &tracks_[number].reduced[plane] : &tracks_[number].source[plane];
    };
    const auto load = [&](const CheckValues& from, std::size_t component) {
        return loadPair(from.at(pair, component));
    };
    const Transform& rest = rests_[joint];
    PairTransform local{
        {bothOf(rest.translation.x), bothOf(rest.translation.y), bothOf(rest.translation.z)},
        {bothOf(rest.rotation.x), bothOf(rest.rotation.y), bothOf(rest.rotation.z), bothOf(rest.rotation.w)},
        {bothOf(rest.scale.x), bothOf(rest.scale.y), bothOf(rest.scale.z)}};
    if (const CheckValues* translation = values(Part::Translation)) {
        for (std::size_t i = 0; i < 3; ++i)
            local.translation[i] = load(*translation, i);
    }
    if (const CheckValues* rotation = values(Part::Rotation)) {
        for (std::size_t i = 0; i < 4; ++i)
            local.rotation[i] = load(*rotation, i);
    }
    if (const CheckValues* scale = values(Part::Scale)) {
        for (std::size_t i = 0; i < 3; ++i)
            local.scale[i] = load(*scale, i);
    }
    return matrixOf(local);
}

void PoseCheck::measurePair(std::size_t plane, std::size_t pair, std::vector<PairMatrix>& scratch) {
    for (const std::uint32_t joint : posed_) {
        if (!isMoved_[joint]) {
            scratch[joint] = worlds_[plane][joint][pair];
            continue;
        }
        const PairMatrix local = localAt(joint, plane, pair, kAllParts);
        scratch[joint] = parents_[joint] ? product(scratch[*parents_[joint]], local) : local;
        if (isMeasured_[joint]) compare(plane, pair, joint, scratch[joint]);
    }
}

void PoseCheck::compare(std::size_t plane, std::size_t pair, std::size_t joint, const PairMatrix& reduced) {
    const PairMatrix& source = worlds_[plane][joint][pair];
    PairMatrix difference;
    for (std::size_t i = 0; i < difference.size(); ++i)
        difference[i] = reduced[i] - source[i];
    const Pair ratio =
        rootOf(largestSquare(difference, probes_[joint].points)) / allowed_[plane][joint][pair];
    for (int i = 0; i < 2; ++i) {
        const std::size_t check = 2 * pair + static_cast<std::size_t>(i);
        double error = isHidden(joint, plane, check) ? 0 : ratio[i];
        // What is no number is as wrong as can be.
        if (std::isnan(error)) error = std::numeric_limits<double>::infinity();
        errors_[plane][joint][check] = error;
        worst_[plane][joint] = std::max(worst_[plane][joint], error);
    }
}

std::vector<PoseCheck::Contribution> PoseCheck::contributions(std::size_t plane, std::size_t joint,
                                                              std::size_t check) const {
    const std::size_t pair = check / 2;
    const auto lane = static_cast<int>(check % 2);
    const auto local = [&](std::size_t of, unsigned parts) {
        return matrixAt(localAt(of, plane, pair, parts), lane);
    };
    std::vector<std::uint32_t> chain;
    for (std::optional<std::uint32_t> at = static_cast<std::uint32_t>(joint); at; at = parents_[*at])
        chain.push_back(*at);
    glm::dmat4 reduced(1.0);
    for (std::size_t i = chain.size(); i-- > 0;)
        reduced = reduced * local(chain[i], kAllParts);
    const glm::dmat4 source = matrixAt(worlds_[plane][joint][pair], lane);
    glm::dvec4 place(0, 0, 0, 1);
    glm::dvec3 error(0.0);
    for (const glm::dvec3& point : probes_[joint].points) {
        const glm::dvec3 moved((reduced - source) * glm::dvec4(point, 1.0));
        if (glm::length(moved) < glm::length(error)) continue;
        error = moved;
        place = glm::dvec4(point, 1.0);
    }
    const glm::dvec3 direction = glm::length(error) > 0 ? glm::normalize(error) : glm::dvec3(0.0);
    std::vector<Contribution> found;
    for (const std::uint32_t at : chain) {
        const glm::dmat4 above =
            parents_[at] ? matrixAt(worlds_[plane][*parents_[at]][pair], lane) : glm::dmat4(1.0);
        const glm::dmat4 exact = local(at, 0);
        for (unsigned part = 0; part < 3; ++part) {
            const std::uint32_t number = tracksOf_[at][part];
            if (number == kNone) continue;
            const glm::dvec3 moved(above * ((local(at, 1U << part) - exact) * place));
            found.push_back({number, glm::dot(moved, direction)});
        }
        place = exact * place;
    }
    return found;
}

void PoseCheck::changed(const std::vector<bool>& tracks) {
    for (std::size_t number = 0; number < tracks.size(); ++number) {
        if (!tracks[number]) continue;
        for (std::vector<bool>& joints : hasChanged_)
            joints[tracks_[number].joint] = true;
    }
}

/// What follows a track that has changed, and for its sake all that is above.
void PoseCheck::chooseJoints(std::size_t plane) {
    const std::size_t joints = parents_.size();
    isMeasured_ = hasChanged_[plane];
    for (std::size_t joint = 0; joint < joints; ++joint) {
        if (parents_[joint] && isMeasured_[*parents_[joint]]) isMeasured_[joint] = true;
    }
    std::vector<bool> isPosed = isMeasured_;
    for (std::size_t joint = joints; joint-- > 0;) {
        if (isPosed[joint] && parents_[joint]) isPosed[*parents_[joint]] = true;
    }
    posed_.clear();
    for (std::uint32_t joint = 0; joint < joints; ++joint) {
        if (isPosed[joint]) posed_.push_back(joint);
        if (isMeasured_[joint]) worst_[plane][joint] = 0;
    }
    hasChanged_[plane].assign(joints, false);
}

void PoseCheck::measure(std::size_t plane) {
    chooseJoints(plane);
    std::vector<PairMatrix> scratch(parents_.size());
    const std::size_t pairs = parents_.empty() ? 0 : errors_[plane].front().size() / 2;
    for (std::size_t pair = 0; pair < pairs; ++pair)
        measurePair(plane, pair, scratch);
}

double PoseCheck::worst(std::size_t plane) const {
    double worst = 0;
    for (const double ofJoint : worst_[plane])
        worst = std::max(worst, ofJoint);
    return worst;
}

void PoseCheck::raiseToPeaks() {
    for (std::size_t joint = 0; joint < parents_.size(); ++joint) {
        // Those that stand since an earlier measurement have been raised then.
        if (!isMeasured_[joint]) continue;
        const std::vector<double>& halves = errors_[0][joint];
        std::vector<double>& quarters = errors_[1][joint];
        for (std::size_t first = 0; first + 1 < quarters.size(); first += 2) {
            // A frame, its quarters and the next frame.
            const std::array<double, 5> errors = {halves[first], quarters[first], halves[first + 1],
                                                  quarters[first + 1], halves[first + 2]};
            const double middle = peakOf(errors[1], errors[2], errors[3]);
            quarters[first] = std::max({errors[1], peakOf(errors[0], errors[1], errors[2]), middle});
            quarters[first + 1] = std::max({errors[3], peakOf(errors[2], errors[3], errors[4]), middle});
            worst_[1][joint] = std::max({worst_[1][joint], quarters[first], quarters[first + 1]});
        }
    }
}

}  // namespace rigkiln::reduction
