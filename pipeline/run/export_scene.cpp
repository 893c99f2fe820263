#include "pipeline/run/export_scene.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/recipe/recipe_errors.hpp"

namespace rigkiln {
namespace {

/// Returns the relative path from the folder of the main file to the shared folder of the run.
std::string wayToSharedFolder(const Recipe& recipe) {
    const std::string_view below =
        std::string_view(recipe.output).substr(recipe.exporting->outputRoot.size());
    const std::size_t begin = below.starts_with('/') ? 1 : 0;
    std::string way;
    for (std::size_t slash = below.find('/', begin); slash != std::string_view::npos;
         slash = below.find('/', slash + 1))
        way += "../";
    return way.append(kSharedFolder);
}

std::function<void(std::size_t)> clipDropper(Scene& scene) {
    return [&scene](std::size_t clip) { scene.clips[clip].joints = JointTrackList(); };
}

}  // namespace

Result<OutputSet> exportScene(const ExportSceneRequest& request, WriteFigures& figures,
                              Diagnostics& diagnostics) {
    const TraceSpan span("step", "export");
    const Recipe& recipe = request.recipe;
    const std::string& source = recipe.mainFile().path;
    const CodeRevision& wanted = recipe.exporting->exporter;
    const ExporterModule* exporter = request.registries.exporter(wanted.id);
    if (exporter == nullptr || exporter->revision != wanted.revision) {
        return kOtherCode.in(source, fmt::format("the recipe asks for exporter {} in revision {}, which this "
                                                 "program does not have; make the recipe anew",
                                                 wanted.id, wanted.revision));
    }
    const WriteRequest writeRequest{.fileName = recipe.output.substr(recipe.output.rfind('/') + 1),
                                    .options = recipe.exporting->options,
                                    .clipFiles = recipe.exporting->clipFiles,
                                    .files = &request.files,
                                    .sharedFolder = wayToSharedFolder(recipe),
                                    .figures = &figures,
                                    .dropClip = request.isLast ? clipDropper(request.scene) : nullptr,
                                    .scratch = request.scratch,
                                    .library = request.library};
    OutputSet outputs;
    const Status status = runGuarded([&]() -> Status {
        Result<OutputSet> written = exporter->write(request.scene, writeRequest, diagnostics);
        if (!written) return written.error();
        outputs = std::move(*written);
        return Done{};
    });
    if (!status) return aboutFile(source, status.error());
    return outputs;
}

}  // namespace rigkiln
