#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/plan/source_file.hpp"

namespace rigkiln {

inline constexpr IssueKind kClipWithoutModel{
    "plan.clip-without-model", Severity::Information,
    "no model in the folder of a clip fits its name; it stands alone with the skeleton it names"};
inline constexpr IssueKind kClipFitsNoModel{
    "plan.clip-fits-no-model", Severity::Warning,
    "a clip moves joints that the models its name fits do not have; it stands alone with the skeleton it "
    "names"};
inline constexpr IssueKind kClipFitsShorterName{"plan.clip-fits-shorter-name", Severity::Warning,
                                                "a clip moves joints that the model its name fits best does "
                                                "not have; it went to one with a shorter name"};

inline constexpr IssueKind kClipBoundByNames{
    "plan.clip-bound-by-names", Severity::Information,
    "no model in the folder of a clip fits its name; it went to the model that has most of its joints"};

inline constexpr IssueKind kClipOfNoClass{
    "plan.clip-of-no-class", Severity::Information,
    "no model has as many joints as a clip; it stands alone with the skeleton it names"};

/// Returns for each clip the models that it may belong to by file names, best first: models in the same
/// folder whose name, ignoring case, followed by an underscore starts the clip's name; longer names are
/// better. Of models whose names differ only in case, the one with the smallest path counts. The list is
/// empty for formats that do not pair by names.
///
/// Takes time proportional to the number of files.
[[nodiscard]] std::vector<std::vector<std::size_t>> candidateModels(std::span<const SourceFile> models,
                                                                    std::span<const SourceFile> clips);

/// Facts about a file from its probe; empty when the probe failed or was not needed. Such a file counts as
/// fitting, and fails when it is read.
using ProbeResult = std::optional<Probe>;

/// Returns the first candidate (best first) that has all joints that the clip moves; nothing when there is
/// none. Reports candidates that do not fit. Precondition: one probe per model.
[[nodiscard]] std::optional<std::size_t> chooseModel(const SourceFile& clip, const ProbeResult& clipProbe,
                                                     std::span<const std::size_t> candidates,
                                                     std::span<const SourceFile> models,
                                                     std::span<const ProbeResult> modelProbes,
                                                     Diagnostics& diagnostics);

/// Returns true when files of the format pair by their names first.
[[nodiscard]] bool pairsByStem(ClipPairing pairing);

/// Index of models by joint names, for clips whose file names match no model.
class ModelJoints {
public:
    /// Share of a clip's joints that a model must have.
    static constexpr double kLeastShare = 0.5;

    /// Precondition: one probe per model. Keeps references to both arguments, which must outlive it.
    ModelJoints(std::span<const SourceFile> models, std::span<const ProbeResult> modelProbes);

    /// Returns the model of the clip's family that has most of the clip's joints; of equal ones the model
    /// with the fewest joints, then the one in the nearest folder, then the first. Returns nothing when no
    /// model has half of the joints. Reports the model that it finds. Takes time proportional to the number
    /// of joints with these names in all models.
    [[nodiscard]] std::optional<std::size_t> modelFor(const SourceFile& clip, const ProbeResult& clipProbe,
                                                      Diagnostics& diagnostics) const;

private:
    std::span<const SourceFile> models_;
    std::span<const ProbeResult> probes_;
    std::map<std::pair<std::string_view, std::string_view>, std::vector<std::size_t>>
        byJoint_;  ///< family, name
};

/// Index of models by family and number of joints, for clips that serve a whole class of models. A clip
/// serves the models below the nearest folder above it that has any of its class. So one folder of clips
/// serves all models of a game, but not those of another game in the same tree.
class ModelClasses {
public:
    /// Precondition: one probe per model. Models without a result belong to no class. Keeps references to the
    /// models, which must outlive it.
    ModelClasses(std::span<const SourceFile> models, std::span<const ProbeResult> modelProbes);

    /// Returns the models that the clip serves, in their order. Reports when there is none. Takes time
    /// proportional to the depth of folders.
    [[nodiscard]] std::vector<std::size_t> modelsFor(const SourceFile& clip, const ProbeResult& clipProbe,
                                                     Diagnostics& diagnostics) const;

private:
    /// Family, number of joints, folder with trailing slash.
    using Key = std::tuple<std::string_view, std::size_t, std::string_view>;
    std::map<Key, std::vector<std::size_t>> models_;
};

}  // namespace rigkiln
