#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "exporters/gltf/name_style.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Images of the document by texture of the scene; none where there is no image that glTF can hold.
struct ImageTable {
    std::vector<std::optional<Index>> ofTexture{};
    OutputSet files{};  ///< linked image files, each once
};

/// Adds an image for each texture; equal images are added once. Without `linkFolder` their bytes go into the
/// buffer. With it, each image is a shared file, named after the texture and its content, and the document
/// refers to it in that folder (WriteRequest::sharedFolder).
[[nodiscard]] ImageTable buildImages(const Scene& scene, const std::optional<std::string>& linkFolder,
                                     BufferPacker& packer, Document& document, Diagnostics& diagnostics,
                                     NameStyle style = NameStyle::Source);

}  // namespace rigkiln::gltf_export
