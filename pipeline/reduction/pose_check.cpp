#include "pipeline/reduction/pose_check.hpp"

#include <algorithm>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "pipeline/animation/peak.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/base/stop.hpp"

namespace rigkiln::reduction {
namespace {

/// Resolution of float32 relative to a distance, with a margin for rounding in readers. Keys cannot be more
/// accurate.
constexpr double kFloatResolution = 0x1p-22;

constexpr unsigned kAllParts = 7;

/// Returns the matrix at one of the two times.
glm::dmat4 matrixAt(const PairMatrix& matrix, int lane) {
    glm::dmat4 result(1.0);
    for (std::size_t i = 0; i < matrix.size(); ++i)
        result[static_cast<int>(i / 3)][static_cast<int>(i % 3)] = matrix[i][lane];
    return result;
}

/// Returns 1 / (allowed displacement squared) at the positions of a joint. Far from the origin the resolution
/// of float32 exceeds the bound and replaces it.
Pair perAllowedSquare(const PairMatrix& world, double bound) {
    const Pair distance = world[9] * world[9] + world[10] * world[10] + world[11] * world[11];
    return 1.0 / greaterOf(distance * (kFloatResolution * kFloatResolution), bothOf(bound * bound));
}

/// Returns true when nothing is visible between the two times. Something visible just before or after a check
/// time is measured at the check time.
bool isHiddenThroughout(const Track<std::uint8_t>& visibility, double from, double to) {
    if (sampleTrack(visibility, static_cast<float>(from)) != 0) return false;
    const auto first = std::ranges::lower_bound(visibility.times, static_cast<float>(from));
    const auto last = std::ranges::upper_bound(visibility.times, static_cast<float>(to));
    const auto value = visibility.values.begin();
    return std::all_of(value + (first - visibility.times.begin()), value + (last - visibility.times.begin()),
                       [](std::uint8_t shown) { return shown == 0; });
}

}  // namespace

PoseCheck::PoseCheck(const Scene& scene, const Clip& clip, std::span<const JointProbes> probes,
                     const TimeGrid& grid, std::span<const MotionTrack> tracks)
    : probes_(probes), tracks_(tracks), tracksOf_(scene.joints.size(), {kNone, kNone, kNone}) {
    for (std::size_t number = 0; number < tracks.size(); ++number)
        tracksOf_[tracks[number].source->joint][static_cast<std::size_t>(tracks[number].source->part)] =
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
        worlds_[plane].resize(scene.joints.size());
        perAllowed_[plane].resize(scene.joints.size());
        for (std::size_t joint = 0; joint < scene.joints.size(); ++joint) {
            checkStop();
            std::vector<PairMatrix>& world = worlds_[plane][joint];
            const LocalValues local = localValues(joint, plane, 0);
            world.resize(pairs);
            perAllowed_[plane][joint].resize(pairs);
            for (std::size_t pair = 0; pair < pairs; ++pair) {
                world[pair] = local.at(pair);
                if (parents_[joint])
                    world[pair] = product(worlds_[plane][*parents_[joint]][pair], world[pair]);
            }
        }
    }
    for (const JointProbes& ofJoint : probes_)
        boxes_.push_back(boxOf(ofJoint.points));
    findHidden(clip, grid);
}

void PoseCheck::setBound(double bound) {
    for (std::size_t plane = 0; plane < TimeGrid::kPlanes; ++plane) {
        hasChanged_[plane] = isMoved_;
        for (std::size_t joint = 0; joint < parents_.size(); ++joint) {
            checkStop();
            std::ranges::transform(
                worlds_[plane][joint], perAllowed_[plane][joint].begin(),
                [bound](const PairMatrix& world) { return perAllowedSquare(world, bound); });
        }
    }
}

void PoseCheck::findHidden(const Clip& clip, const TimeGrid& grid) {
    for (std::size_t plane = 0; plane < TimeGrid::kPlanes; ++plane) {
        hidden_[plane].resize(parents_.size());
        for (const JointTracks& tracks : clip.joints) {
            if (tracks.visibility.empty() || !probes_[tracks.joint.value].hideWithJoint) continue;
            std::vector<bool>& hidden = hidden_[plane][tracks.joint.value];
            for (std::size_t check = 0; check < grid.checks[plane].size(); ++check) {
                const auto [from, to] = grid.around(plane, check);
                hidden.push_back(isHiddenThroughout(tracks.visibility, from, to));
            }
            hidden.resize((hidden.size() + 1) / 2 * 2, hidden.back());
        }
    }
}

PairMatrix PoseCheck::LocalValues::at(std::size_t pair) const {
    PairTransform local = rest;
    if (translation != nullptr) {
        for (std::size_t i = 0; i < 3; ++i)
            local.translation[i] = loadPair(translation->at(pair, i));
    }
    if (rotation != nullptr) {
        for (std::size_t i = 0; i < 4; ++i)
            local.rotation[i] = loadPair(rotation->at(pair, i));
    }
    if (scale != nullptr) {
        for (std::size_t i = 0; i < 3; ++i)
            local.scale[i] = loadPair(scale->at(pair, i));
    }
    return matrixOf(local);
}

