#include "tools/cli/read_asset.hpp"

#include <filesystem>
#include <optional>
#include <utility>

#include "pipeline/reading/asset_reader.hpp"
#include "pipeline/run/parallel_for.hpp"
#include "pipeline/settings/job_kind.hpp"
#include "tools/cli/commands.hpp"

namespace rigkiln::cli {

ConversionRequest plainRequest(const std::vector<std::string>& textureRoots) {
    ConversionRequest request{.decode = OptionValues(jobKind(JobTask::Decode).options),
                              .resample = OptionValues(jobKind(JobTask::Resample).options),
                              .exported = {},
                              .formats = {},
                              .exporter = registries().exporters.front(),
                              .textureRoots = {},
                              .textures = {},
                              .archives = {}};
    request.exported = OptionValues(request.exporter->options);
    for (const FormatModule* format : registries().formats)
        request.formats[std::string(format->id)] = OptionValues(format->options);
    for (const std::string& root : textureRoots)
        request.textureRoots.push_back(std::filesystem::absolute(root).lexically_normal().string());
    return request;
}

Result<Plan> planToRead(const ConversionRequest& request, const std::string& file,
                        const std::vector<std::string>& clips) {
    std::vector<std::string> inputs = {file};
    inputs.insert(inputs.end(), clips.begin(), clips.end());
    // The plan needs an output name, but no such file is written.
    return fileConversion(request, inputs, file + ".compared.glb");
}

Result<Scene> readPlanned(const Plan& plan) {
    ArtFiles files({.registries = registries(), .archives = plan.archives});
    const AssetReader reader(registries(), files, forEachInParallel);
    MadeScene scene = reader.read(plan.units.recipe(0));
    if (scene.failure) return *scene.failure;
    for (const std::optional<Error>& failure : scene.clipFailures) {
        if (failure) return *failure;
    }
    return std::move(scene.scene);
}

}  // namespace rigkiln::cli
