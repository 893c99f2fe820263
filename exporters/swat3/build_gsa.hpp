#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exporters/swat3/target_skeleton.hpp"
#include "formats/swat3/gsa_file.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_export {

enum class GsaVersion : std::uint8_t { V41, V42 };

struct GsaRequest {
    const TargetSkeleton& skeleton;
    FileSpace space{UpAxis::ZUp, 1.0};
    GsaVersion version = GsaVersion::V42;
    bool force = false;  ///< report data that the format cannot hold as an issue instead of an error
};

/// Samples the clip ten times a second. The file has the rotations of each bone that the clip turns and of
/// those that the clip's record (extras "gsa") lists, the positions of the root, and the clip's events.
///
/// A GSA cannot hold other motion of bones (translations, scales). The pose of the file is therefore compared
/// with the clip's: a distance above 1e-3 of the skeleton's size is an Input error, or an issue when forced;
/// less is ignored. Preconditions: the scene keeps its laws, the clip is of this scene, and the skeleton was
/// made of it.
[[nodiscard]] Result<swat3::GsaFile> buildGsa(const Scene& scene, const Clip& clip, const GsaRequest& request,
                                              Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_export
