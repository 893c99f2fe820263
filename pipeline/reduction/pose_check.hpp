#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/reduction/motion.hpp"
#include "pipeline/reduction/pair_matrix.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::reduction {

/// How far the probe points of each joint are from where the source has them, through the whole hierarchy.
class PoseCheck {
public:
    /// The tracks are those of the clip, and outlive this. Of use after setBound.
    PoseCheck(const Scene& scene, const Clip& clip, std::span<const JointProbes> probes, const TimeGrid& grid,
              std::span<const MotionTrack> tracks);

    /// What errors are measured against from now on, in units of the scene. All tracks count as changed.
    void setBound(double bound);
    /// Tells that the keys of tracks are others now: before the first measurement all are.
    void changed(const std::vector<bool>& tracks);
    /// Evaluates what is left of the tracks, below those that have changed since this plane was measured
    /// last. Afterwards `errors` of that plane are those of now.
    void measure(std::size_t plane);
    /// Raises the errors of plane 1 to what they may reach between the check times: to the top of the
    /// parabola through three neighbours. Precondition: both planes have been measured, plane 1 just now.
    void raiseToPeaks();

    /// Displacement over what is allowed, by joint at the check times of a plane; one number more than there
    /// are times where those are odd. What is hidden counts as 0.
    [[nodiscard]] std::span<const double> errors(std::size_t plane, std::size_t joint) const {
        return errors_[plane][joint];
    }
    /// Of the last measurement of a plane.
    [[nodiscard]] double worst(std::size_t plane) const;

    [[nodiscard]] std::optional<std::uint32_t> parent(std::size_t joint) const { return parents_[joint]; }
    [[nodiscard]] std::size_t jointCount() const { return parents_.size(); }
    /// Numbers of the tracks of a joint by part; kNone where there is none.
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    [[nodiscard]] const std::array<std::uint32_t, 3>& tracksOf(std::size_t joint) const {
        return tracksOf_[joint];
    }

    /// One track's part in an error.
    struct Contribution {
        std::uint32_t track = 0;
        double along = 0;  ///< how far it alone moves the probe point in the direction that it is off, signed
    };
    /// What the tracks of a joint and of all above it do to the joint's worst probe point at a check time, to
    /// first order.
    [[nodiscard]] std::vector<Contribution> contributions(std::size_t plane, std::size_t joint,
                                                          std::size_t check) const;

    [[nodiscard]] glm::dquat restRotation(std::size_t joint) const {
        return glm::dquat(rests_[joint].rotation);
    }

    /// Joint space to model space as the source has it, at both times of a pair of plane 0.
    [[nodiscard]] const PairMatrix& sourceWorld(std::size_t joint, std::size_t pair) const {
        return worlds_[0][joint][pair];
    }
    [[nodiscard]] std::span<const JointProbes> probes() const { return probes_; }
    /// Whether what hangs on a joint is hidden at a check time, and nothing else follows the joint.
    [[nodiscard]] bool isHidden(std::size_t joint, std::size_t plane, std::size_t check) const {
        const std::vector<bool>& hidden = hidden_[plane][joint];
        return !hidden.empty() && hidden[check];
    }

private:
    /// What a joint is made of at the times of a plane.
    struct LocalValues {
        PairTransform rest{};
        const CheckValues* translation = nullptr;  ///< null: that of the rest pose, as with the others
        const CheckValues* rotation = nullptr;
        const CheckValues* scale = nullptr;

        [[nodiscard]] PairMatrix at(std::size_t pair) const;
    };
    /// `reducedParts`: bit 1 << part for those that are taken as they are now, and not from the source.
    [[nodiscard]] LocalValues localValues(std::size_t joint, std::size_t plane, unsigned reducedParts) const;
    void findHidden(const Clip& clip, const TimeGrid& grid);
    /// Pairs of times that are posed together, joint by joint: few enough to stay in the cache.
    static constexpr std::size_t kBlock = 16;
    struct Block {
        std::size_t first = 0;
        std::size_t count = 0;
    };
    void measureBlock(std::size_t plane, const Block& block, std::span<PairMatrix> scratch);
    template <class Probes>
    void compare(std::size_t plane, std::size_t first, std::size_t joint, std::span<const PairMatrix> reduced,
                 const Probes& probes);
    void chooseJoints(std::size_t plane);

    std::span<const JointProbes> probes_;
    std::vector<std::optional<ProbeBox>> boxes_;  ///< by joint: where its points are the corners of one
    std::span<const MotionTrack> tracks_;
    std::vector<std::optional<std::uint32_t>> parents_;
    std::vector<std::array<std::uint32_t, 3>> tracksOf_;
    std::vector<bool> isMoved_;     ///< the joint or one above it has tracks; the others are never off
    std::vector<Transform> rests_;  ///< rotations unit to the last bit
    std::array<std::vector<std::vector<PairMatrix>>, TimeGrid::kPlanes> worlds_;  ///< of the source
    std::array<std::vector<std::vector<Pair>>, TimeGrid::kPlanes>
        perAllowed_;  ///< one over the square of the displacement that is allowed
    std::array<std::vector<std::vector<bool>>, TimeGrid::kPlanes> hidden_;  ///< empty where always shown
    std::array<std::vector<std::vector<double>>, TimeGrid::kPlanes> errors_;
    std::array<std::vector<double>, TimeGrid::kPlanes> worst_;     ///< by joint
    std::array<std::vector<bool>, TimeGrid::kPlanes> hasChanged_;  ///< own tracks of joints, not measured yet
    std::vector<std::uint32_t> posed_;  ///< joints of this measurement, and those above them
    std::vector<bool> isMeasured_;      ///< joints of the last measurement
    std::vector<PairMatrix> scratch_;   ///< what is left of the pose, of a block
};

}  // namespace rigkiln::reduction
