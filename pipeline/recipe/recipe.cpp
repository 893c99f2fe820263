#include "pipeline/recipe/recipe.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace rigkiln {
namespace {

struct StepRow {
    std::string_view id;
    std::uint32_t revision;  ///< raise when the step gives another scene for the same input
};

/// One row per alternative of Step, in the same order.
constexpr std::array<StepRow, std::variant_size_v<Step>> kSteps = {{
    {"resample", 1},
    {"reduce", 4},
    {"coordinates", 1},
    {"select", 1},
    {"merge", 1},
    {"rigid-skin", 1},
    {"align", 2},
    {"root-motion", 1},
    {"height", 1},
    {"ground", 1},
    {"t-pose", 1},
    {"rest-visibility", 1},
    {"library", 1},
}};

/// Steps without options, which every recipe has: clips are bound to models, scale compensation is resolved,
/// rotations get the shorter of both signs.
constexpr std::array<StepRow, 3> kFixedSteps = {{
    {"bind", 1},
    {"scale-compensation", 1},
    {"rotation-signs", 2},
}};

}  // namespace

std::vector<const FileRecipe*> Recipe::files() const {
    std::vector<const FileRecipe*> all;
    for (const Part& part : parts) {
        if (part.model) all.push_back(&*part.model);
        for (const FileRecipe& clip : part.clips)
            all.push_back(&clip);
    }
    return all;
}

const LibraryStep* libraryIn(const Recipe& recipe) {
    if (recipe.parts.size() != 2 || recipe.steps->empty()) return nullptr;
    const Part& owner = recipe.parts.back();
    if (!owner.model || !owner.clips.empty()) return nullptr;
    return std::get_if<LibraryStep>(&recipe.steps->back());
}

std::size_t partsOfScene(const Recipe& recipe) {
    return libraryIn(recipe) != nullptr ? 1 : recipe.parts.size();
}

Recipe recipeOfLibrary(const Recipe& recipe) {
    Recipe library = recipe;
    library.parts.front().model = recipe.parts.back().model;
    library.parts.pop_back();
    std::vector<Step> steps = *recipe.steps;
    steps.pop_back();
    library.steps = std::move(steps);
    return library;
}

std::vector<CodeRevision> stepRevisions() {
    std::vector<CodeRevision> all;
    const auto add = [&](const StepRow& row) {
        all.push_back({.id = "step:" + std::string(row.id), .revision = row.revision});
    };
    std::ranges::for_each(kSteps, add);
    std::ranges::for_each(kFixedSteps, add);
    std::ranges::sort(all, {}, &CodeRevision::id);
    return all;
}

std::vector<const void*> sharedSettings(const Recipe& recipe) {
    const auto isMerge = [](const Step& step) { return std::holds_alternative<MergeStep>(step); };
    if (std::ranges::any_of(*recipe.steps, isMerge)) return {};
    std::vector<const void*> settings = {&*recipe.steps, &*recipe.reading, &*recipe.exporting};
    for (const Part& part : recipe.parts) {
        // Addresses of settings tell what a file is: model and clips have different ones, or a null between
        // them.
        settings.push_back(&*part.steps);
        if (part.model) settings.push_back(&*part.model->settings);
        settings.push_back(nullptr);
        for (const FileRecipe& clip : part.clips)
            settings.push_back(&*clip.settings);
    }
    return settings;
}

std::vector<CodeRevision> codeRevisions(const Registries& registries) {
    std::vector<CodeRevision> all = stepRevisions();
    const auto add = [&](std::string_view kind, std::string_view id, std::uint32_t revision) {
        all.push_back({.id = std::string(kind) + std::string(id), .revision = revision});
    };
    add("image:", "prepare", registries.images.revision);
    for (const ImageModule* format : registries.images.readers)
        add("image:", format->id, format->revision);
    for (const ContainerModule* container : registries.containers)
        add("container:", container->id, container->revision);
    for (const ImageFolderModule* folder : registries.images.folders)
        add("container:", folder->container.id, folder->container.revision);
    std::ranges::sort(all, {}, &CodeRevision::id);
    return all;
}

std::string_view stepId(const Step& step) {
    return kSteps[step.index()].id;
}

const ReductionSettings* reductionIn(const std::vector<Step>& steps) {
    const ReductionSettings* last = nullptr;
    for (const Step& step : steps) {
        if (const auto* reduce = std::get_if<ReduceStep>(&step)) last = &reduce->settings;
    }
    return last;
}

}  // namespace rigkiln
