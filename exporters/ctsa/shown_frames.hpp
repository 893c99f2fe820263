#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "formats/ctsa/ctsa_row.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

/// What a clip shows of a sheet, and when, whoever made it: quads that are shown one after the other, or a
/// texture that is moved over one.
namespace rigkiln::ctsa_writer {

struct ShownFrame {
    std::string node{};      ///< that shows it, for messages
    float start = 0;         ///< seconds
    ctsa::FrameRect rect{};  ///< on the image, V upwards
};

/// Laws: in ascending order of their starts, the first at 0.
struct ShownFrames {
    std::vector<ShownFrame> frames{};
    float total = 0;  ///< seconds; the end of the last frame
};

/// The joint that holds the record of a clip's animation; nothing when the clip has none, or nobody else. Of
/// animations that are alike, the one that the clip changes.
[[nodiscard]] std::optional<IndexOf<Joint>> rootOf(const Scene& scene, const Clip& clip);

/// Fails, naming the frame, when something else than one frame is shown at some time, when a frame comes
/// twice, or when the clip shows no frames at all: the format holds nothing else.
[[nodiscard]] Result<ShownFrames> shownFrames(const Scene& scene, const Clip& clip);

}  // namespace rigkiln::ctsa_writer
