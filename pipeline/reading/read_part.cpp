#include "pipeline/reading/read_part.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/conversion/content_problem.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/process/resolve_scale_compensation.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/reading/apply_steps.hpp"
#include "pipeline/reading/count_asset.hpp"
#include "pipeline/recipe/recipe_errors.hpp"

namespace rigkiln {
namespace {

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

std::optional<ReductionSettings> reductionOf(const std::vector<Step>& steps) {
    const ReductionSettings* settings = reductionIn(steps);
    return settings == nullptr ? std::nullopt : std::optional(*settings);
}

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

}  // namespace

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

}  // namespace rigkiln
