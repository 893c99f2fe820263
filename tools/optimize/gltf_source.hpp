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

/// A glTF file prepared for changes: all of its JSON, with members in their order, and all of its bytes.
/// Refers to the bytes of the request.
// clang-tidy 14 believes that assertions in the JSON library's move constructor may throw.
struct OpenedGltf {  // NOLINT(bugprone-exception-escape)
    bool isGlb = false;
    Json json{};
    std::vector<gltf::BufferBytes> buffers{};  ///< one per buffer in `json`
    /// Chunks behind JSON and BIN, by type.
    std::vector<std::pair<std::uint32_t, std::span<const std::byte>>> otherChunks{};
};

/// Opens a glTF file. Fails where the reader of the format fails.
[[nodiscard]] Result<OpenedGltf> openGltf(const ReadRequest& request);

/// Converts a JSON value to an index as readers of glTF do: 3.0 counts as 3. Nothing for any other value.
[[nodiscard]] std::optional<std::size_t> indexIn(const Json& value);
/// Index in a member of an object; nothing when there is none.
[[nodiscard]] std::optional<std::size_t> indexIn(const Json& object, const char* name);

/// Member of an object; null when it is missing, or `object` is no object.
[[nodiscard]] Json* memberOf(Json& object, const char* name);
[[nodiscard]] const Json* memberOf(const Json& object, const char* name);
/// Elements of a list member of an object; empty when there is no such list.
[[nodiscard]] std::span<Json> elementsOf(Json& object, const char* name);
[[nodiscard]] std::span<const Json> elementsOf(const Json& object, const char* name);

}  // namespace rigkiln::optimize
