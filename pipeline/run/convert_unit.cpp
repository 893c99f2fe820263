#include "pipeline/run/convert_unit.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/process/merge_scenes.hpp"
#include "pipeline/process/resample_clips.hpp"
#include "pipeline/process/resolve_scale_compensation.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/run/reduce_scene.hpp"
#include "pipeline/scene/stored_tracks.hpp"
#include "pipeline/scene/validate_scene.hpp"

namespace rigkiln {
namespace {

Error inFile(const std::string& path, const Error& error) {
    // The path was already added by an inner call.
    if (error.where.starts_with(path)) return error;
    return {error.where.empty() ? path : path + ": " + error.where, error.problem, error.kind};
}

std::optional<Error> firstProblem(const Scene& scene, const std::string& path) {
    const std::vector<SceneProblem> problems = validateScene(scene);
    if (problems.empty()) return std::nullopt;
    const std::string more =
        problems.size() > 1 ? fmt::format(" (and {} other problems)", problems.size() - 1) : "";
    return Error{path + ": " + problems.front().where, problems.front().problem + more};
}

void resample(Scene& scene, std::span<const double> rates, Diagnostics& diagnostics) {
    for (const double rate : rates) {
        if (rate != kSourceRate) resampleClips(scene, rate, diagnostics);
    }
}

/// Everything besides the files that reading a part needs.
struct PartContext {
    FileSource& companions;
    std::shared_ptr<Scratch> scratch{};  ///< may be null
};

/// Reads one file to a scene in its own space, resamples it as the jobs before binding ask, and frees its
/// bytes. Never throws.
Result<Scene> readSource(const SourceFile& file, SourceBytes& bytes, const PartContext& context,
                         Diagnostics& diagnostics) {
    if (!bytes) return bytes.error();
    std::optional<Scene> scene;
    const Status status = runGuarded([&]() -> Status {
        const OptionValues& options = file.decode->formatOptions.find(file.format->id)->second;
        const auto dropBytes = [&bytes] { *bytes = SharedBytes(); };
        Result<Scene> read = file.format->read({.path = file.path,
                                                .name = file.name,
                                                .bytes = *bytes,
                                                .options = options,
                                                .companions = context.companions,
                                                .dropBytes = dropBytes,
                                                .scratch = context.scratch},
                                               diagnostics);
        dropBytes();
        if (!read) return read.error();
        scene = std::move(*read);
        resample(*scene, file.resampleRates, diagnostics);
        return Done{};
    });
    if (!status) return inFile(file.path, status.error());
    return std::move(*scene);
}

struct ReadClip {
    Result<Scene> scene = Error{};
    Diagnostics diagnostics{};
};

/// Reads and validates a clip. Validating before binding makes invalid keys a failure of the clip instead of
/// its model.
void readClip(const SourceFile& file, SourceBytes& bytes, const PartContext& context, ReadClip& clip) {
    clip.scene = readSource(file, bytes, context, clip.diagnostics);
    if (!clip.scene) return;
    if (auto problem = firstProblem(*clip.scene, file.path)) clip.scene = *problem;
}

/// Isolated, so that this thread does not start a job of another unit while it waits.
template <class Function>
void forEachInParallel(std::size_t count, const Function& function) {
    if (count == 1) return function(0);
    tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count),
                          [&](const tbb::blocked_range<std::size_t>& range) {
                              for (std::size_t i = range.begin(); i < range.end(); ++i)
                                  function(i);
                          });
    });
}

/// Reduction settings of each clip of a scene.
using ClipSettings = std::vector<std::optional<ReductionSettings>>;

/// State of one part; parts are independent of each other.
struct PartWork {
    PartSources sources;
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
    const std::vector<SourceFile>& files = part.sources.clips;
    std::vector<ReadClip> clips(files.size());
    forEachInParallel(files.size(), [&](std::size_t i) {
        readClip(files[i], part.bytes.clips[i], part.context, clips[i]);
    });
    return clips;
}

