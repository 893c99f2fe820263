#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// What a clip is completed on in a scene of several merged parts: the parts that it moves itself, and what
/// is of no part. Clips of different parts can then be played at the same time, and a file does not grow with
/// the square of its parts.
class ClipParts {
public:
    /// The scene must outlive this. Precondition: it keeps its laws.
    explicit ClipParts(const Scene& scene);

    /// From here on the answers are about this clip.
    void select(const Clip& clip);

    [[nodiscard]] bool haveJoint(std::size_t joint) const { return isOwn(partOfJoint_[joint]); }
    [[nodiscard]] bool haveMaterial(std::size_t material) const { return isOwn(partOfMaterial_[material]); }

private:
    using Part = std::optional<IndexOf<Joint>>;

    [[nodiscard]] bool isOwn(const Part& part) const { return !part || isOwn_[part->value]; }
    void add(const Part& part) {
        if (part) isOwn_[part->value] = true;
    }

    std::vector<Part> partOfJoint_;
    std::vector<Part> partOfMaterial_;  ///< of the first mesh that shows it
    std::vector<bool> isOwn_;           ///< by joint that a part hangs on
};

}  // namespace rigkiln::gltf
