#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "formats/swat3/gsm_mesh.hpp"
#include "formats/swat3/gsm_options.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/conversion/texture_finder.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3 {

inline constexpr IssueKind kMaterialNotFinite{
    "swat3.material-not-finite", Severity::Warning,
    "a material holds NaN or infinity, which were replaced by what changes nothing"};

/// What a map slot of 3ds Max's standard material is for: "diffuse"; "slot12" for those it has not.
[[nodiscard]] std::string mapSlotName(std::uint16_t slot);

/// What the game does with the faces of a material by its name: "muzzle", "flashlight", "magazine", "face";
/// empty for others.
[[nodiscard]] std::string_view specialUse(std::string_view materialName);

/// Adds all materials of the file, used or not, in its order, as close as metallic-roughness allows (README,
/// Materials); everything stored is in their extras. Returns the material of each group: the one with the id
/// it names, else the one at that place.
[[nodiscard]] GroupMaterials addMaterials(const GsmFile& file, const GsmConventions& conventions,
                                          std::string_view map9, FileSource& companions, Scene& scene,
                                          Diagnostics& diagnostics);

}  // namespace rigkiln::swat3
