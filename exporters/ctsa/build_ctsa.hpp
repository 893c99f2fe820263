#pragma once

#include <optional>

#include "exporters/ctsa/shown_frames.hpp"
#include "formats/ctsa/ctsa_file.hpp"
#include "formats/ctsa/ctsa_record.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::ctsa_export {

struct BuildRequest {
    const Scene& scene;
    const Clip& clip;
    std::optional<ctsa::CtsaRecord> record{};  ///< record of the animation the clip was read from
};

struct BuiltCtsa {
    ctsa::CtsaFile file{};
    /// The clip still shows what the record's file shows; `file` is then that file.
    bool isUnchanged = false;
};

/// Builds the file of one clip. Returns the record's file unchanged while the clip shows the same as that
/// file when it is read. Otherwise the file is made from the shown frames. A frame that lasts as long as
/// before keeps its numbers. A frame that was timed in updates stays so when it now lasts a whole number of
/// updates; all other frames are timed in milliseconds.
///
/// Fails like shownFrames, and, naming the frame, when the frames are not one row of equal size, left to
/// right in the order they are shown.
[[nodiscard]] Result<BuiltCtsa> buildCtsa(const BuildRequest& request);

}  // namespace rigkiln::ctsa_export
