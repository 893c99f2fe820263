#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/run/unit_companions.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

inline constexpr IssueKind kClipFailed{"convert.clip-failed", Severity::Error,
                                       "a clip could not be converted and is missing from the output"};

/// Content of a file, or why it could not be read.
using SourceBytes = Result<SharedBytes>;

/// Source bytes of one part of a unit.
struct PartBytes {
    std::optional<SourceBytes> model{};  ///< set if the part has a model
    std::vector<SourceBytes> clips{};    ///< one per clip of the part
};

struct MakeSceneRequest {
    const PlannedUnit& unit;         ///< sources and their processing; of its export only packsKeys()
    std::vector<PartBytes> parts{};  ///< one per part of the unit
    UnitCompanions& companions;
    std::shared_ptr<Scratch> scratch{};  ///< storage for clips; null: they stay in memory
};

struct MadeScene {
    std::optional<Error> failure{};  ///< set: there is no scene
    Scene scene{};                   ///< canonical and validated, ready for exporters
    Diagnostics diagnostics{};
    AssetCounts counts{};
    std::vector<ClipReductionReport> reductions{};     ///< clips whose keys were to be reduced
    std::vector<std::optional<Error>> clipFailures{};  ///< one per clip of all parts; set if the clip failed
};

/// Converts bytes to a scene; reads no files except companions. Reads the model and its clips, binds, makes
/// canonical, merges several parts, resamples, validates and reduces. Clips and parts are processed in
/// parallel when called inside oneTBB. A clip that fails is left out, with an issue and an entry in
/// clipFailures. There is no scene when the model fails, or the clip that stands alone, or any of several
/// parts. Frees the bytes of the request as soon as possible.
[[nodiscard]] MadeScene makeScene(MakeSceneRequest request);

struct ExportSceneRequest {
    Scene& scene;
    const PlannedUnit& unit;
    const OptionFiles& files;    ///< files named by the options of the export
    bool isLast = true;          ///< the scene is not used afterwards: clips are freed once they are written
    Scratch* scratch = nullptr;  ///< see WriteRequest
};

/// Exports the scene as the unit asks. Errors start with the path of the unit's main source.
[[nodiscard]] Result<OutputSet> exportScene(const ExportSceneRequest& request, WriteFigures& figures,
                                            Diagnostics& diagnostics);

[[nodiscard]] AssetCounts countAsset(const Scene& scene);

}  // namespace rigkiln
