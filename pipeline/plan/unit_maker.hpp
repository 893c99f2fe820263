#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/shared_value.hpp"
#include "pipeline/plan/asset.hpp"
#include "pipeline/plan/unit_table.hpp"
#include "pipeline/recipe/recipe.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Turns the assets of one export job into units. Units made from equal settings share them.
class UnitMaker {
public:
    /// `outputRoot` is absolute. All arguments must outlive this.
    UnitMaker(const Settings& settings, const Registries& registries, const Job& exportJob,
              std::string outputRoot);

    /// Returns the unit that makes `output` from the asset, with the asset's issues and problem.
    [[nodiscard]] PlannedUnit make(Asset asset, std::string output);

private:
    using Steps = SharedValue<std::vector<Step>>;

    /// Settings of files that were decoded, resampled and reduced alike.
    struct KnownFile {
        const FormatModule* format;
        const DecodeSettings* decode;
        std::vector<double> rates;
        std::optional<ReductionSettings> reduction;
        SharedValue<FileSettings> settings;
    };

    [[nodiscard]] FileRecipe recipeOf(SourceFile& file);
    [[nodiscard]] const SharedValue<FileSettings>& settingsOf(const SourceFile& file);
    [[nodiscard]] Steps partSteps(const DecodeSettings& decode);
    [[nodiscard]] Steps unitSteps(const Asset& asset);
    [[nodiscard]] std::vector<Step> keySteps(const std::vector<double>& rates,
                                             const std::optional<ReductionSettings>& reduction) const;
    [[nodiscard]] Steps shared(std::vector<Step> steps);

    const Job& job_;
    bool packsKeys_ = false;  ///< the exporter stores rounded keys in packed streams
    SharedValue<ReadSettings> reading_;
    SharedValue<ExportSettings> exporting_;
    std::vector<KnownFile> knownFiles_;
    std::vector<Steps> knownSteps_;
};

/// Returns the settings for everything that units of these settings read.
[[nodiscard]] ReadSettings readSettings(const Settings& settings, const Registries& registries);

}  // namespace rigkiln
