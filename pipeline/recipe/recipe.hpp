#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pipeline/base/shared_value.hpp"
#include "pipeline/conversion/container_module.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/image_recipe.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/conversion/read_limits.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/process/align_clips.hpp"
#include "pipeline/process/extract_root_motion.hpp"
#include "pipeline/process/fit_height.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/reduction/reduction_settings.hpp"

namespace rigkiln {

/// A piece of code that determines output bytes: a format, an exporter, an image format or a step. Its
/// revision is raised when the same input gives other output.
struct CodeRevision {
    std::string id{};
    std::uint32_t revision = 1;

    bool operator==(const CodeRevision&) const = default;
};

/// Samples every track at a fixed rate. Source rate and adaptive rate leave the keys as they are.
struct ResampleStep {
    double rate = kSourceRate;  ///< frames per second, kSourceRate or kAdaptiveRate
    bool operator==(const ResampleStep&) const = default;
};

/// Removes keys within an error bound. A step of a file applies to the clips of that file, after they are
/// bound and all other steps are done.
struct ReduceStep {
    ReductionSettings settings{};
    bool operator==(const ReduceStep&) const = default;
};

/// Converts the source's axes and units to those of glTF.
struct CoordinatesStep {
    double metresPerUnit = 1.0;
    bool operator==(const CoordinatesStep&) const = default;
};

/// Scales the model to a height.
struct HeightStep {
    HeightOptions options{};
    bool operator==(const HeightStep&) const = default;
};

/// Moves the model onto the ground.
struct GroundStep {
    bool operator==(const GroundStep&) const = default;
};

/// Removes meshes that are not part of the default picture.
struct SelectStep {
    SelectOptions keep{};
    bool operator==(const SelectStep&) const = default;
};

/// Places the scenes of all parts beside each other in one scene.
struct MergeStep {
    std::string name{};  ///< of the merged scene
    bool operator==(const MergeStep&) const = default;
};

/// Makes the rigid parts of the scene one skin.
struct RigidSkinStep {
    RigidSkinOptions options{};
    bool operator==(const RigidSkinStep&) const = default;
};

/// Moves all keys to whole frames.
struct AlignStep {
    double framesPerSecond = 24.0;
    bool operator==(const AlignStep&) const = default;
};

/// Moves the travel of models to their root joints, or takes it away.
struct RootMotionStep {
    RootMotionOptions options{};
    bool operator==(const RootMotionStep&) const = default;
};

/// Makes the rest pose of humanoids a T-pose.
struct TPoseStep {
    bool operator==(const TPoseStep&) const = default;
};

/// Hides at rest what every clip hides.
struct RestVisibilityStep {
    bool operator==(const RestVisibilityStep&) const = default;
};

/// Lets the model share the library of clips of another one, where both have equal skeletons and clips.
struct LibraryStep {
    std::string file{};  ///< path of the library, relative to the folder of the main file
    bool operator==(const LibraryStep&) const = default;
};

using Step =
    std::variant<ResampleStep, ReduceStep, CoordinatesStep, SelectStep, MergeStep, RigidSkinStep, AlignStep,
                 RootMotionStep, HeightStep, GroundStep, TPoseStep, RestVisibilityStep, LibraryStep>;

/// How one file is read.
struct FileSettings {
    CodeRevision format{};
    OptionValues options{};     ///< of the format, complete
    std::vector<Step> steps{};  ///< in order; resample and reduce only

    bool operator==(const FileSettings&) const = default;
};

/// One file to read.
struct FileRecipe {
    std::string path{};  ///< absolute; the exact bytes of the file system; may lead into an archive
    std::string name{};  ///< name of the model or clip in the scene
    SharedValue<FileSettings> settings{};

    bool operator==(const FileRecipe&) const = default;
};

/// The files of one scene. Its steps are coordinates, height, ground and select. Law: a model with any number
/// of clips, or no model and exactly one clip.
struct Part {
    std::optional<FileRecipe> model{};
    std::vector<FileRecipe> clips{};
    SharedValue<std::vector<Step>> steps{};  ///< in order, after binding

    /// Returns the model, or the clip that stands alone.
    [[nodiscard]] const FileRecipe& mainFile() const { return model ? *model : clips.front(); }

    bool operator==(const Part&) const = default;
};

/// Settings for everything a unit reads.
struct ReadSettings {
    ContainerLimits archives{};
    ReadLimits limits{};
    TextureSettings textures{};
    std::vector<std::string> textureRoots{};  ///< absolute; searched in this order
    /// Code besides formats and exporters: steps and image formats; sorted by id.
    std::vector<CodeRevision> code{};

    bool operator==(const ReadSettings&) const = default;
};

/// How a scene is written.
struct ExportSettings {
    CodeRevision exporter{};
    OptionValues options{};    ///< of the exporter, complete; without `to` and `path`
    std::string outputRoot{};  ///< absolute folder that the outputs may not leave
    /// WriteRequest::clipFiles. Law: isClipFilePattern.
    std::string clipFiles{kClipBesideMain};

    bool operator==(const ExportSettings&) const = default;
};

/// Everything that determines the output of one unit, except the content of files: a value without pointers
/// to settings or modules. Two spellings of one configuration give equal recipes; a changed option, default
/// or revision gives another recipe.
struct Recipe {
    std::vector<Part> parts{};  ///< never empty
    /// In order, for the whole scene: merge if there are several parts, and then only there; rest-visibility;
    /// rigid-skin; root-motion; t-pose; resample; align; reduce; library. With library there are two parts,
    /// of which the second has the model with the library and no clips. It is not in the scene.
    SharedValue<std::vector<Step>> steps{};
    SharedValue<ReadSettings> reading{};
    SharedValue<ExportSettings> exporting{};
    std::string output{};  ///< absolute path of the main file, below exporting->outputRoot

    /// Returns the model of the first part, or its clip.
    [[nodiscard]] const FileRecipe& mainFile() const { return parts.front().mainFile(); }
    /// Returns all files of all parts, the model of each before its clips. Valid until the recipe changes.
    [[nodiscard]] std::vector<const FileRecipe*> files() const;

    bool operator==(const Recipe&) const = default;
};

/// Returns the step that lets the model share a library; null when there is none, and when the recipe does
/// not keep the law about it.
[[nodiscard]] const LibraryStep* libraryIn(const Recipe& recipe);

/// Returns how many parts of the recipe make the scene: all but that of the model with the library.
[[nodiscard]] std::size_t partsOfScene(const Recipe& recipe);

/// Returns the recipe of the scene that the library is made of: that of the model with the library, with the
/// clips and steps of this recipe. Its output is this one's. Precondition: libraryIn(recipe).
[[nodiscard]] Recipe recipeOfLibrary(const Recipe& recipe);

/// Returns the addresses of everything that a recipe shares with others. Recipes that share equal rows differ
/// in paths, names and the output alone, as long as a plan keeps these settings. Empty for merged scenes,
/// whose steps each recipe has for itself.
[[nodiscard]] std::vector<const void*> sharedSettings(const Recipe& recipe);

/// Returns the revisions of all steps, sorted by id.
[[nodiscard]] std::vector<CodeRevision> stepRevisions();

/// Returns the revisions of all steps, containers and image formats, sorted by id: ReadSettings::code.
[[nodiscard]] std::vector<CodeRevision> codeRevisions(const Registries& registries);

/// Returns the id of a step, as in stepRevisions.
[[nodiscard]] std::string_view stepId(const Step& step);

/// Returns the settings of the last reduce step; null when there is none.
[[nodiscard]] const ReductionSettings* reductionIn(const std::vector<Step>& steps);

}  // namespace rigkiln
