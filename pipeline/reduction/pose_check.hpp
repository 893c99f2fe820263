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

/// Measures the displacements of the probe points from their positions in the source, through the whole
/// hierarchy.
class PoseCheck {
public:
    /// `tracks` are those of the clip; they and `probes` must outlive this. Call setBound before measuring.
    PoseCheck(const Scene& scene, const Clip& clip, std::span<const JointProbes> probes, const TimeGrid& grid,
              std::span<const MotionTrack> tracks);

    /// Sets the bound that errors are relative to, in units of the scene. Marks all tracks as changed.
    void setBound(double bound);
    /// Marks tracks whose keys have changed. Before the first measurement all tracks count as changed.
    void changed(const std::vector<bool>& tracks);
    /// Measures one plane again, but only joints whose tracks or ancestors changed since its last
    /// measurement. Afterwards the `errors` of that plane are up to date.
    void measure(std::size_t plane);
    /// Raises the errors of plane 1 to the peaks of the parabolas through three neighbours, to cover the time
    /// between the check times. Precondition: both planes were measured, plane 1 last.
    void raiseToPeaks();

    /// Returns the displacement relative to the allowed one, by check time of a plane; 0 when hidden. Has one
    /// extra number when the number of times is odd.
    [[nodiscard]] std::span<const double> errors(std::size_t plane, std::size_t joint) const {
        return errors_[plane][joint];
    }
    /// Returns the largest error of the last measurement of a plane.
    [[nodiscard]] double worst(std::size_t plane) const;

    [[nodiscard]] std::optional<std::uint32_t> parent(std::size_t joint) const { return parents_[joint]; }
    [[nodiscard]] std::size_t jointCount() const { return parents_.size(); }
    /// Numbers of the tracks of a joint by part; kNone for missing ones.
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    [[nodiscard]] const std::array<std::uint32_t, 3>& tracksOf(std::size_t joint) const {
        return tracksOf_[joint];
    }

    /// Effect of one track on an error.
    struct Contribution {
        std::uint32_t track = 0;
        double along = 0;  ///< displacement of the probe point by this track alone, along the error, signed
    };
    /// Returns the effects of the tracks of a joint and its ancestors on the joint's worst probe point at a
    /// check time, to first order.
    [[nodiscard]] std::vector<Contribution> contributions(std::size_t plane, std::size_t joint,
                                                          std::size_t check) const;

    [[nodiscard]] glm::dquat restRotation(std::size_t joint) const {
        return glm::dquat(rests_[joint].rotation);
    }

    /// Returns the source's matrix from joint space to model space, at both times of a pair of plane 0.
    [[nodiscard]] const PairMatrix& sourceWorld(std::size_t joint, std::size_t pair) const {
        return worlds_[0][joint][pair];
    }
    [[nodiscard]] std::span<const JointProbes> probes() const { return probes_; }
    /// Returns true when all probe points of a joint are hidden at a check time.
    [[nodiscard]] bool isHidden(std::size_t joint, std::size_t plane, std::size_t check) const {
        const std::vector<bool>& hidden = hidden_[plane][joint];
        return !hidden.empty() && hidden[check];
    }

private:
    /// Local transform of a joint at the times of a plane.
    struct LocalValues {
        PairTransform rest{};
        const CheckValues* translation = nullptr;  ///< null: value of the rest pose; likewise below
        const CheckValues* rotation = nullptr;
        const CheckValues* scale = nullptr;

        [[nodiscard]] PairMatrix at(std::size_t pair) const;
    };
    /// `reducedParts`: bit 1 << part selects the reduced values of a part instead of the source's.
    [[nodiscard]] LocalValues localValues(std::size_t joint, std::size_t plane, unsigned reducedParts) const;
    void findHidden(const Clip& clip, const TimeGrid& grid);
    /// Number of time pairs that are posed together, joint by joint; few enough to fit the cache.
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
    std::vector<std::optional<ProbeBox>> boxes_;  ///< by joint; set when its points are the corners of a box
    std::span<const MotionTrack> tracks_;
    std::vector<std::optional<std::uint32_t>> parents_;
    std::vector<std::array<std::uint32_t, 3>> tracksOf_;
    std::vector<bool> isMoved_;     ///< the joint or an ancestor has tracks; others have no error
    std::vector<Transform> rests_;  ///< with exactly unit rotations
    std::array<std::vector<std::vector<PairMatrix>>, TimeGrid::kPlanes> worlds_;  ///< of the source
    std::array<std::vector<std::vector<Pair>>, TimeGrid::kPlanes>
        perAllowed_;  ///< 1 / (allowed displacement squared)
    std::array<std::vector<std::vector<bool>>, TimeGrid::kPlanes> hidden_;  ///< empty: never hidden
    std::array<std::vector<std::vector<double>>, TimeGrid::kPlanes> errors_;
    std::array<std::vector<double>, TimeGrid::kPlanes> worst_;     ///< by joint
    std::array<std::vector<bool>, TimeGrid::kPlanes> hasChanged_;  ///< joints with unmeasured changes
    std::vector<std::uint32_t> posed_;  ///< joints of this measurement, and their ancestors
    std::vector<bool> isMeasured_;      ///< joints of the last measurement
    std::vector<PairMatrix> scratch_;   ///< reduced world matrices of a block
};

}  // namespace rigkiln::reduction
