#include "pipeline/reading/asset_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/process/merge_scenes.hpp"
#include "pipeline/reading/apply_steps.hpp"
#include "pipeline/reading/count_asset.hpp"
#include "pipeline/reading/read_part.hpp"
#include "pipeline/reading/reduce_scene.hpp"
#include "pipeline/reading/unit_companions.hpp"
#include "pipeline/recipe/recipe_errors.hpp"

namespace rigkiln {
namespace {

/// Validates the parts before they are merged, so that errors name the file of the part.
Status checkParts(const std::vector<PartWork>& parts) {
    for (const PartWork& part : parts) {
        if (auto problem = firstProblem(*part.scene, part.recipe.mainFile().path)) return *problem;
    }
    return Done{};
}

/// Makes the scene of the unit from its parts. Fails with the failure of the first failed part. Passes on the
/// issues of all parts in any case.
Status joinParts(std::vector<PartWork> parts, const Recipe& recipe, ClipSettings& settings, MadeScene& made) {
    std::optional<Error> failure;
    for (PartWork& part : parts) {
        made.diagnostics.append(
            part.diagnostics,
            parts.size() == 1 ? std::string() : fmt::format("part {}: ", quote(part.recipe.mainFile().name)));
        made.clipFailures.insert(made.clipFailures.end(), part.clipFailures.begin(), part.clipFailures.end());
        if (part.failure && !failure) failure = std::move(part.failure);
        settings.insert(settings.end(), part.settings.begin(), part.settings.end());
    }
    if (failure) return *failure;
    if (parts.size() == 1) {
        made.scene = std::move(*parts.front().scene);
        return Done{};
    }
    const TraceSpan span("step", "merge");
    if (const Status checked = checkParts(parts); !checked) return checked.error();
    std::vector<ScenePart> scenes;
    scenes.reserve(parts.size());
    for (PartWork& part : parts)
        scenes.push_back({.name = part.recipe.mainFile().name, .scene = std::move(*part.scene)});
    const auto* merge = recipe.steps->empty() ? nullptr : std::get_if<MergeStep>(&recipe.steps->front());
    made.scene =
        mergeScenes(std::move(scenes), merge == nullptr ? std::string() : merge->name, made.diagnostics);
    return Done{};
}

/// Does all steps between merging and export.
Status finish(Scene& scene, const Recipe& recipe, ClipSettings& settings, const ForEach& forEach,
              MadeScene& made) {
    if (const Status done = applyUnitSteps(scene, recipe, made.diagnostics); !done) return done.error();
    if (const ReductionSettings* reduction = reductionIn(*recipe.steps))
        settings.assign(scene.clips.size(), *reduction);
    {
        const TraceSpan span("step", "reduce keys");
        made.reductions = reduceScene(scene, settings, made.diagnostics, forEach);
    }
    made.counts = countAsset(scene);
    return Done{};
}

std::size_t clipCount(const Recipe& recipe) {
    std::size_t count = 0;
    for (const Part& part : recipe.parts)
        count += part.clips.size();
    return count;
}

Error otherCode(const CodeRevision& wanted, std::optional<std::uint32_t> there) {
    const std::string found = there ? fmt::format("revision {}", *there) : std::string("none");
    return kOtherCode.error(
        fmt::format("the recipe asks for {} in revision {}, this program has {}; make the recipe anew",
                    wanted.id, wanted.revision, found));
}

}  // namespace

AssetReader::AssetReader(const Registries& registries, ArtFiles& files, ForEach forEach)
    : registries_(registries),
      files_(files),
      forEach_(std::move(forEach)),
      code_(codeRevisions(registries)) {}

Status AssetReader::checkCode(const Recipe& recipe) const {
    for (const FileRecipe* file : recipe.files()) {
        const CodeRevision& wanted = file->settings->format;
        const FormatModule* format = registries_.format(wanted.id);
        if (format == nullptr) return otherCode(wanted, std::nullopt);
        if (format->revision != wanted.revision) return otherCode(wanted, format->revision);
    }
    if (recipe.reading->code == code_) return Done{};
    for (const CodeRevision& wanted : recipe.reading->code) {
        const auto found = std::ranges::find(code_, wanted.id, &CodeRevision::id);
        if (found == code_.end()) return otherCode(wanted, std::nullopt);
        if (*found != wanted) return otherCode(wanted, found->revision);
    }
    return Done{};
}

RecipeBytes AssetReader::readBytes(const Recipe& recipe) const {
    RecipeBytes all;
    Journal journal;
    const auto read = [&](const FileRecipe& file) {
        const TraceSpan span("disk", "read file");
        SourceBytes bytes = files_.tree().readShared(file.path, kMaximumSourceBytes, &journal);
        if (bytes) all.sizeBytes += bytes->size();
        return bytes;
    };
    const std::size_t partsNeeded = partsOfScene(recipe);
    for (const Part& part : recipe.parts) {
        PartBytes& bytes = all.parts.emplace_back();
        if (part.model) {
            bytes.model = read(*part.model);
            if (!*bytes.model && all.parts.size() <= partsNeeded) {
                all.failure = bytes.model->error();
                break;
            }
        }
        for (const FileRecipe& clip : part.clips)
            bytes.clips.push_back(read(clip));
    }
    all.looks = journal.looks();
    return all;
}

MadeScene AssetReader::makeScene(const Recipe& recipe, RecipeBytes bytes,
                                 std::shared_ptr<Scratch> scratch) const {
    MadeScene made;
    Journal journal;
    journal.addAll(bytes.looks);
    UnitCompanions companions(files_, recipe, &journal);
    const Status status = runGuarded([&]() -> Status {
        if (bytes.failure) return *bytes.failure;
        if (Status checked = checkCode(recipe); !checked) return checked;
        std::vector<PartWork> parts;
        for (const Part& part : std::span(recipe.parts).first(partsOfScene(recipe))) {
            const std::size_t number = parts.size();
            PartWork& work = parts.emplace_back(PartWork{
                .recipe = part,
                .context = {registries_, forEach_, companions.of(number), recipe.reading->limits, scratch}});
            work.bytes = std::move(bytes.parts[number]);
            work.clipFailures.resize(part.clips.size());
        }
        forEach_(parts.size(), [&](std::size_t i) { makePart(parts[i]); });
        ClipSettings settings;
        const Status joined = joinParts(std::move(parts), recipe, settings, made);
        return joined ? finish(made.scene, recipe, settings, forEach_, made) : joined;
    });
    made.clipFailures.resize(clipCount(recipe));  // also when parts were not reached
    made.textureSearch = companions.search();
    made.looks = journal.looks();
    if (status) return made;
    made.failure = inFile(recipe.mainFile().path, status.error());
    return made;
}

Result<Scene> AssetReader::decodeFile(const FileRecipe& file, SharedBytes bytes, const ReadSettings& reading,
                                      Diagnostics& diagnostics) const {
    FolderFiles companions(files_.folders(), files_.images(), file.path, reading.textureRoots,
                           reading.textures, &files_.tree());
    return decode(file, bytes, {registries_, forEach_, companions, reading.limits}, diagnostics);
}

}  // namespace rigkiln
