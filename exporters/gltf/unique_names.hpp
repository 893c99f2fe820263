#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigkiln::gltf {

struct NameRequest {
    std::string_view source{};    ///< as the source has it: any bytes, may be empty, may repeat
    std::string_view fallback{};  ///< what an empty name becomes: "joint"
};

/// One name per request, all different, all UTF-8. The first to ask for a name gets it as it is; those behind
/// get "_2", "_3" ... The number of steps grows with the number of requests, also when all ask for one name.
[[nodiscard]] std::vector<std::string> uniqueNames(std::span<const NameRequest> requests);

}  // namespace rigkiln::gltf
