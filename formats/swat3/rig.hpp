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

/// Numbers and places that follow from the bones of a file: what is stored by id, found by ordinal. Ordinals
/// count the bones of all skeletons in the order of the file.
namespace rigkiln::swat3 {

/// How the file's quaternions become rotations of column vectors.
enum class QuaternionSense : std::uint8_t {
    Conjugated,  ///< stored as the conjugate, as a plug-in does that writes 3ds Max's own
    Raw,
};

[[nodiscard]] glm::dquat toRotation(const Float4& stored, QuaternionSense sense);

/// Farther than this from anything nothing is, in the file's units; chains of bones then still end in numbers
/// that single precision holds.
inline constexpr float kFarthest = 1e15F;

/// Whether numbers can be a place: neither NaN nor infinite nor beyond kFarthest.
[[nodiscard]] bool isPlace(std::span<const float> numbers);

/// From the parent, in its frame; none where what is stored is no place.
[[nodiscard]] glm::vec3 toOffset(const Float3& stored);

class Rig {
public:
    /// Keeps pointers to the bones, which must outlive it. Precondition: the laws of a decoded file.
    explicit Rig(const std::vector<Skeleton>& skeletons);

    [[nodiscard]] std::size_t boneCount() const { return bones_.size(); }
    [[nodiscard]] const Bone& bone(std::size_t ordinal) const { return *bones_[ordinal]; }
    /// The first bone of this id.
    [[nodiscard]] std::optional<std::size_t> ordinalOf(std::uint16_t id) const;
    [[nodiscard]] std::optional<std::size_t> parentOf(std::size_t ordinal) const { return parents_[ordinal]; }
    /// Ordinals with every parent before its children, otherwise in the order of the file.
    [[nodiscard]] const std::vector<std::size_t>& parentsFirst() const { return order_; }

    /// Bone space to model space at rest, by ordinal: parent * translation * rotation.
    [[nodiscard]] std::vector<glm::dmat4> bindMatrices(QuaternionSense sense) const;

private:
    std::vector<const Bone*> bones_;
    IdTable ordinals_;
    std::vector<std::optional<std::size_t>> parents_;
    std::vector<std::size_t> order_;
};

/// The bone of each position by ordinal, from the runs; nothing where no run, or the run of a bone that does
/// not exist, covers it. Of runs that overlap the first counts.
[[nodiscard]] std::vector<std::optional<std::size_t>> boneOfPositions(const GsmFile& file, const Rig& rig);

}  // namespace rigkiln::swat3
