#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/id_table.hpp"
#include "formats/swat3/skeleton_block.hpp"

/// Data derived from the bones of a file: stored by id, found by ordinal. Ordinals count the bones of all
/// skeletons in file order.
namespace rigkiln::swat3 {

/// Interpretation of the file's quaternions as rotations of column vectors.
enum class QuaternionSense : std::uint8_t {
    Conjugated,  ///< stored conjugated, as a plug-in writes 3ds Max's own
    Raw,
};

[[nodiscard]] glm::dquat toRotation(const Float4& stored, QuaternionSense sense);

/// Limit for positions in the file's units. Chains of bones within it still end in numbers that fit a float.
inline constexpr float kFarthest = 1e15F;

/// Whether the numbers can be a position: not NaN, and within kFarthest.
[[nodiscard]] bool isPlace(std::span<const float> numbers);

/// Offset from the parent in its frame; zero where the stored position is not usable.
[[nodiscard]] glm::vec3 toOffset(const Float3& stored);

class Rig {
public:
    /// Keeps pointers to the bones, which must outlive this object. Precondition: the laws of a decoded file.
    explicit Rig(const std::vector<Skeleton>& skeletons);

    [[nodiscard]] std::size_t boneCount() const { return bones_.size(); }
    [[nodiscard]] const Bone& bone(std::size_t ordinal) const { return *bones_[ordinal]; }
    /// Ordinal of the first bone with this id.
    [[nodiscard]] std::optional<std::size_t> ordinalOf(std::uint16_t id) const;
    [[nodiscard]] std::optional<std::size_t> parentOf(std::size_t ordinal) const { return parents_[ordinal]; }
    /// Ordinals with every parent before its children, otherwise in file order.
    [[nodiscard]] const std::vector<std::size_t>& parentsFirst() const { return order_; }

    /// Matrices from bone space to model space at rest, by ordinal: parent * translation * rotation.
    [[nodiscard]] std::vector<glm::dmat4> bindMatrices(QuaternionSense sense) const;

private:
    std::vector<const Bone*> bones_;
    IdTable ordinals_;
    std::vector<std::optional<std::size_t>> parents_;
    std::vector<std::size_t> order_;
};

/// Ordinal of each position's bone, from the runs. Nothing where no run covers the position or the run's bone
/// does not exist. Of overlapping runs the first counts.
[[nodiscard]] std::vector<std::optional<std::size_t>> boneOfPositions(const GsmFile& file, const Rig& rig);

}  // namespace rigkiln::swat3
