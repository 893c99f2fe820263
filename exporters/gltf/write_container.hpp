#pragma once

#include <cstdint>
#include <string_view>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln::gltf_export {

/// The size field of a GLB has 32 bits.
inline constexpr std::uint64_t kLargestGlb = 0xFFFFFFFFU;

[[nodiscard]] Status checkGlbSize(std::uint64_t sizeBytes);

/// Writes one file with JSON and buffer. Fails when it would be larger than kLargestGlb.
[[nodiscard]] Result<OutputSet> writeGlb(Document document, std::string_view fileName);

/// Writes two files: first the buffer, then the JSON. The buffer's name holds the hash of its content, so
/// that no interrupted run can pair an old JSON file with a new buffer. A document without data gets the JSON
/// alone.
[[nodiscard]] OutputSet writeGltf(Document document, std::string_view fileName);

/// Encodes a name for a relative reference: everything but letters, digits and "-._~" becomes %XX.
[[nodiscard]] std::string percentEncoded(std::string_view text);

/// Encodes a path like percentEncoded, but keeps its '/'.
[[nodiscard]] std::string encodedPath(std::string_view path);

}  // namespace rigkiln::gltf_export
