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

/// A channel that gets other keys, or goes.
struct ChannelEdit {
    std::size_t channel = 0;               ///< of the animation
    std::optional<gltf::Sampler> sampler;  ///< its accessors are those of FileEdits; none: the channel goes
};

struct AnimationEdit {
    std::size_t animation = 0;
    std::vector<ChannelEdit> channels{};  ///< ascending, at least one
    Value mark{};                         ///< what is to be said of the reduction; null: nothing
};

struct FileEdits {
    std::vector<AnimationEdit> animations{};
    std::vector<gltf::Accessor> accessors{};  ///< all in the one view
    SharedBytes view{};

    [[nodiscard]] bool empty() const { return animations.empty(); }
};

/// What has to change in the file so that the clips of `placed` become those of `reduced`, which is the same
/// scene with other keys. A track that became empty loses its channel, where no other animation moves the
/// same and the node stays what it is to readers; else it gets one key of the rest pose. Every animation
/// lasts as long as before, to the last bit, and keeps a channel. Precondition: `reduced` differs in the
/// tracks and the extras of clips alone.
[[nodiscard]] FileEdits findEdits(const Json& gltf, const gltf_format::PlacedScene& placed,
                                  const Scene& reduced);

}  // namespace rigkiln::optimize
