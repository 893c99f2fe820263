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
#include "pipeline/conversion/content_problem.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/process/align_clips.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/process/fit_height.hpp"
#include "pipeline/process/hide_unseen_parts.hpp"
#include "pipeline/process/make_t_pose.hpp"
#include "pipeline/process/merge_scenes.hpp"
#include "pipeline/process/resample_clips.hpp"
#include "pipeline/process/resolve_scale_compensation.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/reading/count_asset.hpp"
#include "pipeline/reading/reduce_scene.hpp"
#include "pipeline/reading/unit_companions.hpp"
#include "pipeline/recipe/recipe_errors.hpp"
#include "pipeline/scene/validate_scene.hpp"

namespace rigkiln {
namespace {

std::optional<Error> firstProblem(const Scene& scene, const std::string& path) {
    const TraceSpan span("step", "check scene");
    const std::vector<SceneProblem> problems = validateScene(scene);
    if (problems.empty()) return std::nullopt;
    const std::string more =
        problems.size() > 1 ? fmt::format(" (and {} other problems)", problems.size() - 1) : "";
    return inFile(path, kInvalidScene.at(problems.front().where, problems.front().problem + more));
}

/// Does the resample steps.
void resample(Scene& scene, const std::vector<Step>& steps, Diagnostics& diagnostics) {
    for (const Step& step : steps) {
        const auto* resampling = std::get_if<ResampleStep>(&step);
        if (resampling == nullptr) continue;
        const TraceSpan span("step", "resample");
        resampleClips(scene, resampling->rate, diagnostics);
    }
}

/// Everything besides the files that reading a part needs.
struct PartContext {
    const Registries& registries;
    const ForEach& forEach;
    FileSource& companions;
    const ReadLimits& limits;
    std::shared_ptr<Scratch> scratch{};  ///< may be null
};

/// Fails when a file has more than the limits allow, before anything is made of its scene.
Status checkSize(const Scene& scene, const ReadLimits& limits) {
    const auto check = [](std::string_view what, std::uint64_t count, std::uint64_t most) -> Status {
        if (count <= most) return Done{};
        return kBeyondLimit.at(std::string(what), fmt::format("{}, at most {} are read", count, most));
    };
    const AssetCounts counts = countAsset(scene);
    if (Status status = check("joints", counts.joints, limits.joints); !status) return status;
    if (Status status = check("triangles", counts.triangles, limits.triangles); !status) return status;
    return check("keys", counts.keys, limits.keys);
}

/// Decodes the bytes of one file to a scene in its own space, and frees them. May throw what a format throws.
Result<Scene> decode(const FileRecipe& file, SharedBytes& bytes, const PartContext& context,
                     Diagnostics& diagnostics) {
    const TraceSpan span("step", "decode");
    const FormatModule* format = context.registries.format(file.settings->format.id);
    if (format == nullptr) return kOtherCode.error(fmt::format("no format {}", file.settings->format.id));
    if (!isContentOf(*format, file.path, bytes)) return foreignContent(*format, file.path, bytes);
    const auto dropBytes = [&bytes] { bytes = SharedBytes(); };
    Result<Scene> read = format->read({.path = file.path,
                                       .name = file.name,
                                       .bytes = bytes,
                                       .options = file.settings->options,
                                       .companions = context.companions,
                                       .dropBytes = dropBytes,
                                       .scratch = context.scratch,
                                       .limits = context.limits},
                                      diagnostics);
    dropBytes();
    if (!read) return read;
    if (const Status size = checkSize(*read, context.limits); !size) return size.error();
    return read;
}

/// Decodes one file and does its resample steps. Never throws.
Result<Scene> readSource(const FileRecipe& file, SourceBytes& bytes, const PartContext& context,
                         Diagnostics& diagnostics) {
    if (!bytes) return bytes.error();
    std::optional<Scene> scene;
    const Status status = runGuarded([&]() -> Status {
        Result<Scene> read = decode(file, *bytes, context, diagnostics);
        if (!read) return read.error();
        scene = std::move(*read);
        resample(*scene, file.settings->steps, diagnostics);
        return Done{};
    });
    if (!status) return aboutFile(file.path, status.error());
    return std::move(*scene);
}

struct ReadClip {
    Result<Scene> scene = Error{};
    Diagnostics diagnostics{};
};

/// Reads and validates a clip. Validating before binding makes invalid keys a failure of the clip instead of
/// its model.
void readClip(const FileRecipe& file, SourceBytes& bytes, const PartContext& context, ReadClip& clip) {
    clip.scene = readSource(file, bytes, context, clip.diagnostics);
    if (!clip.scene) return;
    if (auto problem = firstProblem(*clip.scene, file.path)) clip.scene = *problem;
}

/// Reduction settings of each clip of a scene.
using ClipSettings = std::vector<std::optional<ReductionSettings>>;

std::optional<ReductionSettings> reductionOf(const std::vector<Step>& steps) {
    const ReductionSettings* settings = reductionIn(steps);
    return settings == nullptr ? std::nullopt : std::optional(*settings);
}

/// State of one part; parts are independent of each other.
struct PartWork {
    const Part& recipe;
    PartBytes bytes{};
    PartContext context;
    std::optional<Scene> scene{};  ///< empty: it failed
    std::optional<Error> failure{};
    Diagnostics diagnostics{};
    std::vector<std::optional<Error>> clipFailures{};  ///< one per clip
    ClipSettings settings{};                           ///< one per clip of the scene
};

/// Reads clips in parallel, because models with hundreds of clips would otherwise finish long after the rest
/// of a batch.
std::vector<ReadClip> readClips(PartWork& part) {
    const std::vector<FileRecipe>& files = part.recipe.clips;
    std::vector<ReadClip> clips(files.size());
    part.context.forEach(files.size(), [&](std::size_t i) {
        readClip(files[i], part.bytes.clips[i], part.context, clips[i]);
    });
    return clips;
}

void bindAll(Scene& scene, std::vector<ReadClip> clips, PartWork& part) {
    const TraceSpan span("step", "bind clips");
    const std::vector<FileRecipe>& files = part.recipe.clips;
    ClipBinder binder(scene);
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const std::string where = "clip " + quote(files[i].name);
        part.diagnostics.append(clips[i].diagnostics, where + ": ");
        std::optional<Error> failure;
        if (!clips[i].scene) {
            failure = clips[i].scene.error();
        } else {
            const FormatModule* format = part.context.registries.format(files[i].settings->format.id);
            if (format->adaptClips != nullptr) format->adaptClips(scene, *clips[i].scene, part.diagnostics);
            const Status bound = binder.bind(std::move(*clips[i].scene), part.diagnostics);
            if (!bound) failure = aboutFile(files[i].path, bound.error());
            part.settings.resize(scene.clips.size(), reductionOf(files[i].settings->steps));
        }
        if (failure) part.diagnostics.add(kClipFailed, where, failure->text());
        part.clipFailures[i] = std::move(failure);
    }
}

/// Returns the scene of the part in its source's space, with clips bound.
Result<Scene> readAndBind(PartWork& part) {
    if (!part.recipe.model) {
        ReadClip clip;
        readClip(part.recipe.clips.front(), part.bytes.clips.front(), part.context, clip);
        part.diagnostics.append(clip.diagnostics);
        if (!clip.scene)
            part.clipFailures.front() = clip.scene.error();
        else
            part.settings.resize(clip.scene->clips.size(),
                                 reductionOf(part.recipe.clips.front().settings->steps));
        return std::move(clip.scene);
    }
    Result<Scene> model = readSource(*part.recipe.model, *part.bytes.model, part.context, part.diagnostics);
    if (!model) return model;
    part.settings.resize(model->clips.size(), reductionOf(part.recipe.model->settings->steps));
    if (!part.recipe.clips.empty()) bindAll(*model, readClips(part), part);
    return model;
}

/// Does a step that depends on the size of the model. A clip alone has none: scaled by what it moves, it
/// would not fit the model that it belongs to.
Status fitSize(Scene& scene, const Step& step, const Part& part) {
    const auto* height = std::get_if<HeightStep>(&step);
    if (height == nullptr && !std::holds_alternative<GroundStep>(step)) return Done{};
    const char* option = height != nullptr ? "height" : "feet_on_ground";
    if (!part.model)
        return kUnsuitableSize.at(option,
                                  "a clip without its model has no size; convert it with the model, or "
                                  "leave such clips out with unbound: skip");
    if (auto problem = firstProblem(scene, part.mainFile().path)) return *problem;
    return height != nullptr ? fitHeight(scene, height->options) : standOnGround(scene);
}

/// Converts the bytes of a part to a canonical scene. Never throws.
void makePart(PartWork& part) {
    const Status status = runGuarded([&]() -> Status {
        Result<Scene> scene = readAndBind(part);
        if (!scene) return scene.error();
        const TraceSpan span("step", "coordinates and selection");
        for (const Step& step : *part.recipe.steps) {
            if (const auto* coordinates = std::get_if<CoordinatesStep>(&step)) {
                resolveScaleCompensation(*scene);
                convertCoordinates(*scene, coordinates->metresPerUnit);
            } else if (const auto* select = std::get_if<SelectStep>(&step)) {
                selectMeshes(*scene, select->keep, part.diagnostics);
            } else if (const Status sized = fitSize(*scene, step, part.recipe); !sized) {
                return sized.error();
            }
        }
        part.scene = std::move(*scene);
        return Done{};
    });
    if (!status) part.failure = aboutFile(part.recipe.mainFile().path, status.error());
}

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

/// Does the step rest-visibility, if the recipe has it.
void hideUnseen(Scene& scene, const Recipe& recipe) {
    for (const Step& step : *recipe.steps) {
        if (!std::holds_alternative<RestVisibilityStep>(step)) continue;
        const TraceSpan span("step", "rest visibility");
        hideUnseenParts(scene);
    }
}

/// Does the step rigid-skin, if the recipe has it.
Status skinParts(Scene& scene, const Recipe& recipe, Diagnostics& diagnostics) {
    for (const Step& step : *recipe.steps) {
        const auto* skinning = std::get_if<RigidSkinStep>(&step);
        if (skinning == nullptr) continue;
        if (auto problem = firstProblem(scene, recipe.mainFile().path)) return *problem;
        const TraceSpan span("step", "skin rigid parts");
        skinRigidParts(scene, skinning->options, diagnostics);
    }
    return Done{};
}

/// Does the step root-motion, if the recipe has it.
Status moveTravel(Scene& scene, const Recipe& recipe) {
    for (const Step& step : *recipe.steps) {
        const auto* motion = std::get_if<RootMotionStep>(&step);
        if (motion == nullptr) continue;
        if (auto problem = firstProblem(scene, recipe.mainFile().path)) return *problem;
        const TraceSpan span("step", "root motion");
        extractRootMotion(scene, motion->options);
    }
    return Done{};
}

/// Does the step t-pose, if the recipe has it.
Status poseAtRest(Scene& scene, const Recipe& recipe, Diagnostics& diagnostics) {
    for (const Step& step : *recipe.steps) {
        if (!std::holds_alternative<TPoseStep>(step)) continue;
        if (auto problem = firstProblem(scene, recipe.mainFile().path)) return *problem;
        const TraceSpan span("step", "T-pose");
        makeTPose(scene, diagnostics);
    }
    return Done{};
}

/// Does the step align, if the recipe has it.
void alignToFrames(Scene& scene, const Recipe& recipe, Diagnostics& diagnostics) {
    for (const Step& step : *recipe.steps) {
        const auto* aligning = std::get_if<AlignStep>(&step);
        if (aligning == nullptr) continue;
        const TraceSpan span("step", "align keys");
        alignClips(scene, aligning->framesPerSecond, diagnostics);
    }
}

/// Does all steps between merging and export.
Status finish(Scene& scene, const Recipe& recipe, ClipSettings& settings, const ForEach& forEach,
              MadeScene& made) {
    hideUnseen(scene, recipe);
    if (const Status skinned = skinParts(scene, recipe, made.diagnostics); !skinned) return skinned.error();
    if (const Status moved = moveTravel(scene, recipe); !moved) return moved.error();
    if (const Status posed = poseAtRest(scene, recipe, made.diagnostics); !posed) return posed.error();
    resample(scene, *recipe.steps, made.diagnostics);
    alignToFrames(scene, recipe, made.diagnostics);
    alignRotationSigns(scene);
    if (auto problem = firstProblem(scene, recipe.mainFile().path)) return *problem;
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
