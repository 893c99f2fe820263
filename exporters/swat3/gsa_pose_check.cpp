#include "exporters/swat3/gsa_pose_check.hpp"

#include <glm/vec3.hpp>

#include "exporters/swat3/stored_frame.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/wayback/lost_motion.hpp"
#include "pipeline/wayback/rigid_frame.hpp"

namespace rigkiln::swat3_export {
namespace {

/// Poses of a file as the game plays it.
class GsaPlayer {
public:
    GsaPlayer(const TargetSkeleton& skeleton, const swat3::GsaFile& file, const swat3::Rig& rig,
              bool isRootAbsolute)
        : skeleton_(skeleton), file_(file), rig_(rig), isRootAbsolute_(isRootAbsolute) {
        for (std::size_t i = 0; i < swat3::rotationsPerFrame(file); ++i) {
            columns_.push_back(file.animatedBones.empty() ? std::optional(i)
                                                          : rig.ordinalOf(file.animatedBones[i]));
        }
    }

    /// By ordinal; bones that are not listed keep their rest.
    [[nodiscard]] std::vector<glm::dmat4> shownIn(std::size_t frame) const {
        std::vector<swat3::Float4> rotations;
        for (std::size_t ordinal = 0; ordinal < rig_.boneCount(); ++ordinal)
            rotations.push_back(rig_.bone(ordinal).rotation);
        const auto stored = swat3::rotationsOf(file_, frame);
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            if (columns_[column]) rotations[*columns_[column]] = stored[column];
        }
        const std::size_t root = rig_.parentsFirst().front();
        const glm::dvec3 moved(swat3::toOffset(file_.frames[frame].rootPosition));
        std::vector<glm::dmat4> worlds(rig_.boneCount());
        for (const std::size_t ordinal : rig_.parentsFirst()) {
            RigidFrame local = storedFrame(rig_.bone(ordinal).position, rotations[ordinal], skeleton_.sense);
            if (ordinal == root) local.place = isRootAbsolute_ ? moved : local.place + moved;
            const auto parent = rig_.parentOf(ordinal);
            worlds[ordinal] = parent ? worlds[*parent] * toMatrix(local) : toMatrix(local);
        }
        return worlds;
    }

private:
    const TargetSkeleton& skeleton_;
    const swat3::GsaFile& file_;
    const swat3::Rig& rig_;
    bool isRootAbsolute_;
    std::vector<std::optional<std::size_t>> columns_;  ///< ordinals of the rotations of a frame
};

}  // namespace

std::optional<std::string> findLostMotion(const Scene& scene, const Clip& clip,
                                          const TargetSkeleton& skeleton, const FileSpace& space,
                                          const swat3::GsaFile& file, bool isRootAbsolute) {
    const swat3::Rig rig(file.skeletons);
    const std::vector<bool> isAboveRoots = jointsAboveRoots(scene);
    const GsaPlayer player(skeleton, file, rig, isRootAbsolute);
    return rigkiln::findLostMotion(scene, clip,
                                   {.isAboveRoots = isAboveRoots,
                                    .joints = skeleton.joints,
                                    .bones = skeleton.bones,
                                    .parentsFirst = rig.parentsFirst(),
                                    .bind = skeleton.bind,
                                    .world = skeleton.world},
                                   space,
                                   {.frames = file.frames.size(),
                                    .framesPerSecond = swat3::kGsaFramesPerSecond,
                                    .pose = [&](std::size_t frame) { return player.shownIn(frame); },
                                    .tolerance = kPoseTolerance});
}

}  // namespace rigkiln::swat3_export
