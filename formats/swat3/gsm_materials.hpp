#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/swat3/gsm_mesh.hpp"
#include "formats/swat3/gsm_options.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/conversion/texture_finder.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3 {

inline constexpr IssueKind kMaterialNotFinite{
    "swat3.material-not-finite", Severity::Warning,
    "a material holds NaN or infinity, which were replaced by what changes nothing"};

/// Name of a map slot of 3ds Max's standard material: "diffuse"; "slot12" for unknown slots.
[[nodiscard]] std::string mapSlotName(std::uint16_t slot);

/// Special use of a material in the game, told by its name: "muzzle", "flashlight", "magazine", "face"; empty
/// for others.
[[nodiscard]] std::string_view specialUse(std::string_view materialName);

/// Returns the index of each group's material: of the first one with the id that the group refers to, else of
/// the one at that index. Nothing where there is neither.
[[nodiscard]] std::vector<std::optional<std::size_t>> findGroupMaterials(const GsmFile& file);

/// Adds all materials of the file, used or not, in file order, as closely as metallic-roughness allows
/// (README, Materials). Keeps all stored values in their extras. Returns the material of each group
/// (findGroupMaterials).
[[nodiscard]] GroupMaterials addMaterials(const GsmFile& file, const GsmConventions& conventions,
                                          std::string_view map9, FileSource& companions, Scene& scene,
                                          Diagnostics& diagnostics);

}  // namespace rigkiln::swat3
