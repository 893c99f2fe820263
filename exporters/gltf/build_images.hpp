#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// The document's images: by texture of the scene, none where there is no image that glTF can hold.
struct ImageTable {
    std::vector<std::optional<Index>> ofTexture{};
    OutputSet files{};  ///< of images that are linked, each once
};

/// Adds an image for each texture, of equal ones the first. Without `linkFolder` their bytes go into the
/// buffer; with it each is a shared file, named after the texture and its content, that the document refers
/// to in that folder (WriteRequest::sharedFolder).
[[nodiscard]] ImageTable buildImages(const Scene& scene, const std::optional<std::string>& linkFolder,
                                     BufferPacker& packer, Document& document, Diagnostics& diagnostics);

}  // namespace rigkiln::gltf
