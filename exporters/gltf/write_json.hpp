#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exporters/gltf/gltf_document.hpp"

namespace rigkiln::gltf_export {

/// Size of the buffer with all views, each starting at a multiple of 4.
[[nodiscard]] std::uint64_t bufferByteLength(const Document& document);

/// Writes the JSON of the document. Members stand in a fixed order and defaults are left out. `bufferUri` is
/// the percent-encoded file name of the buffer, or empty for the binary chunk of a GLB. A document without
/// views has no buffer.
[[nodiscard]] std::string writeJson(const Document& document, std::string_view bufferUri);

}  // namespace rigkiln::gltf_export