void bindAll(Scene& scene, std::vector<ReadClip> clips, PartWork& part) {
    const std::vector<SourceFile>& files = part.sources.clips;
    ClipBinder binder(scene);
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const std::string where = "clip " + quote(files[i].name);
        part.diagnostics.append(clips[i].diagnostics, where + ": ");
        std::optional<Error> failure;
        if (!clips[i].scene) {
            failure = clips[i].scene.error();
        } else {
            if (files[i].format->adaptClips != nullptr)
                files[i].format->adaptClips(scene, *clips[i].scene, part.diagnostics);
            const Status bound = binder.bind(std::move(*clips[i].scene), part.diagnostics);
            if (!bound) failure = inFile(files[i].path, bound.error());
            part.settings.resize(scene.clips.size(), files[i].reduction);
        }
        if (failure) part.diagnostics.add(kClipFailed, where, failure->text());
        part.clipFailures[i] = std::move(failure);
    }
}

/// Returns the scene of the part in its source's space, with clips bound.
Result<Scene> readAndBind(PartWork& part) {
    if (!part.sources.model) {
        ReadClip clip;
        readClip(part.sources.clips.front(), part.bytes.clips.front(), part.context, clip);
        part.diagnostics.append(clip.diagnostics);
        if (!clip.scene)
            part.clipFailures.front() = clip.scene.error();
        else
            part.settings.resize(clip.scene->clips.size(), part.sources.clips.front().reduction);
        return std::move(clip.scene);
    }
    Result<Scene> model = readSource(*part.sources.model, *part.bytes.model, part.context, part.diagnostics);
    if (!model) return model;
    part.settings.resize(model->clips.size(), part.sources.model->reduction);
    if (!part.sources.clips.empty()) bindAll(*model, readClips(part), part);
    return model;
}

/// Converts the bytes of a part to a canonical scene. Never throws.
void makePart(PartWork& part) {
    const SourceFile& source = part.sources.mainSource();
    const Status status = runGuarded([&]() -> Status {
        Result<Scene> scene = readAndBind(part);
        if (!scene) return scene.error();
        resolveScaleCompensation(*scene);
        convertCoordinates(*scene, source.decode->metresPerUnit);
        selectMeshes(*scene, source.decode->select, part.diagnostics);
        part.scene = std::move(*scene);
        return Done{};
    });
    if (!status) part.failure = inFile(source.path, status.error());
}

/// Validates the parts before they are merged, so that errors name the file of the part.
Status checkParts(const std::vector<PartWork>& parts) {
    for (const PartWork& part : parts) {
        if (auto problem = firstProblem(*part.scene, part.sources.mainSource().path)) return *problem;
    }
    return Done{};
}

/// Makes the scene of the unit from its parts. Fails with the failure of the first failed part. Passes on the
/// issues of all parts in any case.
Status joinParts(std::vector<PartWork> parts, const PlannedUnit& unit, ClipSettings& settings,
                 MadeScene& made) {
    std::optional<Error> failure;
    for (PartWork& part : parts) {
        made.diagnostics.append(part.diagnostics,
                                parts.size() == 1
                                    ? std::string()
                                    : fmt::format("part {}: ", quote(part.sources.mainSource().name)));
        made.clipFailures.insert(made.clipFailures.end(), part.clipFailures.begin(), part.clipFailures.end());
        if (part.failure && !failure) failure = std::move(part.failure);
        settings.insert(settings.end(), part.settings.begin(), part.settings.end());
    }
    if (failure) return *failure;
    if (parts.size() == 1) {
        made.scene = std::move(*parts.front().scene);
        return Done{};
    }
    if (const Status checked = checkParts(parts); !checked) return checked.error();
    std::vector<ScenePart> scenes;
    scenes.reserve(parts.size());
    for (PartWork& part : parts)
        scenes.push_back({.name = part.sources.mainSource().name, .scene = std::move(*part.scene)});
    made.scene = mergeScenes(std::move(scenes), unit.mergedName, made.diagnostics);
    return Done{};
}

/// Does all steps between merging and export.
Status finish(Scene& scene, const PlannedUnit& unit, ClipSettings& settings, MadeScene& made) {
    resample(scene, unit.resampleRates, made.diagnostics);
    alignRotationSigns(scene);
    if (auto problem = firstProblem(scene, unit.mainSource().path)) return *problem;
    if (unit.reduction) settings.assign(scene.clips.size(), unit.reduction);
    for (std::optional<ReductionSettings>& one : settings) {
        if (one) one->packsKeys = unit.packsKeys();
    }
    made.reductions = reduceScene(scene, settings, made.diagnostics);
    made.counts = countAsset(scene);
    return Done{};
}

std::size_t clipCount(const PlannedUnit& unit) {
    std::size_t count = unit.clips.size();
    for (const UnitPart& part : unit.furtherParts)
        count += part.clips.size();
    return count;
}

