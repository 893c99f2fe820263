#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "exporters/gltf/gltf_document.hpp"
#include "formats/gltf/gltf_to_scene.hpp"
#include "pipeline/base/value.hpp"
#include "tools/optimize/gltf_source.hpp"

namespace rigkiln::optimize {

/// A channel that gets other keys or is removed.
struct ChannelEdit {
    std::size_t channel = 0;  ///< index in the animation
    std::optional<gltf_export::Sampler>
        sampler;  ///< its accessors are those of FileEdits; none: remove the channel
};

struct AnimationEdit {
    std::size_t animation = 0;
    std::vector<ChannelEdit> channels{};  ///< ascending, at least one
    Value mark{};                         ///< record of the reduction; null: none
};

struct FileEdits {
    std::vector<AnimationEdit> animations{};
    std::vector<gltf_export::Accessor> accessors{};  ///< all in the single view
    SharedBytes view{};

    [[nodiscard]] bool empty() const { return animations.empty(); }
};

/// Finds the changes that turn the clips of `placed` in the file into those of `reduced`, which is the same
/// scene with other keys. A track that became empty loses its channel if no other animation moves the same
/// property and readers still see the node as a joint; otherwise it gets one key with the rest pose. Every
/// animation keeps its duration to the last bit, and at least one channel.
///
/// Precondition: `reduced` differs only in the tracks and the extras of clips.
[[nodiscard]] FileEdits findEdits(const Json& gltf, const gltf::PlacedScene& placed, const Scene& reduced);

}  // namespace rigkiln::optimize
