#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exporters/gltf/name_style.hpp"

namespace rigkiln::gltf_export {

struct NameRequest {
    std::string_view source{};    ///< name in the source: any bytes, may be empty, may repeat
    std::string_view fallback{};  ///< replaces an empty name: "joint"
    std::string_view suffix{};    ///< follows the name
};

/// Makes one name per request in the given style, all different, all UTF-8. The first request for a name gets
/// it; later ones get "_2", "_3" ... Takes time linear in the number of requests, even when all ask for one
/// name.
[[nodiscard]] std::vector<std::string> uniqueNames(std::span<const NameRequest> requests,
                                                   NameStyle style = NameStyle::Source);

}  // namespace rigkiln::gltf_export
