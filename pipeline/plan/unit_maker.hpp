#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/shared_value.hpp"
#include "pipeline/plan/asset.hpp"
#include "pipeline/plan/unit_table.hpp"
#include "pipeline/recipe/recipe.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Names of outputs that the units of an export share.
struct OutputNames {
    std::string root{};                      ///< absolute folder that the outputs may not leave
    std::string clipFiles{kClipBesideMain};  ///< WriteRequest::clipFiles
};

/// Turns the assets of one export job into units. Units made from equal settings share them.
class UnitMaker {
public:
    /// All arguments but `names` must outlive this.
    UnitMaker(const SourceTables& tables, const Settings& settings, const Registries& registries,
              const Job& exportJob, OutputNames names);

    /// A library of clips beside the output of another model.
    struct Library {
        SourceFile owner;    ///< that model
        std::string file{};  ///< LibraryStep::file
    };

    /// Returns the unit that makes `output` from the asset, with the asset's issues and problem. `library` is
    /// the one that the asset may share; null: none.
    [[nodiscard]] UnitOfFiles make(const Asset& asset, std::string output, const Library* library = nullptr);

private:
    using Steps = SharedValue<std::vector<Step>>;

    [[nodiscard]] const SharedValue<FileSettings>& settingsOf(const SourceFile& source);
    [[nodiscard]] Steps partSteps(const DecodeSettings& decode);
    [[nodiscard]] Steps unitSteps(const Asset& asset, const Library* library);
    [[nodiscard]] std::vector<Step> keySteps(const KeySettings& keys) const;
    [[nodiscard]] Steps shared(std::vector<Step> steps);

    const SourceTables& tables_;
    const Job& job_;
    bool packsKeys_ = false;                    ///< the exporter stores rounded keys in packed streams
    bool hidesUnseen_ = false;                  ///< parts that every clip hides are hidden at rest
    std::optional<RigidSkinStep> rigidSkin_;    ///< none: the exporter takes parts as nodes
    std::optional<RootMotionStep> rootMotion_;  ///< none: clips travel as in the source
    bool makesTPose_ = false;                   ///< false: humanoids rest as in the source
    std::optional<AlignStep> align_;            ///< none: keys stay at their times
    SharedValue<ReadSettings> reading_;
    SharedValue<ExportSettings> exporting_;
    /// By format and SourceFile::settings; looked up only.
    std::map<std::pair<const FormatModule*, std::uint32_t>, SharedValue<FileSettings>> knownFiles_;
    std::vector<Steps> knownSteps_;
};

/// Returns the settings for everything that units of these settings read.
[[nodiscard]] ReadSettings readSettings(const Settings& settings, const Registries& registries);

}  // namespace rigkiln
