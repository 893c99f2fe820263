#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"
#include "tools/corpus/placement.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::corpus {

struct Box {
    glm::dvec3 minimum{};
    glm::dvec3 maximum{};
};

/// A bone and the box drawn for it. Its rest rotation is packed like the rotations of clips, so that a clip
/// can rest in exactly the pose of the model, as the rest flag of a clip promises.
struct Bone {
    std::string name;
    std::int32_t parent = -1;
    alamo::Float3 translation{};
    alamo::PackedQuat rotation{0, 0, 0, 32767};
    bool visible = true;
    std::uint32_t billboard = 0;
    std::optional<Box> part{};  ///< in the bone's own space
};

/// Laws: bone 0 is "Root" with the identity; a parent stands before its children; `world` is the placement of
/// each bone at rest, computed from the packed rotations.
struct Skeleton {
    std::vector<Bone> bones;
    std::vector<Placement> world;
};

[[nodiscard]] Skeleton skeletonWithRoot();

/// Adds a bone at a point of the model. Its X axis runs along `direction` and its Z axis, where possible,
/// towards the model's side (+X), so that turning about Z swings a limb forwards and back. Returns its index.
std::uint32_t addLimb(Skeleton& skeleton, std::string name, std::uint32_t parent, const glm::dvec3& start,
                      const glm::dvec3& direction);
/// Adds a bone at a point of the model with the model's axes.
std::uint32_t addPoint(Skeleton& skeleton, std::string name, std::uint32_t parent, const glm::dvec3& point);
/// Adds a limb from `start` to `end`, drawn as a box of this thickness.
std::uint32_t addBoxLimb(Skeleton& skeleton, std::string name, std::uint32_t parent, const glm::dvec3& start,
                         const glm::dvec3& end, double thickness);

/// The first bone of that name, or nothing.
[[nodiscard]] std::optional<std::uint32_t> findBone(const Skeleton& skeleton, std::string_view name);

[[nodiscard]] Placement restOf(const Bone& bone);

/// A person about 10 units tall, feet on z = 0, with hands, a hidden muzzle flash and points to hold things.
[[nodiscard]] Skeleton makePerson(Random& random);
/// A two-legged machine whose legs bend backwards.
[[nodiscard]] Skeleton makeWalker(Random& random);
/// A ship with engines (billboards), turrets and hard points.
[[nodiscard]] Skeleton makeShip(Random& random);
/// A chain of bones standing upright, for smooth skinning.
[[nodiscard]] Skeleton makeSerpent(Random& random);

}  // namespace rigkiln::corpus
