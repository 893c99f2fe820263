#include "pipeline/run/group_maker.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "pipeline/base/stopwatch.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/files/scratch_file.hpp"
#include "pipeline/reading/reduce_scene.hpp"
#include "pipeline/run/export_scene.hpp"
#include "pipeline/run/failure_policy.hpp"
#include "pipeline/run/keep_smaller.hpp"
#include "pipeline/run/run_memory.hpp"
#include "pipeline/run/unit_results.hpp"

namespace rigkiln {
namespace {

std::size_t imageBytes(const Scene& scene) {
    std::size_t bytes = 0;
    for (const Texture& texture : scene.textures)
        bytes += texture.encoded.size();
    return bytes;
}

/// Bytes of the files of an output that no other output shares.
std::size_t ownBytes(const OutputSet& outputs) {
    std::size_t bytes = 0;
    for (const OutputFile& file : outputs) {
        if (!file.isShared) bytes += file.sizeBytes();
    }
    return bytes;
}

/// Gives the report of a unit what is known of its scene.
void addScene(const MadeScene& scene, UnitReport& report) {
    report.counts = scene.counts;
    report.reductions = scene.reductions;
    if (!scene.textureSearch.missing.empty()) report.textureSearch = scene.textureSearch;
    auto failure = scene.clipFailures.begin();
    for (InputReport& input : report.inputs) {
        if (input.role != InputRole::Clip) continue;
        if (*failure) {
            input.status = InputStatus::Failed;
            input.error = *failure;
        }
        ++failure;
    }
}

}  // namespace

GroupMaker::GroupMaker(const Parts& parts, const ForEach& forEach)
    : parts_(parts),
      reader_(parts.registries, parts.files, forEach),
      libraries_(parts.registries, reader_, parts.disk),
      imagesInOutputs_(parts.imageBytes) {}

RecipeBytes GroupMaker::read(const UnitGroup& group) const {
    return reader_.readBytes(parts_.plan.units.recipe(group.front()));
}

MadeUnit GroupMaker::unread(std::size_t unit, const RecipeBytes& bytes) const {
    MadeUnit made{.report = openReport(parts_.plan.units, unit), .looks = bytes.looks};
    fail(made.report, inFile(parts_.plan.units.mainPath(unit).text(), *bytes.failure), FailurePhase::Reading);
    return made;
}

std::vector<std::optional<FoundLibrary>> GroupMaker::findLibraries(const GroupOrder& order,
                                                                   const RecipeBytes& bytes) {
    std::vector<std::optional<FoundLibrary>> libraries(order.members.size());
    for (std::size_t i = 0; i < libraries.size(); ++i) {
        const Recipe recipe = parts_.plan.units.recipe(order.group[order.members[i]]);
        const auto& files = parts_.exportFiles.of(*recipe.exporting).content;
        if (files && !bytes.failure) libraries[i] = libraries_.find(recipe, bytes, *files, order.room);
    }
    return libraries;
}

GroupMaker::ImageLease GroupMaker::convert(const GroupOrder& order, RecipeBytes bytes, const TakeMade& take) {
    const UnitGroup& group = order.group;
    const Recipe first = parts_.plan.units.recipe(group.front());
    const std::size_t bytesRead = bytes.sizeBytes;
    Stopwatch stopwatch;
    // Before the scene is made, which frees the bytes: so no two scenes are in memory.
    const std::vector<std::optional<FoundLibrary>> libraries = findLibraries(order, bytes);
    MadeScene scene = reader_.makeScene(
        first, std::move(bytes),
        std::make_shared<ScratchFile>(first.exporting->outputRoot, order.room, parts_.disk));
    passOnRefusal();  // a clip would be missing
    // Cannot deadlock: a waiter holds no lease of this budget, and holders only export and write.
    ImageLease images = imagesInOutputs_.take(imageBytes(scene.scene) * (group.size() + 1));
    for (std::size_t i = 0; i < order.members.size(); ++i) {
        const std::size_t member = order.members[i];
        const Recipe recipe = member == 0 ? first : parts_.plan.units.recipe(group[member]);
        MadeUnit made = convertUnit({.order = order,
                                     .recipe = recipe,
                                     .scene = scene,
                                     .library = libraries[i] ? &*libraries[i] : nullptr,
                                     .bytesRead = bytesRead,
                                     .isLast = member == order.members.back()},
                                    group[member]);
        made.report.times.convertMilliseconds = std::exchange(stopwatch, Stopwatch()).milliseconds();
        take(member, std::move(made));
    }
    return images;
}

MadeUnit GroupMaker::convertUnit(const Converting& converting, std::size_t unit) {
    const UnitTable& units = parts_.plan.units;
    MadeUnit made{.report = openReport(units, unit)};
    addScene(converting.scene, made.report);
    Diagnostics diagnostics = units.diagnostics(unit);
    diagnostics.append(converting.scene.diagnostics);
    const auto& [files, fileLooks] = parts_.exportFiles.of(*converting.recipe.exporting);
    Journal journal;
    journal.addAll(converting.scene.looks);
    journal.addAll(fileLooks);
    if (converting.library != nullptr) journal.addAll(converting.library->looks);
    made.looks = journal.looks();
    if (converting.scene.failure) {
        fail(made.report, *converting.scene.failure, FailurePhase::Converting);
    } else if (!files) {
        fail(made.report, files.error(), FailurePhase::Reading);
    } else {
        exportUnit(converting, unit, diagnostics, made);
    }
    addIssues(made.report, diagnostics);
    return made;
}

void GroupMaker::exportUnit(const Converting& converting, std::size_t unit, Diagnostics& diagnostics,
                            MadeUnit& made) {
    const auto& [order, recipe, scene, library, bytesRead, isLast] = converting;
    WriteFigures figures;
    ScratchFile scratch(recipe.exporting->outputRoot, order.room, parts_.disk);
    auto outputs = exportScene({.scene = scene.scene,
                                .recipe = recipe,
                                .registries = parts_.registries,
                                .files = *parts_.exportFiles.of(*recipe.exporting).content,
                                .isLast = isLast,
                                .scratch = &scratch,
                                .library = library != nullptr ? &library->library : nullptr},
                               figures, diagnostics);
    if (outputs) made.outputs = std::move(*outputs);
    const bool wasMadeTwice =
        outputs && keepAllKeysIfSmaller(recipe, unit, order.room, {made, figures, diagnostics});
    passOnRefusal();
    made.peakBytes = bytesTaken({.sourceBytes = bytesRead,
                                 .counts = scene.counts,
                                 .reductions = scene.reductions,
                                 .outputBytes = ownBytes(made.outputs),
                                 .wasMadeTwice = wasMadeTwice});
    // Less than the sum is not trusted: parts of the unit may have been in the scratch file. What several
    // members held is not known of each.
    if (const auto measured = order.memory == nullptr ? std::nullopt : order.memory->measuredBytes();
        measured && order.group.size() == 1)
        made.peakBytes = std::max(made.peakBytes, *measured);
    made.report.positionError = figures.positionError;
    const auto policy = policyProblem(diagnostics, parts_.failOn, recipe.mainFile().path);
    if (!outputs) {
        fail(made.report, outputs.error(), FailurePhase::Exporting);
    } else if (policy) {
        made.outputs.clear();
        fail(made.report, *policy, FailurePhase::Exporting);
    }
}

bool GroupMaker::keepAllKeysIfSmaller(const Recipe& recipe, std::size_t unit, std::size_t room,
                                      const Exported& exported) {
    std::vector<ClipReductionReport>& reductions = exported.made.report.reductions;
    if (!mayHaveGrown(reductions, recipe)) return false;
    const TraceSpan span("step", "convert again with all keys");
    const UnitToShrink again{.reader = reader_,
                             .recipe = recipe,
                             .registries = parts_.registries,
                             .files = *parts_.exportFiles.of(*recipe.exporting).content,
                             .room = room,
                             .libraries = libraries_,
                             .disk = parts_.disk};
    Diagnostics planned = parts_.plan.units.diagnostics(unit);
    if (!keepSmaller(again, exported.made.outputs, exported.figures, planned)) return true;
    exported.diagnostics = std::move(planned);
    for (ClipReductionReport& clip : reductions)
        clip = withAllKeys(std::move(clip));
    return true;
}

}  // namespace rigkiln
