#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/rig.hpp"

/// Rest positions of a model's vertices in model space, under each possible reading of its numbers.
namespace rigkiln::swat3 {

/// Space of stored positions, or of the matrices of grips.
enum class Space : std::uint8_t {
    Model,
    Bone,  ///< that of the bone each one follows
};

/// Reading of stored positions. `sense` has no effect on positions in model space.
struct Reading {
    Space space = Space::Model;
    QuaternionSense sense = QuaternionSense::Conjugated;
};

/// Model with everything that questions about its rest pose need. Borrows both arguments, which must outlive
/// it.
class RestPose {
public:
    RestPose(const GsmFile& file, const Rig& rig);

    [[nodiscard]] const GsmFile& file() const { return file_; }
    [[nodiscard]] const Rig& rig() const { return rig_; }
    /// Ordinal of each position's bone; nothing where the runs give none.
    [[nodiscard]] const std::vector<std::optional<std::size_t>>& bones() const { return bones_; }
    [[nodiscard]] const std::vector<glm::dmat4>& bindMatrices(QuaternionSense sense) const {
        return sense == QuaternionSense::Raw ? raw_ : conjugated_;
    }

    /// Position as stored in the file.
    [[nodiscard]] glm::dvec3 stored(std::size_t position) const;
    /// Position in model space. Without a bone it is used as stored.
    [[nodiscard]] glm::dvec3 position(std::size_t position, const Reading& reading) const;
    /// Position or, numbered after these, blend in model space. Weights of a blend are normalised. If their
    /// sum is not positive and finite, the blend is at its first position.
    [[nodiscard]] glm::dvec3 vertex(std::size_t positionOrBlend, const Reading& reading) const;
    /// All positions, then all blends.
    [[nodiscard]] std::vector<glm::dvec3> vertices(const Reading& reading) const;

private:
    const GsmFile& file_;
    const Rig& rig_;
    std::vector<std::optional<std::size_t>> bones_;
    std::vector<glm::dmat4> conjugated_;
    std::vector<glm::dmat4> raw_;
};

}  // namespace rigkiln::swat3
