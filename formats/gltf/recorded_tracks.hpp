#pragma once

#include <cstdint>
#include <optional>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "pipeline/base/value.hpp"
#include "pipeline/scene/clip.hpp"

/// Tracks that stand in the record of a clip (docs/extras.md, Animations), and what channels say of the same.
namespace rigkiln::gltf_format {

/// `[[time, 0 or 1], ...]`. Nothing when the value is no such list, or its times do not ascend from 0 to the
/// duration.
[[nodiscard]] std::optional<Track<std::uint8_t>> visibilityFrom(const Value& keys, float duration);

/// `{"interpolation": "STEP", "times": [...], "values": [[u, v], ...]}`, as the exporter writes it. Nothing
/// when the value is anything else, or breaks a law of tracks.
[[nodiscard]] std::optional<Track<glm::vec2>> offsetsFrom(const Value& record, float duration);

/// The scale of a mesh's node as when the mesh is shown: above one half. Keys only where that changes.
[[nodiscard]] Track<std::uint8_t> visibilityOfScale(const Track<glm::vec3>& scale);

/// Whether two tracks show and hide at the same times. An empty one says `rest`.
[[nodiscard]] bool showsTheSame(const Track<std::uint8_t>& left, const Track<std::uint8_t>& right,
                                std::uint8_t rest);

/// Whether the scale of a mesh's node is a recorded visibility as a program sampled it: keys at even
/// distances, some of which say what holds anyway, and at each of them what the record says. Between them
/// nobody can tell. An empty record says `rest`.
[[nodiscard]] bool isSampleOf(const Track<glm::vec3>& scale, const Track<std::uint8_t>& recorded,
                              std::uint8_t rest);

}  // namespace rigkiln::gltf_format
