#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "exporters/swat3/target_skeleton.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/rest_positions.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_export {

/// Which corners of a vertex share a normal, hence a smoothing list.
enum class Smooth : std::uint8_t {
    Normals,  ///< those whose normals are alike
    One,      ///< all
};

/// How a file stores its numbers, by the conventions of a lifted model (scene.extras "gsm" "conventions") or
/// by the template.
struct GsmStyle {
    swat3::Space space = swat3::Space::Model;
    swat3::Space grips = swat3::Space::Bone;
    bool isClockwise = false;         ///< outward faces are clockwise seen from outside
    bool transparencyIsClear = true;  ///< a material's transparency of 1 is clear, not opaque
    bool hasMarker = false;
    bool countsBlendShorts = false;  ///< the blended stream's length is in shorts, not octets
    bool hasUnknownWithoutMaps = true;
};

struct GsmRequest {
    const TargetSkeleton& skeleton;
    GsmStyle style{};
    FileSpace space{UpAxis::ZUp, 1.0};
    const swat3::GsmFile* base =
        nullptr;  ///< what glTF does not say: materials, textures, grips; may be null
    const swat3::GsmFile* hitSource =
        nullptr;  ///< where hit zones come from for vertices without; may be null
    Smooth smooth = Smooth::Normals;
    bool strict = false;  ///< vertices without a hit zone are an error
};

/// Builds the file model of an edited or foreign scene, ready for encodeGsm: geometry, materials, textures,
/// grips and grippers are rebuilt. Every mesh instance that is to be rendered is in it. Everything that the
/// format cannot hold is reported as an issue. A table with more entries than sixteen bits can number is an
/// Input error with the number and the limit.
[[nodiscard]] Result<swat3::GsmFile> buildGsm(const Scene& scene, const GsmRequest& request,
                                              Diagnostics& diagnostics);

/// Sets the stored length of the blends. Fails when it does not fit into sixteen bits.
[[nodiscard]] std::optional<Error> setBlendLength(swat3::GsmFile& file, bool countsShorts);

/// Sets how many of the two zeros behind a texture's name its length counts: "0", "1", "2", or "auto", which
/// changes nothing.
void countNuls(std::string_view asked, swat3::GsmFile& file);

}  // namespace rigkiln::swat3_export
