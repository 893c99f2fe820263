#pragma once

#include <span>
#include <string>
#include <vector>

#include "exporters/gltf/build_nodes.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/clip.hpp"

namespace rigkiln::gltf_export {

/// Reports skinned meshes that the source hides: core glTF cannot hide them, profile full can.
class SkinnedVisibility {
public:
    /// Keeps references to all arguments. `leaves`: by joint.
    SkinnedVisibility(std::span<const std::vector<Leaf>> leaves, const Document& document,
                      Diagnostics& diagnostics)
        : leaves_(leaves), document_(document), diagnostics_(diagnostics) {}

    void reportRest() const;
    void report(const Clip& clip) const;

private:
    void add(const Leaf& leaf, const std::string& details) const;

    std::span<const std::vector<Leaf>> leaves_;
    const Document& document_;
    Diagnostics& diagnostics_;
};

}  // namespace rigkiln::gltf_export
