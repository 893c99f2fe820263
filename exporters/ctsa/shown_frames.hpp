#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "formats/ctsa/ctsa_row.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

/// Lists which frames of a sprite sheet a clip from any program shows, and when. Clips show frames as quads
/// that become visible one after the other, or as a texture that moves over one quad.
namespace rigkiln::ctsa_export {

struct ShownFrame {
    std::string node{};      ///< node that shows the frame, for messages
    float start = 0;         ///< seconds
    ctsa::FrameRect rect{};  ///< on the image, V upwards
};

/// Frames of one clip. Laws: in ascending order of their starts, the first at 0.
struct ShownFrames {
    std::vector<ShownFrame> frames{};
    float total = 0;  ///< seconds; the end of the last frame
};

/// Finds the joint whose extras hold the same record as the clip. Returns nothing when the clip has no record
/// or no joint has it. When several joints have it, a joint that the clip changes is preferred.
[[nodiscard]] std::optional<IndexOf<Joint>> rootOf(const Scene& scene, const Clip& clip);

/// Lists the frames that a clip shows. The format shows exactly one frame at any time and each frame once.
/// Fails, naming the frame, when the clip shows several or none at some time, or one twice; also when a
/// texture moves smoothly, or when the clip shows no frames at all.
[[nodiscard]] Result<ShownFrames> shownFrames(const Scene& scene, const Clip& clip);

}  // namespace rigkiln::ctsa_export
