#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exporters/gltf/gltf_document.hpp"

namespace rigkiln::gltf {

/// Where the views stand in the buffer: each from a multiple of 4 on.
[[nodiscard]] std::uint64_t bufferByteLength(const Document& document);

/// The JSON of the document. Members stand in a fixed order and defaults are left out. `bufferUri` is the
/// file of the buffer, percent-encoded, or empty for the binary chunk of a GLB. A document without views has
/// no buffer.
[[nodiscard]] std::string writeJson(const Document& document, std::string_view bufferUri);

}  // namespace rigkiln::gltf
