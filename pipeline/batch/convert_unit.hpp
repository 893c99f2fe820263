#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/batch/plan.hpp"
#include "pipeline/batch/unit_companions.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

inline constexpr IssueKind kClipFailed{"convert.clip-failed", Severity::Error,
                                       "a clip could not be converted and is missing from the output"};

/// A file in memory, or why it is not.
using SourceBytes = Result<SharedBytes>;

/// Of one part of a unit.
struct PartBytes {
    std::optional<SourceBytes> model{};  ///< as the part has one
    std::vector<SourceBytes> clips{};    ///< one per clip of the part
};

struct MakeSceneRequest {
    const PlannedUnit& unit;         ///< its sources and what is done to them; not its export
    std::vector<PartBytes> parts{};  ///< one per part of the unit
    UnitCompanions& companions;
    std::shared_ptr<Scratch> scratch{};  ///< for clips; null: they stay in memory
};

struct MadeScene {
    std::optional<Error> failure{};  ///< set: no scene
    Scene scene{};                   ///< canonical and checked: what exporters take
    Diagnostics diagnostics{};
    AssetCounts counts{};
    std::vector<ClipReductionReport> reductions{};     ///< of clips whose keys were to be reduced
    std::vector<std::optional<Error>> clipFailures{};  ///< one per clip of all parts: what is wrong with it
};

/// Bytes to a scene; nothing is read but companions. Reads the model and its clips, binds, makes canonical,
/// merges several parts, resamples and checks; clips and parts each in parallel when called inside oneTBB. A
/// clip that fails is left out, told as an issue and in clipFailures; without the model, or without the clip
/// that stands alone, there is no scene, and neither is there without any of several parts. The bytes of the
/// request are freed on the way.
[[nodiscard]] MadeScene makeScene(MakeSceneRequest request);

struct ExportSceneRequest {
    Scene& scene;
    const PlannedUnit& unit;
    const OptionFiles& files;    ///< those the options of the export name
    bool isLast = true;          ///< nobody uses the scene afterwards: clips are freed as they are written
    Scratch* scratch = nullptr;  ///< as WriteRequest has it
};

/// The scene as the unit's export writes it. Fails with the path of the unit's main source in front.
[[nodiscard]] Result<OutputSet> exportScene(const ExportSceneRequest& request, WriteFigures& figures,
                                            Diagnostics& diagnostics);

[[nodiscard]] AssetCounts countAsset(const Scene& scene);

}  // namespace rigkiln
