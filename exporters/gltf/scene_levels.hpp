#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Cuts a scene into one scene for each level of detail, for files of their own. Objects are told apart as by
/// findDetailLevels, but a level may have several meshes and stand anywhere.
class SceneLevels {
public:
    /// The scene must outlive this. Takes n log n with its instances.
    explicit SceneLevels(const Scene& scene);

    /// Number of levels of the object that has most; 1 when none has several.
    [[nodiscard]] std::size_t count() const { return count_; }

    /// Returns a copy of the scene with one level of each object: the finest for 0, and the coarsest of an
    /// object that has not so many. Meshes of other levels are empty. Only the copy for 0 has clips, the
    /// source, and meshes without an instance. A coarser mesh instance takes the place and the name of the
    /// finest, so that its node is the one that clips show and hide; the mesh keeps its name. If a level has
    /// more instances than the finest, those that are too many come last.
    [[nodiscard]] Scene sceneOf(std::size_t level) const;

private:
    /// By level, the finest first: the instances, in their order.
    using Object = std::vector<std::vector<std::size_t>>;
    /// Where an instance is in an object.
    struct Place {
        std::size_t object = 0;
        std::size_t level = 0;
        std::size_t rank = 0;  ///< among the instances of the level
    };

    [[nodiscard]] std::vector<MeshInstance> instancesOf(std::size_t level) const;

    const Scene& scene_;
    std::vector<Object> objects_{};
    std::vector<std::optional<Place>> places_;  ///< by instance; none: it is in every level
    std::size_t count_ = 1;
};

}  // namespace rigkiln::gltf_export
