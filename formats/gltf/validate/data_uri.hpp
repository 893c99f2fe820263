#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/gltf/uri.hpp"

namespace rigkiln::gltf_validation {

enum class UriKind : std::uint8_t { Relative, Other, Malformed };

/// Tells the kind of a URI by RFC 3986: paths below the file are relative; a scheme, a host, a path from the
/// root, a query or a fragment are something else.
[[nodiscard]] UriKind kindOfUri(std::string_view uri);

/// Decodes a data URI, in base64 or percent encoding; the MIME type is in small letters. Returns nothing for
/// anything else.
[[nodiscard]] std::optional<gltf::UriData> readDataUri(std::string_view uri);

}  // namespace rigkiln::gltf_validation
