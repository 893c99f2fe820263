#include "pipeline/batch/convert_unit.hpp"

#include <span>
#include <utility>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "pipeline/base/text.hpp"
#include "pipeline/batch/engine.hpp"
#include "pipeline/batch/reduce_scene.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/process/resample_clips.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/scene/validate_scene.hpp"

namespace rigkiln {
namespace {

Error inFile(const std::string& path, const Error& error) {
    // It may have gone through here before.
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

/// One file as a scene in its own space, resampled as the jobs before binding say. Never throws.
Result<Scene> readSource(const SourceFile& file, const SourceBytes& bytes, FileSource& companions,
                         Diagnostics& diagnostics) {
    if (!bytes) return bytes.error();
    std::optional<Scene> scene;
    const Status status = runGuarded([&]() -> Status {
        const OptionValues& options = file.decode->formatOptions.find(file.format->id)->second;
        Result<Scene> read =
            file.format->read({file.path, file.name, *bytes, options, companions}, diagnostics);
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

/// A clip is checked before it is bound: keys that are no numbers are then its own failure, not its model's.
void readClip(const SourceFile& file, const SourceBytes& bytes, FileSource& companions, ReadClip& clip) {
    clip.scene = readSource(file, bytes, companions, clip.diagnostics);
    if (!clip.scene) return;
    if (auto problem = firstProblem(*clip.scene, file.path)) clip.scene = *problem;
}

/// Clips of large models by the hundred are the long tail of a batch, so they are read in parallel. Isolated:
/// while this waits, its thread must not take up a job of another unit.
std::vector<ReadClip> readClips(MakeSceneRequest& request) {
    const std::vector<SourceFile>& files = request.unit.clips;
    std::vector<ReadClip> clips(files.size());
    const auto readRange = [&](const tbb::blocked_range<std::size_t>& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) {
            // Taken out, so that each file's bytes are freed as soon as it is read.
            const SourceBytes bytes = std::exchange(request.clips[i], std::vector<std::byte>());
            readClip(files[i], bytes, request.companions, clips[i]);
        }
    };
    if (files.size() == 1) {
        readRange({0, 1});
    } else {
        tbb::this_task_arena::isolate(
            [&] { tbb::parallel_for(tbb::blocked_range<std::size_t>(0, files.size()), readRange); });
    }
    return clips;
}

/// How the keys of each clip of the scene are reduced.
using ClipSettings = std::vector<std::optional<ReductionSettings>>;

void bindAll(Scene& scene, std::vector<ReadClip> clips, const std::vector<SourceFile>& files,
             ClipSettings& settings, MadeScene& made) {
    ClipBinder binder(scene);
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const std::string where = "clip " + quote(files[i].name);
        made.diagnostics.append(clips[i].diagnostics, where + ": ");
        std::optional<Error> failure;
        if (!clips[i].scene) {
            failure = clips[i].scene.error();
        } else {
            if (files[i].format->adaptClips != nullptr)
                files[i].format->adaptClips(scene, *clips[i].scene, made.diagnostics);
            const Status bound = binder.bind(std::move(*clips[i].scene), made.diagnostics);
            if (!bound) failure = inFile(files[i].path, bound.error());
            settings.resize(scene.clips.size(), files[i].reduction);
        }
        if (failure) made.diagnostics.add(kClipFailed, where, failure->text());
        made.clipFailures[i] = std::move(failure);
    }
}

/// The scene of the unit in its source's space, clips bound; nothing when the unit has failed.
std::optional<Scene> readAndBind(MakeSceneRequest& request, ClipSettings& settings, MadeScene& made) {
    const PlannedUnit& unit = request.unit;
    if (!unit.model) {
        ReadClip clip;
        readClip(unit.clips.front(), request.clips.front(), request.companions, clip);
        request.clips.clear();
        made.diagnostics.append(clip.diagnostics);
        if (clip.scene) {
            settings.resize(clip.scene->clips.size(), unit.clips.front().reduction);
            return std::move(*clip.scene);
        }
        made.failure = made.clipFailures.front() = clip.scene.error();
        return std::nullopt;
    }
    Result<Scene> model = readSource(*unit.model, *request.model, request.companions, made.diagnostics);
    if (!model) {
        made.failure = model.error();
        return std::nullopt;
    }
    request.model = std::vector<std::byte>();
    settings.resize(model->clips.size(), unit.model->reduction);
    if (!unit.clips.empty()) bindAll(*model, readClips(request), unit.clips, settings, made);
    return std::move(*model);
}

/// Everything between binding and export.
Status finish(Scene& scene, const PlannedUnit& unit, ClipSettings& settings, MadeScene& made) {
    const SourceFile& source = unit.mainSource();
    convertCoordinates(scene, source.decode->metresPerUnit);
    selectMeshes(scene, source.decode->select, made.diagnostics);
    resample(scene, unit.resampleRates, made.diagnostics);
    alignRotationSigns(scene);
    if (auto problem = firstProblem(scene, source.path)) return *problem;
    if (unit.reduction) settings.assign(scene.clips.size(), unit.reduction);
    made.reductions = reduceScene(scene, settings, made.diagnostics);
    made.counts = countAsset(scene);
    return Done{};
}

/// From the folder of the unit's main file to that of the files its run shares.
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
        for (const JointTracks& tracks : clip.joints) {
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
    made.clipFailures.resize(request.unit.clips.size());
    const Status status = runGuarded([&]() -> Status {
        ClipSettings settings;
        std::optional<Scene> scene = readAndBind(request, settings, made);
        if (!scene) return *made.failure;
        made.scene = std::move(*scene);
        return finish(made.scene, request.unit, settings, made);
    });
    if (!status) made.failure = inFile(request.unit.mainSource().path, status.error());
    return made;
}

Result<OutputSet> exportScene(const Scene& scene, const PlannedUnit& unit, const OptionFiles& files,
                              Diagnostics& diagnostics) {
    const std::size_t slash = unit.output.rfind('/');
    const WriteRequest request{unit.output.substr(slash == std::string::npos ? 0 : slash + 1),
                               unit.exportJob->options, &files, wayToSharedFolder(unit)};
    OutputSet outputs;
    const Status status = runGuarded([&]() -> Status {
        Result<OutputSet> written = unit.exportJob->exporter->write(scene, request, diagnostics);
        if (!written) return written.error();
        outputs = std::move(*written);
        return Done{};
    });
    if (!status) return inFile(unit.mainSource().path, status.error());
    return outputs;
}

}  // namespace rigkiln
