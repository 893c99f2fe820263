#include "pipeline/wayback/lost_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/matrix.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/wayback/choose_joints.hpp"
#include "pipeline/wayback/sample_frame.hpp"
#include "pipeline/wayback/skeleton_size.hpp"
#include "pipeline/wayback/worlds_in_file.hpp"

namespace rigkiln {
namespace {

/// Of the skeleton's size: how far out points around a bone are that show whether it scales or turns.
constexpr double kPointDistance = 0.05;
/// Of the distance from the origin: what numbers of single precision may be off.
constexpr double kPlaceRounding = 4e-6;

struct Lost {
    std::size_t frame = 0;
    double distance = 0;
    double limit = 0;
};

/// A joint to compare, and the bone that it is or hangs on.
struct Follower {
    IndexOf<Joint> joint;
    std::size_t bone = 0;
    bool isBone = true;
    std::optional<Lost> lost{};
};

class MotionCheck {
public:
    MotionCheck(const Scene& scene, const Clip& clip, const PlacedBones& skeleton, const FileSpace& space,
                const ShownClip& shown)
        : scene_(scene),
          clip_(clip),
          skeleton_(skeleton),
          space_(space),
          shown_(shown),
          size_(skeletonSize(scene, skeleton.joints, skeleton.world, space)) {
        for (const std::size_t bone : skeleton.parentsFirst) {
            if (const auto joint = skeleton.joints[bone])
                followers_.push_back({.joint = *joint, .bone = bone});
        }
        addCarriers();
    }

    std::optional<std::string> find() {
        for (std::size_t frame = 0; frame < shown_.frames; ++frame)
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
    /// Joints that are no bones and carry meshes, which go to the nearest bone above.
    void addCarriers() {
        std::vector<bool> isAdded(scene_.joints.size(), false);
        for (const MeshInstance& instance : scene_.instances) {
            if (instance.skin || instance.role != MeshRole::Render) continue;
            if (skeleton_.bones[instance.joint.value] || isAdded[instance.joint.value]) continue;
            isAdded[instance.joint.value] = true;
            const auto bone = nearestBone(scene_, skeleton_.bones, instance.joint);
            if (bone) followers_.push_back({.joint = instance.joint, .bone = *bone, .isBone = false});
        }
    }

    void compare(std::size_t frame) {
        const std::vector<glm::dmat4> shown = shown_.pose(frame);
        const std::vector<glm::dmat4> meant =
            worldsInFile(scene_, skeleton_.isAboveRoots,
                         poseNear(scene_, clip_, timeOfFrame(frame, shown_.framesPerSecond)), space_);
        for (Follower& follower : followers_) {
            const glm::dmat4& world = meant[follower.joint.value];
            double distance = follower.isBone
                                  ? glm::distance(glm::dvec3(world[3]), glm::dvec3(shown[follower.bone][3]))
                                  : 0.0;
            distance = std::max(distance, farthestPoint(follower, world, shown[follower.bone]));
            const double limit =
                std::max(shown_.tolerance * size_, kPlaceRounding * glm::length(glm::dvec3(world[3])));
            // Also true when it is not a number.
            const bool isLost = !(distance <= limit);
            if (isLost && (!follower.lost || distance > follower.lost->distance))
                follower.lost = {.frame = frame, .distance = distance, .limit = limit};
        }
    }

    /// How far off the points around a joint end that go with it from where they are at rest.
    [[nodiscard]] double farthestPoint(const Follower& follower, const glm::dmat4& meant,
                                       const glm::dmat4& shown) const {
        const glm::dmat4& rest = skeleton_.world[follower.joint.value];
        // Nothing to see hangs on what has no size at rest.
        constexpr double kNoSize = 1e-18;
        if (std::abs(glm::determinant(rest)) < kNoSize) return 0;
        const glm::dmat4 meantMove = meant * glm::affineInverse(rest);
        const glm::dmat4 shownMove = shown * glm::affineInverse(skeleton_.bind[follower.bone]);
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

    const Scene& scene_;
    const Clip& clip_;
    const PlacedBones& skeleton_;
    const FileSpace& space_;
    const ShownClip& shown_;
    double size_;
    std::vector<Follower> followers_;
};

}  // namespace

std::optional<std::string> findLostMotion(const Scene& scene, const Clip& clip, const PlacedBones& skeleton,
                                          const FileSpace& space, const ShownClip& shown) {
    return MotionCheck(scene, clip, skeleton, space, shown).find();
}

}  // namespace rigkiln
