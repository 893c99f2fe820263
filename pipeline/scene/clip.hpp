#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "pipeline/base/value.hpp"
#include "pipeline/scene/index_of.hpp"
#include "pipeline/scene/joint_track_list.hpp"
#include "pipeline/scene/joint_tracks.hpp"
#include "pipeline/scene/source_copy.hpp"

namespace rigkiln {

struct Material;

/// Animation of one material. An empty track means that the material keeps its own value.
struct MaterialTracks {
    IndexOf<Material> material;
    /// Replaces `TextureUse::offset` of the base colour texture, which the material must have.
    Track<glm::vec2> baseColorOffset;

    bool operator==(const MaterialTracks&) const = default;
};

struct ClipEvent {
    float time = 0.0F;  ///< seconds from the start of the clip
    std::string name;
    Properties extras;

    bool operator==(const ClipEvent&) const = default;
};

/// Selects how a clip that is stored apart from its model finds the model's joints.
enum class ClipBinding : std::uint8_t { ByIndex, ByName };

/// One named animation. Laws: at most one JointTracks per joint, in ascending order of joints, and likewise
/// of materials; duration not negative and not before the last key; events in ascending time.
struct Clip {
    std::string name;
    float duration = 0.0F;                 ///< seconds
    std::optional<float> sourceFrameRate;  ///< frames per second as authored
    std::uint32_t sourceFrameCount = 0;    ///< samples stored per track as authored; 0 when not applicable
    ClipBinding binding = ClipBinding::ByName;
    JointTrackList joints;
    std::vector<MaterialTracks> materials;
    std::vector<ClipEvent> events;
    std::optional<SourceCopy> source;
    Properties extras;

    bool operator==(const Clip&) const = default;
};

}  // namespace rigkiln