PoseCheck::LocalValues PoseCheck::localValues(std::size_t joint, std::size_t plane,
                                              unsigned reducedParts) const {
    const auto values = [&](Part part) -> const CheckValues* {
        const std::uint32_t number = tracksOf_[joint][static_cast<std::size_t>(part)];
        if (number == kNone) return nullptr;
        const bool isReduced = (reducedParts >> static_cast<unsigned>(part) & 1U) != 0;
        return isReduced ? &tracks_[number].reduced[plane] : &tracks_[number].source->checks[plane];
    };
    const Transform& rest = rests_[joint];
    return {.rest = {{bothOf(rest.translation.x), bothOf(rest.translation.y), bothOf(rest.translation.z)},
                     {bothOf(rest.rotation.x), bothOf(rest.rotation.y), bothOf(rest.rotation.z),
                      bothOf(rest.rotation.w)},
                     {bothOf(rest.scale.x), bothOf(rest.scale.y), bothOf(rest.scale.z)}},
            .translation = values(Part::Translation),
            .rotation = values(Part::Rotation),
            .scale = values(Part::Scale)};
}

/// `scratch`: space for kBlock matrices per joint.
void PoseCheck::measureBlock(std::size_t plane, const Block& block, std::span<PairMatrix> scratch) {
    for (const std::uint32_t joint : posed_) {
        checkStop();
        const std::span<PairMatrix> reduced = scratch.subspan(joint * kBlock, block.count);
        if (!isMoved_[joint]) {
            std::copy_n(worlds_[plane][joint].begin() + static_cast<std::ptrdiff_t>(block.first), block.count,
                        reduced.begin());
            continue;
        }
        const LocalValues local = localValues(joint, plane, kAllParts);
        if (parents_[joint]) {
            const std::span<const PairMatrix> parent = scratch.subspan(*parents_[joint] * kBlock);
            for (std::size_t i = 0; i < block.count; ++i)
                reduced[i] = product(parent[i], local.at(block.first + i));
        } else {
            for (std::size_t i = 0; i < block.count; ++i)
                reduced[i] = local.at(block.first + i);
        }
        if (!isMeasured_[joint]) continue;
        if (boxes_[joint])
            compare(plane, block.first, joint, reduced, *boxes_[joint]);
        else
            compare(plane, block.first, joint, reduced, std::span(probes_[joint].points));
    }
}

template <class Probes>
void PoseCheck::compare(std::size_t plane, std::size_t first, std::size_t joint,
                        std::span<const PairMatrix> reduced, const Probes& probes) {
    const std::span source = std::span(worlds_[plane][joint]).subspan(first);
    const std::span perAllowed = std::span(perAllowed_[plane][joint]).subspan(first);
    double* const errors = errors_[plane][joint].data() + 2 * first;
    const bool isEverHidden = !hidden_[plane][joint].empty();
    Pair worst = bothOf(0);
    for (std::size_t i = 0; i < reduced.size(); ++i) {
        PairMatrix difference;
        for (std::size_t number = 0; number < difference.size(); ++number)
            difference[number] = reduced[i][number] - source[i][number];
        const Pair square = largestSquare(difference, probes) * perAllowed[i];
        // NaN counts as an infinite error.
        Pair error = rootOf(square >= bothOf(0) ? square : bothOf(std::numeric_limits<double>::infinity()));
        for (std::size_t lane = 0; isEverHidden && lane < 2; ++lane) {
            if (isHidden(joint, plane, 2 * (first + i) + lane)) error[lane] = 0;
        }
        storePair(error, errors + 2 * i);
        worst = greaterOf(error, worst);
    }
    worst_[plane][joint] = std::max({worst_[plane][joint], worst[0], worst[1]});
}

std::vector<PoseCheck::Contribution> PoseCheck::contributions(std::size_t plane, std::size_t joint,
                                                              std::size_t check) const {
    const std::size_t pair = check / 2;
    const auto lane = static_cast<int>(check % 2);
    const auto local = [&](std::size_t of, unsigned parts) {
        return matrixAt(localValues(of, plane, parts).at(pair), lane);
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
        checkStop();
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
            joints[tracks_[number].source->joint] = true;
    }
}

/// Chooses the joints below changed tracks for measuring, and their ancestors for posing.
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
    scratch_.resize(parents_.size() * kBlock);
    const std::size_t pairs = parents_.empty() ? 0 : errors_[plane].front().size() / 2;
    for (std::size_t first = 0; first < pairs; first += kBlock)
        measureBlock(plane, {first, std::min(kBlock, pairs - first)}, scratch_);
}

double PoseCheck::worst(std::size_t plane) const {
    double worst = 0;
    for (const double ofJoint : worst_[plane])
        worst = std::max(worst, ofJoint);
    return worst;
}

void PoseCheck::raiseToPeaks() {
    for (std::size_t joint = 0; joint < parents_.size(); ++joint) {
        // Errors of other joints were raised after their own measurement.
        if (!isMeasured_[joint]) continue;
        const std::vector<double>& halves = errors_[0][joint];
        std::vector<double>& quarters = errors_[1][joint];
        for (std::size_t first = 0; first + 1 < quarters.size(); first += 2) {
            // One frame interval: frame, first quarter, middle, second quarter, next frame.
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
