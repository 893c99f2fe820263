#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigkiln::gltf_format {

[[nodiscard]] bool isDataUri(std::string_view uri);

struct UriData {
    std::string mimeType{};
    std::vector<std::byte> bytes{};
};

/// What a data URI holds. Nothing when it is not base64, with padding or without, or none at all.
[[nodiscard]] std::optional<UriData> decodeDataUri(std::string_view uri);

/// The path a relative URI stands for: %20 and the like decoded once. Nothing when a percent sign has not two
/// hexadecimal digits behind it.
[[nodiscard]] std::optional<std::string> decodePercent(std::string_view uri);

}  // namespace rigkiln::gltf_format
