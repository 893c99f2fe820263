#pragma once

#include "exporters/gltf/gltf_document.hpp"

namespace rigkiln::gltf_export {

/// Packs the views that are streams and become smaller by it. Accessors need no change: they describe the
/// unpacked bytes.
void packViews(Document& document);

}  // namespace rigkiln::gltf_export
