#pragma once

#include "exporters/gltf/gltf_document.hpp"

namespace rigkiln::gltf {

/// Packs the views that are streams, those that become smaller by it. What the document says of its accessors
/// stays as it is: it is about what readers get.
void packViews(Document& document);

}  // namespace rigkiln::gltf
