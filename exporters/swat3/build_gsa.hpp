#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exporters/swat3/target_skeleton.hpp"
#include "formats/swat3/gsa_file.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

enum class GsaVersion : std::uint8_t { V41, V42 };

struct GsaRequest {
    const TargetSkeleton& skeleton;
    FileSpace space{1.0};
    GsaVersion version = GsaVersion::V42;
    bool force = false;  ///< what the format cannot hold is an issue and not an error
};

/// The clip sampled ten times a second: a rotation of each bone it turns and of those that the clip's record
/// (extras "gsa") lists, the way of the root, and its events. What else of a clip moves bones (translations,
/// scales) is compared in the pose it makes: farther off than 1e-3 of the skeleton's size is an Input error,
/// less is nothing. Preconditions: the scene keeps its laws, the clip is of this scene, and the skeleton was
/// made of it.
[[nodiscard]] Result<swat3::GsaFile> buildGsa(const Scene& scene, const Clip& clip, const GsaRequest& request,
                                              Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_writer
