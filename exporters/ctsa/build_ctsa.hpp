#pragma once

#include <optional>

#include "exporters/ctsa/shown_frames.hpp"
#include "formats/ctsa/ctsa_file.hpp"
#include "formats/ctsa/ctsa_record.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::ctsa_writer {

struct BuildRequest {
    const Scene& scene;
    const Clip& clip;
    std::optional<ctsa::CtsaRecord> record{};  ///< of the animation the clip was read from
};

struct BuiltCtsa {
    ctsa::CtsaFile file{};
    bool isUnchanged = false;  ///< the clip says what the record says, which is then the file
};

/// The record as a file where the clip shows what it would show if it were read again. Otherwise a file of
/// what is shown: frames that last as long as before keep their numbers; those that went by updates go on to
/// if they last whole updates; others go by time. Fails as shownFrames does, and, naming the frame, where
/// frames do not lie side by side in one row, all of one size, left to right as they are shown.
[[nodiscard]] Result<BuiltCtsa> buildCtsa(const BuildRequest& request);

}  // namespace rigkiln::ctsa_writer
