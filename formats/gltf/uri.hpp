#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigkiln::gltf {

[[nodiscard]] bool isDataUri(std::string_view uri);

struct UriData {
    std::string mimeType{};
    std::vector<std::byte> bytes{};
};

/// Decodes a data URI in base64, with or without padding. Returns nothing for anything else.
[[nodiscard]] std::optional<UriData> decodeDataUri(std::string_view uri);

/// Decodes the path of a relative URI: %20 and the like, once. Returns nothing when a percent sign is not
/// followed by two hexadecimal digits.
[[nodiscard]] std::optional<std::string> decodePercent(std::string_view uri);

}  // namespace rigkiln::gltf
