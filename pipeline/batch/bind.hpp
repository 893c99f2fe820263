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
#include "pipeline/batch/plan.hpp"

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

/// Models a clip may belong to by the file names, best first: same folder, the clip's name is the model's and
/// an underscore and more, whatever the case; the longest name is the best. Empty for formats that do not
/// pair so. Of models whose names differ in case only, the one with the smallest path counts.
///
/// One list per clip. Takes time in proportion to the number of files.
[[nodiscard]] std::vector<std::vector<std::size_t>> candidateModels(std::span<const SourceFile> models,
                                                                    std::span<const SourceFile> clips);

/// What a probe said of a file; nothing when it failed or was not needed. The file then fails by itself when
/// it is read, and until then counts as fitting.
using ProbeResult = std::optional<Probe>;

/// Of the candidates (best first) the first that has all joints the clip moves; nothing when none has. What
/// did not fit is told. Precondition: one probe per model.
[[nodiscard]] std::optional<std::size_t> chooseModel(const SourceFile& clip, const ProbeResult& clipProbe,
                                                     std::span<const std::size_t> candidates,
                                                     std::span<const SourceFile> models,
                                                     std::span<const ProbeResult> modelProbes,
                                                     Diagnostics& diagnostics);

/// Whether files of the format pair by their names first.
[[nodiscard]] bool pairsByStem(ClipPairing pairing);

/// Models by the names of their joints, for clips whose file names fit none.
class ModelJoints {
public:
    /// The part of a clip's joints that a model has to have.
    static constexpr double kLeastShare = 0.5;

    /// Precondition: one probe per model. Refers to both, which must outlive it.
    ModelJoints(std::span<const SourceFile> models, std::span<const ProbeResult> modelProbes);

    /// The model of the clip's family that has most of the clip's joints and, of several, the fewest others,
    /// then the one in the nearest folder, then the first; nothing when none has half of them. Tells when it
    /// is found. Takes time in proportion to the joints of that name in all models.
    [[nodiscard]] std::optional<std::size_t> modelFor(const SourceFile& clip, const ProbeResult& clipProbe,
                                                      Diagnostics& diagnostics) const;

private:
    std::span<const SourceFile> models_;
    std::span<const ProbeResult> probes_;
    std::map<std::pair<std::string_view, std::string_view>, std::vector<std::size_t>>
        byJoint_;  ///< family, name
};

/// Models by family and number of joints, for clips that serve a whole class. A clip serves those below the
/// nearest folder above it that has any: a game's one folder of clips all its models, and the clips of one of
/// several games in a tree none of the others'.
class ModelClasses {
public:
    /// Precondition: one probe per model. Models without one are in no class. Refers to the models, which
    /// must outlive it.
    ModelClasses(std::span<const SourceFile> models, std::span<const ProbeResult> modelProbes);

    /// The models that the clip serves, in their order; tells when there is none. Takes time in proportion to
    /// the depth of folders.
    [[nodiscard]] std::vector<std::size_t> modelsFor(const SourceFile& clip, const ProbeResult& clipProbe,
                                                     Diagnostics& diagnostics) const;

private:
    /// Family, number of joints, folder with the slash behind it.
    using Key = std::tuple<std::string_view, std::size_t, std::string_view>;
    std::map<Key, std::vector<std::size_t>> models_;
};

}  // namespace rigkiln
