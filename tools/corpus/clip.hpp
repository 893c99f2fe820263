#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "formats/alamo/ala_file.hpp"
#include "tools/corpus/random.hpp"
#include "tools/corpus/skeleton.hpp"

namespace rigkiln::corpus {

/// Difference of a bone from its rest pose.
struct BoneMove {
    glm::dquat turn{1, 0, 0, 0};  ///< in the bone's own axes, after its rest rotation
    glm::dvec3 shift{0, 0, 0};    ///< in the parent's axes
    glm::dvec3 scale{1, 1, 1};
    bool visible = true;
};

/// Moves of all bones at one time. All bones start at rest.
class Moves {
public:
    explicit Moves(const Skeleton& skeleton) : skeleton_(&skeleton), moves_(skeleton.bones.size()) {}

    [[nodiscard]] std::size_t size() const { return moves_.size(); }
    [[nodiscard]] BoneMove& operator[](std::size_t bone) { return moves_[bone]; }
    /// Move of the first bone of that name. Without such a bone it is a move that has no effect, so that one
    /// motion fits many skeletons.
    [[nodiscard]] BoneMove& operator[](std::string_view name);

private:
    const Skeleton* skeleton_;
    std::vector<BoneMove> moves_;
    BoneMove nobody_;
};

/// Sets the moves at a time in seconds.
using Motion = std::function<void(Moves& moves, double seconds)>;

struct ClipOptions {
    alamo::AlaVersion version = alamo::AlaVersion::V2;
    std::uint32_t frameCount = 31;
    float framesPerSecond = 30;
    /// Gives rotation keys random signs: neighbours may be opposite quaternions of the same rotation.
    bool flipsSigns = false;
    bool writesRestFlag = true;       ///< mini chunk 10, which old files lack
    bool leavesGarbageScale = false;  ///< translation scale without a track, as real files have it
    bool marksSteps = false;          ///< sets a step bit per translation track; for version 1
};

/// Makes the clip as the game's own exporter stores it: all bones but the root, in order; tracks only where
/// something moves; visibility only where something hides; the rest flag where a bone equals the model's rest
/// pose.
[[nodiscard]] alamo::AlaFile makeClip(const Skeleton& skeleton, const Motion& motion,
                                      const ClipOptions& options, Random& random);

/// Turn about the bone's Z axis, which moves a limb forwards and back.
[[nodiscard]] glm::dquat swing(double degrees);

// Motions in place; all loop after one second unless said.
void stand(Moves& moves, double seconds);
void walk(Moves& moves, double seconds);
/// Aims in a constant pose that is not the rest pose, and flashes the muzzle on and off.
void shoot(Moves& moves, double seconds);
/// Falls on the back within a second and stays there.
void fall(Moves& moves, double seconds);
/// Raises the arms while the head grows and shrinks. This is a scale track, which is documented but rare.
void celebrate(Moves& moves, double seconds);
void stride(Moves& moves, double seconds);
/// Breaks the walker down. Its debris is parked 80,000 units below until it shows.
void breakDown(Moves& moves, double seconds);
/// Turns the ship's turret once around while its glows blink.
void patrol(Moves& moves, double seconds);
void deployWings(Moves& moves, double seconds);
/// Moves a wave through a chain of bones.
void wave(Moves& moves, double seconds);

}  // namespace rigkiln::corpus
