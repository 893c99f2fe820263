#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "formats/gltf/gltf_buffers.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::optimize {

using Json = nlohmann::ordered_json;

/// A glTF file to be changed in places: all of its JSON, members in their order, and all of its bytes. Refers
/// to the bytes of the request.
// clang-tidy 14 takes what the JSON library checks in its move constructor for something that may throw.
struct OpenedGltf {  // NOLINT(bugprone-exception-escape)
    bool isGlb = false;
    Json json{};
    std::vector<gltf_format::BufferBytes> buffers{};  ///< as many as `json` lists
    /// Chunks behind JSON and BIN, by type.
    std::vector<std::pair<std::uint32_t, std::span<const std::byte>>> otherChunks{};
};

/// Fails where the reader of the format does.
[[nodiscard]] Result<OpenedGltf> openGltf(const ReadRequest& request);

/// The whole number that a JSON value is, as readers of glTF take it: 3.0 is one. Nothing for any other
/// value.
[[nodiscard]] std::optional<std::size_t> indexIn(const Json& value);
/// That of a member of an object.
[[nodiscard]] std::optional<std::size_t> indexIn(const Json& object, const char* name);

/// A member of an object; null when there is none, or no object.
[[nodiscard]] Json* memberOf(Json& object, const char* name);
[[nodiscard]] const Json* memberOf(const Json& object, const char* name);
/// The elements of a list that is a member of an object; none where there is no such list.
[[nodiscard]] std::span<Json> elementsOf(Json& object, const char* name);
[[nodiscard]] std::span<const Json> elementsOf(const Json& object, const char* name);

}  // namespace rigkiln::optimize
