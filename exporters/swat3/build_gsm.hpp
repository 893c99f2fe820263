#pragma once

#include <cstdint>

#include "exporters/swat3/target_skeleton.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/rest_positions.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// Which corners of a vertex share a normal, hence a smoothing list.
enum class Smooth : std::uint8_t {
    Normals,  ///< those whose normals are alike
    One,      ///< all
};

/// What a file's numbers mean, as conventions of a lifted model say (scene.extras "gsm" "conventions") or the
/// template shows.
struct GsmStyle {
    swat3::Space space = swat3::Space::Model;
    swat3::Space grips = swat3::Space::Bone;
    bool isClockwise = false;         ///< outward faces seen from outside
    bool transparencyIsClear = true;  ///< a material's 1 is clear
    bool hasMarker = false;
    bool countsBlendShorts = false;  ///< the blended stream's length is in shorts, not octets
    bool hasUnknownWithoutMaps = true;
};

struct GsmRequest {
    const TargetSkeleton& skeleton;
    GsmStyle style{};
    FileSpace space{1.0};
    const swat3::GsmFile* base =
        nullptr;  ///< what glTF does not say: materials, textures, grips; may be null
    const swat3::GsmFile* hitSource =
        nullptr;  ///< where hit zones come from for vertices without; may be null
    Smooth smooth = Smooth::Normals;
    bool strict = false;  ///< vertices without a hit zone are an error
};

/// The file model of an edited or foreign scene: geometry, materials, textures, grips and grippers rebuilt,
/// ready for encodeGsm. Every mesh instance that is to be rendered is in it. What the format cannot hold is
/// an issue each; what it has no numbers for (16 bits) is an Input error with the number and the limit.
[[nodiscard]] Result<swat3::GsmFile> buildGsm(const Scene& scene, const GsmRequest& request,
                                              Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_writer
