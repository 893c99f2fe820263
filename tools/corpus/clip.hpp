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

/// How far a bone has moved from its rest pose.
struct BoneMove {
    glm::dquat turn{1, 0, 0, 0};  ///< in the bone's own axes, after its rest rotation
    glm::dvec3 shift{0, 0, 0};    ///< in the parent's axes
    glm::dvec3 scale{1, 1, 1};
    bool visible = true;
};

/// The moves of all bones at one time. They begin at rest.
class Moves {
public:
    explicit Moves(const Skeleton& skeleton) : skeleton_(&skeleton), moves_(skeleton.bones.size()) {}

    [[nodiscard]] std::size_t size() const { return moves_.size(); }
    [[nodiscard]] BoneMove& operator[](std::size_t bone) { return moves_[bone]; }
    /// The first bone of that name. Without one a move that nobody makes, so that one motion fits many
    /// skeletons.
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
    bool flipsSigns = false;          ///< neighbours of a rotation track on opposite sides, same rotation
    bool writesRestFlag = true;       ///< mini 10, which old files lack
    bool leavesGarbageScale = false;  ///< a translation scale where there is no track, as real files have it
    bool marksSteps = false;          ///< a few step bits, version 1
};

/// The clip as the game's own exporter stores it: every bone but the root in order, tracks only where
/// something moves, visibility only where something hides, the rest flag where nothing differs from the
/// model.
[[nodiscard]] alamo::AlaFile makeClip(const Skeleton& skeleton, const Motion& motion,
                                      const ClipOptions& options, Random& random);

/// A turn about the bone's Z axis: forwards and back for a limb.
[[nodiscard]] glm::dquat swing(double degrees);

// Motions in place; all loop after one second unless said.
void stand(Moves& moves, double seconds);
void walk(Moves& moves, double seconds);
/// Aims with a constant pose that is not the rest pose, flashes the muzzle on and off.
void shoot(Moves& moves, double seconds);
/// Falls on the back within a second and stays there.
void fall(Moves& moves, double seconds);
/// Arms up; the head grows and shrinks (a scale track, documented and hardly ever met).
void celebrate(Moves& moves, double seconds);
void stride(Moves& moves, double seconds);
/// The walker breaks; its debris is parked 80,000 units below until it shows.
void breakDown(Moves& moves, double seconds);
/// The ship's turret turns once around, its glows blink.
void patrol(Moves& moves, double seconds);
void deployWings(Moves& moves, double seconds);
/// A wave through a chain of bones.
void wave(Moves& moves, double seconds);

}  // namespace rigkiln::corpus