/// Returns the relative path from the folder of the unit's main file to the shared folder of the run.
std::string wayToSharedFolder(const PlannedUnit& unit) {
    const std::string_view below = std::string_view(unit.output).substr(unit.outputRoot.size());
    const std::size_t begin = below.starts_with('/') ? 1 : 0;
    std::string way;
    for (std::size_t slash = below.find('/', begin); slash != std::string_view::npos;
         slash = below.find('/', slash + 1))
        way += "../";
    return way.append(kSharedFolder);
}

template <class Type>
void countTrack(AssetCounts& counts, const Track<Type>& track) {
    counts.keys += track.times.size();
    counts.animationBytes += track.times.size() * sizeof(float) + track.values.size() * sizeof(Type);
}

std::function<void(std::size_t)> clipDropper(Scene& scene) {
    // `= {}` would keep the memory.
    return [&scene](std::size_t clip) {
        scene.clips[clip].joints = std::vector<JointTracks>();
        scene.clips[clip].stored.reset();
    };
}

}  // namespace

AssetCounts countAsset(const Scene& scene) {
    AssetCounts counts;
    counts.joints = scene.joints.size();
    counts.meshes = scene.meshes.size();
    counts.materials = scene.materials.size();
    counts.textures = scene.textures.size();
    counts.attachments = scene.attachments.size();
    counts.lights = scene.lights.size();
    counts.clips = scene.clips.size();
    for (const Mesh& mesh : scene.meshes) {
        for (const Primitive& primitive : mesh.primitives) {
            counts.vertices += primitive.positions.size();
            counts.triangles += primitive.indices.size() / 3;
        }
    }
    for (const Clip& clip : scene.clips) {
        const LoadedClip loaded(clip);
        for (const JointTracks& tracks : loaded->joints) {
            countTrack(counts, tracks.translation);
            countTrack(counts, tracks.rotation);
            countTrack(counts, tracks.scale);
            countTrack(counts, tracks.visibility);
        }
        for (const MaterialTracks& tracks : clip.materials)
            countTrack(counts, tracks.baseColorOffset);
    }
    return counts;
}

MadeScene makeScene(MakeSceneRequest request) {
    MadeScene made;
    const Status status = runGuarded([&]() -> Status {
        std::vector<PartWork> parts;
        for (const PartSources& sources : request.unit.parts()) {
            const std::size_t number = parts.size();
            PartWork& part = parts.emplace_back(
                PartWork{.sources = sources, .context = {request.companions.of(number), request.scratch}});
            part.bytes = std::move(request.parts[number]);
            part.clipFailures.resize(sources.clips.size());
        }
        forEachInParallel(parts.size(), [&](std::size_t i) { makePart(parts[i]); });
        ClipSettings settings;
        const Status joined = joinParts(std::move(parts), request.unit, settings, made);
        return joined ? finish(made.scene, request.unit, settings, made) : joined;
    });
    made.clipFailures.resize(clipCount(request.unit));  // also when parts were not reached
    if (status) return made;
    made.failure = status.error();
    if (made.failure->where.empty()) made.failure->where = request.unit.mainSource().path;
    return made;
}

Result<OutputSet> exportScene(const ExportSceneRequest& request, WriteFigures& figures,
                              Diagnostics& diagnostics) {
    const PlannedUnit& unit = request.unit;
    if (!unit.exportJob->exporter->takesStoredClips) std::ranges::for_each(request.scene.clips, loadTracks);
    const std::size_t slash = unit.output.rfind('/');
    const WriteRequest writeRequest{
        .fileName = unit.output.substr(slash == std::string::npos ? 0 : slash + 1),
        .options = unit.exportJob->options,
        .files = &request.files,
        .sharedFolder = wayToSharedFolder(unit),
        .figures = &figures,
        .dropClip = request.isLast ? clipDropper(request.scene) : nullptr,
        .scratch = request.scratch};
    OutputSet outputs;
    const Status status = runGuarded([&]() -> Status {
        Result<OutputSet> written = unit.exportJob->exporter->write(request.scene, writeRequest, diagnostics);
        if (!written) return written.error();
        outputs = std::move(*written);
        return Done{};
    });
    if (!status) return inFile(unit.mainSource().path, status.error());
    return outputs;
}

}  // namespace rigkiln
