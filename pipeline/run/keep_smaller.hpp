#pragma once

#include <cstddef>
#include <span>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/reading/asset_reader.hpp"
#include "pipeline/recipe/recipe.hpp"
#include "pipeline/report/asset_figures.hpp"
#include "pipeline/run/shared_libraries.hpp"

/// Reduced keys must not make an output larger. The reduction chooses by the bytes of tracks. What an output
/// has beside them is known only once it is written: the JSON of an accessor for each array of key times, the
/// marks of reduced clips, arrays that several clips share, packed streams. So a unit whose keys were reduced
/// is converted again with all keys, and the smaller output is taken. That takes a small part of the time
/// that the search for keys takes.
namespace rigkiln {

/// Whether the output may be larger than with all keys. Not when splines were to become lines: that is wanted
/// even where it takes more bytes.
[[nodiscard]] bool mayHaveGrown(std::span<const ClipReductionReport> reductions, const Recipe& recipe);

/// The recipe without its steps that reduce keys.
[[nodiscard]] Recipe withoutReduction(Recipe recipe);

/// A unit whose output may be smaller with all keys. All members must outlive the call of keepSmaller.
struct UnitToShrink {
    const AssetReader& reader;
    const Recipe& recipe;
    const Registries& registries;
    const OptionFiles& files;  ///< see ExportSceneRequest
    std::size_t room = 0;      ///< bytes of clips, and of each output, that may stay in memory
    SharedLibraries& libraries;
    Disk& disk;
};

/// Converts the unit again without its reduction. When the result is smaller, replaces the outputs and their
/// figures by it, adds its issues to `diagnostics`, and returns true. Otherwise changes nothing.
[[nodiscard]] bool keepSmaller(const UnitToShrink& unit, OutputSet& outputs, WriteFigures& figures,
                               Diagnostics& diagnostics);

}  // namespace rigkiln
