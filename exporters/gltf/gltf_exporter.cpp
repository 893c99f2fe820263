#include "exporters/gltf/gltf_exporter.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "exporters/gltf/export_options.hpp"
#include "exporters/gltf/gltf_issues.hpp"
#include "exporters/gltf/scene_levels.hpp"
#include "exporters/gltf/scene_writer.hpp"
#include "pipeline/conversion/clip_file_names.hpp"

namespace rigkiln::gltf_export {
namespace {

bool hasLevelFiles(const WriteRequest& request) {
    return readOptions(request).levels == LevelForm::Files;
}

ClipFileNames clipNamesOf(const WriteRequest& request) {
    return ClipFileNames::beside(request.fileName, request.clipFiles);
}

/// Adds the issues of coarser levels, each once: all levels have one skeleton, and some have meshes in
/// common.
void addNewIssues(const Diagnostics& ofLevels, Diagnostics& diagnostics) {
    const auto isKnown = [&](const Issue& issue) {
        return std::ranges::any_of(diagnostics.issues(), [&](const Issue& other) {
            return other.kind == issue.kind && other.where == issue.where && other.details == issue.details;
        });
    };
    for (const Issue& issue : ofLevels.issues()) {
        if (!isKnown(issue)) diagnostics.add(*issue.kind, issue.where, issue.details);
    }
}

/// Writes a scene of several levels of detail: each coarser one as a model without clips beside that of the
/// finest, which is the main file.
class LevelFileWriter {
public:
    LevelFileWriter(const SceneLevels& levels, const WriteRequest& request, Diagnostics& diagnostics)
        : levels_(levels), request_(request), diagnostics_(diagnostics) {}

    Result<OutputSet> run() {
        ClipFileNames names = clipNamesOf(request_);
        std::vector<std::string> files;
        for (std::size_t level = 1; level < levels_.count(); ++level)
            files.push_back(names.next(fmt::format("LOD{}", level)));
        const bool hasMeshes = readOptions(request_).clips != ClipFiles::Library;
        Diagnostics ofLevels;
        OutputSet set;
        for (std::size_t level = 1; level < levels_.count() && hasMeshes; ++level) {
            const Status added = write(level, files[level - 1], names, ofLevels, set);
            if (!added) return added.error();
        }
        const Status added = write(0, request_.fileName, names, diagnostics_, set);
        if (!added) return added.error();
        addNewIssues(ofLevels, diagnostics_);
        return set;
    }

private:
    Status write(std::size_t level, const std::string& file, const ClipFileNames& names,
                 Diagnostics& diagnostics, OutputSet& set) {
        Scene scene = levels_.sceneOf(level);
        WriteFigures figures;
        WriteRequest request = request_;
        request.fileName = file;
        request.figures = &figures;
        request.dropClip = {};
        if (level == 0 && request_.dropClip) {
            // This scene has copies, so that those of the caller are not needed any more.
            for (std::size_t i = 0; i < scene.clips.size(); ++i)
                request_.dropClip(i);
            request.dropClip = [&](std::size_t clip) { scene.clips[clip].joints = JointTrackList(); };
        }
        Result<OutputSet> written = writeScene(scene, request, names, diagnostics);
        if (!written) return written.error();
        std::ranges::move(*written, std::back_inserter(set));
        if (request_.figures != nullptr && figures.positionError) {
            std::optional<double>& worst = request_.figures->positionError;
            worst = std::max(worst.value_or(0.0), *figures.positionError);
        }
        return Done{};
    }

    const SceneLevels& levels_;
    const WriteRequest& request_;
    Diagnostics& diagnostics_;
};

Result<OutputSet> write(const Scene& scene, const WriteRequest& request, Diagnostics& diagnostics) {
    if (hasLevelFiles(request)) {
        const SceneLevels levels(scene);
        if (levels.count() > 1) return LevelFileWriter(levels, request, diagnostics).run();
    }
    return writeScene(scene, request, clipNamesOf(request), diagnostics);
}

Result<LibraryPrint> printOf(const Scene& scene, const WriteRequest& request) {
    return hasLevelFiles(request) ? printScene(SceneLevels(scene).sceneOf(0), request)
                                  : printScene(scene, request);
}

}  // namespace

constinit const ExporterModule kGltfExporter = {
    .id = "gltf",
    .title = "glTF 2.0",
    .extensions = kExtensions,
    .carries = Feature::Skeleton | Feature::Mesh | Feature::Skin | Feature::Material | Feature::Texture |
               Feature::Clip | Feature::Visibility | Feature::Light | Feature::Attachment |
               Feature::ClipEvent,
    .clipsBesideMain = {.option = "clips", .values = kClipsBesideModel},
    .sharesClips = {.option = "clips", .values = kSharedClips},
    .printLibrary = printOf,
    .revision = 9,
    .options = kOptions,
    .presets = kPresets,
    .issues = kIssues,
    .extension = extensionOf,
    .packsKeys = asksForStreams,
    .write = write,
};

}  // namespace rigkiln::gltf_export
