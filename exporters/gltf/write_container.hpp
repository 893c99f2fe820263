#pragma once

#include <cstdint>
#include <string_view>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln::gltf {

/// The size field of a GLB has 32 bits.
inline constexpr std::uint64_t kLargestGlb = 0xFFFFFFFFU;

[[nodiscard]] Status checkGlbSize(std::uint64_t sizeBytes);

/// One file: JSON and buffer. Fails when it would be larger than kLargestGlb.
[[nodiscard]] Result<OutputSet> writeGlb(Document document, std::string_view fileName);

/// Two files: the buffer under a name that holds the hash of its content, so that no interrupted run can pair
/// an old file with a new buffer; then the JSON. Without data the JSON alone.
[[nodiscard]] OutputSet writeGltf(Document document, std::string_view fileName);

/// As a relative reference: everything but letters, digits and "-._~" as %XX.
[[nodiscard]] std::string percentEncoded(std::string_view text);

/// The same for a path, whose '/' stay.
[[nodiscard]] std::string encodedPath(std::string_view path);

}  // namespace rigkiln::gltf
