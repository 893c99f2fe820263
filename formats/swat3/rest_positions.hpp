#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/rig.hpp"

/// Where the vertices of a model stand at rest, in model space, under each reading of its numbers.
namespace rigkiln::swat3 {

/// Which space stored positions, or matrices of grips, are in.
enum class Space : std::uint8_t {
    Model,
    Bone,  ///< of the bone that each follows
};

/// How numbers of positions are read. `sense` means nothing to positions in model space.
struct Reading {
    Space space = Space::Model;
    QuaternionSense sense = QuaternionSense::Conjugated;
};

/// A model with what every question about its rest pose needs. Refers to both; they must outlive it.
class RestPose {
public:
    RestPose(const GsmFile& file, const Rig& rig);

    [[nodiscard]] const GsmFile& file() const { return file_; }
    [[nodiscard]] const Rig& rig() const { return rig_; }
    /// Of each position by ordinal; nothing where the runs give none.
    [[nodiscard]] const std::vector<std::optional<std::size_t>>& bones() const { return bones_; }
    [[nodiscard]] const std::vector<glm::dmat4>& bindMatrices(QuaternionSense sense) const {
        return sense == QuaternionSense::Raw ? raw_ : conjugated_;
    }

    /// A stored position as it is in the file.
    [[nodiscard]] glm::dvec3 stored(std::size_t position) const;
    /// A stored position in model space. Positions without a bone are taken as they are.
    [[nodiscard]] glm::dvec3 position(std::size_t position, const Reading& reading) const;
    /// A position or, behind these, a blend, in model space. A blend whose weights sum to no positive finite
    /// number stands where its first position does; others are divided by their sum.
    [[nodiscard]] glm::dvec3 vertex(std::size_t positionOrBlend, const Reading& reading) const;
    /// Of all positions and blends.
    [[nodiscard]] std::vector<glm::dvec3> vertices(const Reading& reading) const;

private:
    const GsmFile& file_;
    const Rig& rig_;
    std::vector<std::optional<std::size_t>> bones_;
    std::vector<glm::dmat4> conjugated_;
    std::vector<glm::dmat4> raw_;
};

}  // namespace rigkiln::swat3
