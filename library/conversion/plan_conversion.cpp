#include "library/conversion/plan_conversion.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "library/conversion/all_modules.hpp"
#include "library/conversion/named_paths.hpp"
#include "library/conversion/request_errors.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/recognise_file.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;

/// Whether there is one input, and it is a file of this format.
bool isOnly(const std::vector<std::string>& inputs, FileTree& files, const FormatModule& format) {
    if (inputs.size() != 1 || isFolderOn(files.disk(), inputs.front())) return false;
    const Result<RecognisedFile> recognised =
        recogniseFile(registries().formats, files, resolvedPath(inputs.front(), files.disk()));
    return recognised && recognised->format == &format;
}

}  // namespace

bool hasExtension(std::string_view path, std::span<const std::string_view> extensions) {
    const std::string extension = fs::path(path).extension().string();
    return std::ranges::any_of(extensions,
                               [&](std::string_view known) { return equalIgnoringCase(extension, known); });
}

const FormatModule* sameFormatOf(const ConversionArguments& arguments, FileTree& files) {
    for (const FormatModule* format : registries().formats) {
        const bool isAsked = arguments.to.empty() ? hasExtension(arguments.output, format->extensions)
                                                  : arguments.to == format->id;
        if (!isAsked || format->reencode == nullptr) continue;
        const bool hasExporter = registries().exporter(format->id) != nullptr;
        if (!hasExporter || isOnly(arguments.inputs, files, *format)) return format;
    }
    return nullptr;
}

Result<ConversionTarget> targetOf(const ConversionArguments& arguments, const ExporterModule& exporter) {
    if (isFolderOn(diskOrReal(arguments.disk), arguments.output)) return ConversionTarget{};
    if (hasExtension(arguments.output, exporter.extensions)) return ConversionTarget{.isFile = true};
    const fs::path output(arguments.output);
    if (!output.has_extension() || arguments.output.ends_with('/')) return ConversionTarget{};
    return usageError(arguments.output, fmt::format("is no folder, and {} is no extension of {} ({})",
                                                    quote(output.extension().string()), exporter.title,
                                                    fmt::join(exporter.extensions, ", ")));
}

Result<std::vector<std::string>> inputsOf(const ConversionArguments& arguments,
                                          const ConversionRequest& request) {
    std::vector<std::string> inputs = arguments.inputs;
    if (!arguments.takesClips) return inputs;
    for (const std::string& input : arguments.inputs) {
        Result<std::vector<std::string>> clips = clipsBeside(request, input);
        if (!clips) return clips.error();
        std::ranges::move(*clips, std::back_inserter(inputs));
    }
    return inputs;
}

Result<Plan> planConversion(const ConversionArguments& arguments, const ConversionRequest& request,
                            const std::vector<std::string>& inputs, ConversionTarget target,
                            const std::atomic<int>* stopLevel) {
    if (target.isFile && !arguments.isMerged) return fileConversion(request, inputs, arguments.output);
    const Result<Settings> settings = target.isFile ? mergedConversion(request, inputs, arguments.output)
                                                    : folderConversion(request, inputs, arguments.output);
    if (!settings) return settings.error();
    return makePlan(
        {.settings = *settings, .registries = registries(), .stopLevel = stopLevel, .disk = request.disk});
}

}  // namespace rigkiln
