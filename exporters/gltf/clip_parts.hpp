#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Tells which joints and materials a clip is completed for in a scene merged from several parts: those in
/// parts that the clip moves, and those in no part. Clips of different parts can then be played at the same
/// time, and the size of a file does not grow with the square of its parts.
class ClipParts {
public:
    /// The scene must outlive this. Precondition: it keeps its laws.
    explicit ClipParts(const Scene& scene);

    /// Chooses the clip that the answers below are about.
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
    std::vector<Part> partOfMaterial_;  ///< of the first mesh in a part that uses it
    std::vector<bool> isOwn_;           ///< by root joint of a part: whether the clip moves that part
};

}  // namespace rigkiln::gltf_export
