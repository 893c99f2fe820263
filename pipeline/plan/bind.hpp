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

inline constexpr IssueKind kDamagedBeside{
    "plan.damaged-beside", Severity::Warning,
    "a damaged file is named after a model and was not read; clips of the model that it holds are missing "
    "from the output"};

/// Models that each clip may belong to, as positions in the list of models.
class Candidates {
public:
    void addClip() { ends_.push_back(rowNumber(models_.size())); }
    /// Adds a candidate for the last clip.
    void addModel(std::size_t model) {
        models_.push_back(static_cast<std::uint32_t>(model));
        ends_.back() = rowNumber(models_.size());
    }
    /// Returns those of a clip, best first.
    [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t clip) const {
        const std::size_t begin = clip == 0 ? 0 : ends_[clip - 1];
        return std::span(models_).subspan(begin, ends_[clip] - begin);
    }
    [[nodiscard]] std::size_t size() const { return ends_.size(); }

private:
    PagedRows<std::uint32_t> ends_;    ///< by clip
    PagedRows<std::uint32_t> models_;  ///< of all clips
};

/// Files of one role, as rows of the table of files.
using FileNumbers = std::span<const FileTable::Index>;

/// Returns for each clip the models that it may belong to by file names, best first: models in the same
/// folder whose name, ignoring case, followed by an underscore starts the clip's name; longer names are
/// better. Of models whose names differ only in case, the one with the smallest path counts. There are none
/// for formats that do not pair by names, except for clips without content: only their name is left.
///
/// Takes n log n time and 16 bytes for each model.
[[nodiscard]] Candidates candidateModels(const FileTable& files, FileNumbers models, FileNumbers clips);

/// Facts about a file from its probe; empty when the probe failed or was not needed. Such a file counts as
/// fitting, and fails when it is read.
using ProbeResult = std::optional<Probe>;

/// Results by position in a list of files; none at all when no file was probed.
using ProbeResults = std::span<const ProbeResult>;

/// Models that may get clips.
struct ProbedModels {
    const FileTable& files;
    FileNumbers models;
    ProbeResults probes;

    /// Returns null when there is no result.
    [[nodiscard]] const Probe* probe(std::size_t model) const {
        return probes.empty() || !probes[model] ? nullptr : &*probes[model];
    }
    [[nodiscard]] std::string_view name(std::size_t model) const { return files.assetName(models[model]); }
    [[nodiscard]] std::string_view family(std::size_t model) const {
        return files.format(models[model]).family;
    }
};

/// A clip that looks for models.
struct ProbedClip {
    FileTable::Index file = 0;
    const Probe* probe = nullptr;  ///< null when there is no result
};

/// Returns the first candidate (best first) that has all joints that the clip moves; nothing when there is
/// none. Reports candidates that do not fit.
[[nodiscard]] std::optional<std::size_t> chooseModel(const ProbedClip& clip,
                                                     std::span<const std::uint32_t> candidates,
                                                     const ProbedModels& models, Diagnostics& diagnostics);

/// Returns true when files of the format pair by their names first.
[[nodiscard]] bool pairsByStem(ClipPairing pairing);

/// Index of models by joint names, for clips whose file names match no model.
class ModelJoints {
public:
    /// Share of a clip's joints that a model must have.
    static constexpr double kLeastShare = 0.5;

    /// Keeps views of the models, which must outlive it.
    explicit ModelJoints(const ProbedModels& models);

    /// Returns the model of the clip's family that has most of the clip's joints; of equal ones the model
    /// with the fewest joints, then the one in the nearest folder, then the first. Returns nothing when no
    /// model has half of the joints. Reports the model that it finds. Takes time proportional to the number
    /// of joints with these names in all models.
    [[nodiscard]] std::optional<std::size_t> modelFor(const ProbedClip& clip, Diagnostics& diagnostics) const;

private:
    ProbedModels models_;
    std::map<std::pair<std::string_view, std::string_view>, std::vector<std::size_t>>
        byJoint_;  ///< family, name
};

/// Index of models by family and number of joints, for clips that serve a whole class of models. A clip
/// serves the models below the nearest folder above it that has any of its class. So one folder of clips
/// serves all models of a game, but not those of another game in the same tree.
class ModelClasses {
public:
    /// Models without a probe belong to no class. Keeps views of the models, which must outlive it.
    explicit ModelClasses(const ProbedModels& models);

    /// Returns the models that the clip serves, in their order. Reports when there is none. Takes time
    /// proportional to the depth of folders.
    [[nodiscard]] std::vector<std::size_t> modelsFor(const ProbedClip& clip, Diagnostics& diagnostics) const;

private:
    /// Family, number of joints, folder.
    using Key = std::tuple<std::string_view, std::size_t, std::string_view>;
    const FileTable& files_;
    std::map<Key, std::vector<std::size_t>> models_;
};

}  // namespace rigkiln
