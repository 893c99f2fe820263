#pragma once

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/base/scratch.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/recipe/recipe.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

struct ExportSceneRequest {
    Scene& scene;
    const Recipe& recipe;  ///< its export and output
    const Registries& registries;
    const OptionFiles& files;    ///< files named by the options of the export
    bool isLast = true;          ///< the scene is not used afterwards: clips are freed once they are written
    Scratch* scratch = nullptr;  ///< see WriteRequest
    const SharedLibrary* library = nullptr;  ///< likewise
};

/// Exports the scene as the recipe asks. Errors start with the path of the recipe's main file. Fails with
/// kind Configuration when this program does not have the exporter in the revision of the recipe.
[[nodiscard]] Result<OutputSet> exportScene(const ExportSceneRequest& request, WriteFigures& figures,
                                            Diagnostics& diagnostics);

}  // namespace rigkiln
