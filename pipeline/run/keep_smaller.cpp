#include "pipeline/run/keep_smaller.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pipeline/files/scratch_file.hpp"
#include "pipeline/reading/reduce_scene.hpp"
#include "pipeline/run/export_scene.hpp"

namespace rigkiln {
namespace {

std::vector<Step> withoutReduceSteps(const std::vector<Step>& steps) {
    std::vector<Step> rest;
    std::ranges::copy_if(steps, std::back_inserter(rest),
                         [](const Step& step) { return !std::holds_alternative<ReduceStep>(step); });
    return rest;
}

void dropReduction(FileRecipe& file) {
    FileSettings settings = *file.settings;
    settings.steps = withoutReduceSteps(settings.steps);
    file.settings = std::move(settings);
}

bool turnsSplinesIntoLines(const std::vector<Step>& steps) {
    return std::ranges::any_of(steps, [](const Step& step) {
        const auto* reduce = std::get_if<ReduceStep>(&step);
        return reduce != nullptr && reduce->settings.samplesCurves;
    });
}

bool turnsSplinesIntoLines(const Recipe& recipe) {
    const auto isInFile = [](const FileRecipe& file) { return turnsSplinesIntoLines(file.settings->steps); };
    return turnsSplinesIntoLines(*recipe.steps) || std::ranges::any_of(recipe.parts, [&](const Part& part) {
               return (part.model && isInFile(*part.model)) || std::ranges::any_of(part.clips, isInFile);
           });
}

/// Bytes of all files of an output.
std::size_t sizeOf(const OutputSet& files) {
    std::size_t bytes = 0;
    for (const OutputFile& file : files)
        bytes += file.sizeBytes();
    return bytes;
}

}  // namespace

bool mayHaveGrown(std::span<const ClipReductionReport> reductions, const Recipe& recipe) {
    return !reductions.empty() && !turnsSplinesIntoLines(recipe);
}

Recipe withoutReduction(Recipe recipe) {
    recipe.steps = withoutReduceSteps(*recipe.steps);
    for (Part& part : recipe.parts) {
        if (part.model) dropReduction(*part.model);
        for (FileRecipe& clip : part.clips)
            dropReduction(clip);
    }
    return recipe;
}

bool keepSmaller(const UnitToShrink& unit, OutputSet& outputs, WriteFigures& figures,
                 Diagnostics& diagnostics) {
    const Recipe plain = withoutReduction(unit.recipe);
    const std::string& root = plain.exporting->outputRoot;
    RecipeBytes bytes = unit.reader.readBytes(plain);
    const std::optional<FoundLibrary> library = unit.libraries.find(plain, bytes, unit.files, unit.room);
    MadeScene made = unit.reader.makeScene(plain, std::move(bytes),
                                           std::make_shared<ScratchFile>(root, unit.room, unit.disk));
    if (made.failure) return false;
    WriteFigures plainFigures;
    ScratchFile scratch(root, unit.room, unit.disk);
    Result<OutputSet> plainOutputs = exportScene({.scene = made.scene,
                                                  .recipe = plain,
                                                  .registries = unit.registries,
                                                  .files = unit.files,
                                                  .scratch = &scratch,
                                                  .library = library ? &library->library : nullptr},
                                                 plainFigures, made.diagnostics);
    if (!plainOutputs || sizeOf(*plainOutputs) >= sizeOf(outputs)) return false;
    outputs = std::move(*plainOutputs);
    figures = plainFigures;
    diagnostics.append(made.diagnostics);
    diagnostics.add(kReductionKept, "clips");
    return true;
}

}  // namespace rigkiln
