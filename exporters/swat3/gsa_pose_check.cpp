#include "exporters/swat3/gsa_pose_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/matrix.hpp>

#include "exporters/swat3/stored_frame.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/wayback/rigid_frame.hpp"
#include "pipeline/wayback/sample_frame.hpp"
#include "pipeline/wayback/skeleton_size.hpp"
#include "pipeline/wayback/worlds_in_file.hpp"

namespace rigkiln::swat3_writer {
namespace {

/// Distance of the test points around a bone, as a share of the skeleton's size. They show whether it scales
/// or turns.
constexpr double kPointDistance = 0.05;
/// Of the distance from the origin: what numbers of single precision may be off.
constexpr double kPlaceRounding = 4e-6;

struct Lost {
    std::size_t frame = 0;
    double distance = 0;
    double limit = 0;
};

/// Joint whose pose is compared, and the bone that it is or follows.
struct Follower {
    IndexOf<Joint> joint;
    std::size_t ordinal = 0;
    bool isBone = true;
    std::optional<Lost> lost{};
};

class PoseCheck {
public:
    PoseCheck(const Scene& scene, const Clip& clip, const TargetSkeleton& skeleton, const FileSpace& space,
              const swat3::GsaFile& file, bool isRootAbsolute)
        : scene_(scene),
          clip_(clip),
          skeleton_(skeleton),
          space_(space),
          file_(file),
          isRootAbsolute_(isRootAbsolute),
          isAboveRoots_(jointsAboveRoots(scene)),
          rig_(file.skeletons),
          size_(skeletonSize(scene, skeleton.joints, skeleton.world, space)) {
        for (const std::size_t ordinal : rig_.parentsFirst()) {
            if (const auto joint = skeleton.joints[ordinal])
                followers_.push_back({.joint = *joint, .ordinal = ordinal});
        }
        addCarriers();
        for (std::size_t i = 0; i < swat3::rotationsPerFrame(file); ++i) {
            columns_.push_back(file.animatedBones.empty() ? std::optional(i)
                                                          : rig_.ordinalOf(file.animatedBones[i]));
        }
    }

    std::optional<std::string> find() {
        for (std::size_t frame = 0; frame < file_.frames.size(); ++frame)
            compare(frame);
        const Follower* first = nullptr;
        std::size_t count = 0;
        for (const Follower& follower : followers_) {
            if (!follower.lost) continue;
            if (first == nullptr) first = &follower;
            ++count;
        }
        if (first == nullptr) return std::nullopt;
        std::string text =
            fmt::format("{} {} would be {:.3g} off in frame {}, the limit is {:.3g}",
                        first->isBone ? "bone" : "joint", quote(scene_.joints[first->joint.value].name),
                        first->lost->distance, first->lost->frame, first->lost->limit);
        if (count > 1) text += fmt::format(", and {} more", count - 1);
        return text;
    }

private:
    /// Adds the joints that carry meshes and are no bones: their meshes follow the nearest bone above.
    void addCarriers() {
        std::vector<bool> isAdded(scene_.joints.size(), false);
        for (const MeshInstance& instance : scene_.instances) {
            if (instance.skin || instance.role != MeshRole::Render) continue;
            if (skeleton_.bones[instance.joint.value] || isAdded[instance.joint.value]) continue;
            isAdded[instance.joint.value] = true;
            auto above = scene_.joints[instance.joint.value].parent;
            while (above && !skeleton_.bones[above->value])
                above = scene_.joints[above->value].parent;
            if (!above) continue;
            followers_.push_back(
                {.joint = instance.joint, .ordinal = *skeleton_.bones[above->value], .isBone = false});
        }
    }

    void compare(std::size_t frame) {
        const std::vector<glm::dmat4> shown = shownIn(frame);
        const std::vector<glm::dmat4> meant =
            worldsInFile(scene_, isAboveRoots_,
                         poseNear(scene_, clip_, timeOfFrame(frame, swat3::kGsaFramesPerSecond)), space_);
        for (Follower& follower : followers_) {
            const glm::dmat4& world = meant[follower.joint.value];
            double distance =
                follower.isBone ? glm::distance(glm::dvec3(world[3]), glm::dvec3(shown[follower.ordinal][3]))
                                : 0.0;
            distance = std::max(distance, farthestPoint(follower, world, shown[follower.ordinal]));
            const double limit =
                std::max(kPoseTolerance * size_, kPlaceRounding * glm::length(glm::dvec3(world[3])));
            // Also true when it is not a number.
            const bool isLost = !(distance <= limit);
            if (isLost && (!follower.lost || distance > follower.lost->distance))
                follower.lost = {.frame = frame, .distance = distance, .limit = limit};
        }
    }

    /// Largest distance between the places to which the clip and the file move the test points of a joint.
    [[nodiscard]] double farthestPoint(const Follower& follower, const glm::dmat4& meant,
                                       const glm::dmat4& shown) const {
        const glm::dmat4& rest = skeleton_.world[follower.joint.value];
        // Meshes of a joint that has no size at rest cannot be seen.
        constexpr double kNoSize = 1e-18;
        if (std::abs(glm::determinant(rest)) < kNoSize) return 0;
        const glm::dmat4 meantMove = meant * glm::affineInverse(rest);
        const glm::dmat4 shownMove = shown * glm::affineInverse(skeleton_.bind[follower.ordinal]);
        const double out = kPointDistance * size_;
        const std::array<glm::dvec3, 4> points = {glm::dvec3(0.0), glm::dvec3(out, 0, 0),
                                                  glm::dvec3(0, out, 0), glm::dvec3(0, 0, out)};
        double farthest = 0;
        for (const glm::dvec3& point : points) {
            const glm::dvec4 place(glm::dvec3(rest[3]) + point, 1);
            const double distance =
                glm::distance(glm::dvec3(meantMove * place), glm::dvec3(shownMove * place));
            if (!(distance <= farthest)) farthest = distance;
        }
        return farthest;
    }

    /// Bones as the game plays the file, by ordinal, in model space. Bones that are not listed keep their
    /// rest.
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

    const Scene& scene_;
    const Clip& clip_;
    const TargetSkeleton& skeleton_;
    const FileSpace& space_;
    const swat3::GsaFile& file_;
    bool isRootAbsolute_;
    std::vector<bool> isAboveRoots_;
    swat3::Rig rig_;
    double size_;
    std::vector<Follower> followers_;
    std::vector<std::optional<std::size_t>> columns_;  ///< by rotation of a frame: ordinal of its bone
};

}  // namespace

std::optional<std::string> findLostMotion(const Scene& scene, const Clip& clip,
                                          const TargetSkeleton& skeleton, const FileSpace& space,
                                          const swat3::GsaFile& file, bool isRootAbsolute) {
    return PoseCheck(scene, clip, skeleton, space, file, isRootAbsolute).find();
}

}  // namespace rigkiln::swat3_writer
