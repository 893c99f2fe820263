#pragma once

#include <cstdint>
#include <optional>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "pipeline/base/value.hpp"
#include "pipeline/scene/clip.hpp"

/// Tracks stored in the record of a clip (docs/extras.md, Animations), and their comparison with channels.
namespace rigkiln::gltf {

/// Reads `[[time, 0 or 1], ...]`. Returns nothing for another shape, and when the times do not ascend within
/// 0 and the duration.
[[nodiscard]] std::optional<Track<std::uint8_t>> visibilityFrom(const Value& keys, float duration);

/// Reads `{"interpolation": "STEP", "times": [...], "values": [[u, v], ...]}`, as the exporter writes it.
/// Returns nothing for another shape, and when a law of tracks is broken.
[[nodiscard]] std::optional<Track<glm::vec2>> offsetsFrom(const Value& record, float duration);

/// Converts the scale of a mesh's node to visibility: shown above one half. Keys only at changes.
[[nodiscard]] Track<std::uint8_t> visibilityOfScale(const Track<glm::vec3>& scale);

/// Whether two tracks show and hide at the same times. An empty track means `rest`.
[[nodiscard]] bool showsTheSame(const Track<std::uint8_t>& left, const Track<std::uint8_t>& right,
                                std::uint8_t rest);

/// Whether the scale of a mesh's node is a recorded visibility, resampled by another program. Its keys are
/// then evenly spaced, some repeat the value before, and all agree with the record. The moments between keys
/// cannot be compared. An empty record means `rest`.
[[nodiscard]] bool isSampleOf(const Track<glm::vec3>& scale, const Track<std::uint8_t>& recorded,
                              std::uint8_t rest);

}  // namespace rigkiln::gltf
