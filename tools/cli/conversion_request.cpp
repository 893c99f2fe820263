#include "tools/cli/conversion_request.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "pipeline/plan/resample_options.hpp"
#include "tools/cli/archive_arguments.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

fs::path absolutePath(const std::string& path) {
    const fs::path absolute = fs::absolute(path).lexically_normal();
    return absolute.has_filename() ? absolute : absolute.parent_path();
}

/// Whether a path exists; false instead of an exception for paths that cannot be accessed (too long, a loop
/// of links).
bool isThere(FileTree& files, const fs::path& path) {
    std::error_code ignored;
    if (fs::exists(path, ignored) || isSearchable(files, path.string())) return true;
    return files.readHead(resolvedPath(path.string()), 1).hasValue();
}

/// Extension for outputs that the program names itself: that of the requested container.
std::string outputExtension(const ConversionRequest& request) {
    const std::string_view asked = request.exporter->extensionFor(request.exported);
    return std::string(asked.empty() ? request.exporter->extensions.front() : asked);
}

/// A pattern that matches exactly this name.
std::string literalPattern(const std::string& name) {
    std::string pattern;
    for (const char character : name) {
        const bool isSpecial =
            character == '*' || character == '?' || character == '[' || character == '{' || character == '\\';
        pattern += isSpecial ? fmt::format("[{}]", character) : std::string(1, character);
    }
    return pattern;
}

Job jobOf(std::string name, JobTask task) {
    Job job;
    job.name = std::move(name);
    job.kind = &jobKind(task);
    job.options = OptionValues(job.kind->options);
    return job;
}

Job scanOf(FileTree& files, const fs::path& input, std::size_t number) {
    Job job = jobOf(fmt::format("input{}", number), JobTask::Scan);
    const bool isWholeFolder = isSearchable(files, input.string());
    const fs::path root = isWholeFolder ? input : input.parent_path();
    std::error_code ignored;
    // A folder may be a link. A link to an archive is resolved, because the scan would not follow it.
    job.options.set("root", fs::is_directory(root, ignored) ? root.string() : resolvedPath(root.string()));
    if (!isWholeFolder) {
        job.options.set("include", std::vector<std::string>{literalPattern(input.filename().string())});
        job.options.set("ignore_case", false);
    }
    return job;
}

/// Pattern of output paths below the output folder. An exporter that writes a file for each clip gets a
/// folder for each input, unless the input is a single file.
std::string outputPattern(const ConversionRequest& request, FileTree& files,
                          const std::vector<std::string>& inputs) {
    const std::string extension = outputExtension(request);
    if (!request.exporter->isPerClip) return "/{folder}/{name}" + extension;
    const bool isOneFile = inputs.size() == 1 && !isSearchable(files, absolutePath(inputs.front()).string());
    return (isOneFile ? "/{clip}" : "/{folder}/{name}/{clip}") + extension;
}

Job exportOf(const ConversionRequest& request, std::string path) {
    Job job = jobOf("output", JobTask::Export);
    for (const auto& [name, value] : request.exported.all())
        job.options.set(name, value);
    job.options.set("to", std::string(request.exporter->id));
    job.options.set("path", std::move(path));
    job.exporter = request.exporter;
    return job;
}

SelectOptions selectOptions(const OptionValues& decode) {
    return {.collision = decode.listHas("keep", "collision"),
            .shadow = decode.listHas("keep", "shadow"),
            .hidden = decode.listHas("keep", "hidden"),
            .lods = decode.listHas("keep", "lods"),
            .alternatives = decode.listHas("keep", "alternatives")};
}

Result<SourceFile> sourceOf(const std::string& input, FileTree& files,
                            const std::shared_ptr<const DecodeSettings>& decode) {
    const fs::path path = absolutePath(input);
    if (isSearchable(files, path.string()))
        return usageError(path.string(), "is a folder, and the output is one file; give a folder as output");
    const std::string resolved = resolvedPath(path.string());
    const Result<RecognisedFile> recognised = recogniseFile(registries().formats, files, resolved);
    if (!recognised) return recognised.error();
    if (recognised->problem) return *recognised->problem;
    if (recognised->format == nullptr)
        return Error{.where = path.string(),
                     .problem = "is of no format this program reads (see rigkiln formats)"};
    return SourceFile{.path = resolved,
                      .relative = path.filename().string(),
                      .name = assetName(path.string(), *recognised->format),
                      .sizeBytes = recognised->sizeBytes,
                      .format = recognised->format,
                      .kind = recognised->recognition.kind,
                      .description = recognised->recognition.description,
                      .decode = decode};
}

std::optional<Error> place(SourceFile source, PlannedUnit& unit) {
    switch (source.kind) {
        case AssetKind::Ignored:
            return Error{.where = source.path,
                         .problem = fmt::format("is a file of kind {}: nothing to convert",
                                                quote(source.description))};
        case AssetKind::Clip:
            unit.clips.push_back(std::move(source));
            return std::nullopt;
        case AssetKind::Model:
            break;
    }
    if (unit.model) {
        return usageError(source.path,
                          fmt::format("is a second model beside {}; one output file takes one model, or "
                                      "several side by side with --merge",
                                      unit.model->path));
    }
    unit.model = std::move(source);
    return std::nullopt;
}

std::optional<Error> extensionProblem(const ConversionRequest& request, const std::string& output) {
    const std::string extension = foldCase(fs::path(output).extension().string());
    const std::string_view asked = request.exporter->extensionFor(request.exported);
    if (asked.empty() || asked == extension) return std::nullopt;
    return usageError(output, fmt::format("ends in {}, and the options of {} ask for {}", quote(extension),
                                          request.exporter->id, asked));
}

/// Error when the output path cannot be used, whatever the inputs hold.
std::optional<Error> outputProblem(const ConversionRequest& request, const PlannedUnit& unit) {
    if (auto error = extensionProblem(request, unit.output)) return error;
    const std::string output = resolvedPath(unit.output);
    const auto isOutput = [&](const SourceFile& source) { return source.path == output; };
    if ((unit.model && isOutput(*unit.model)) || std::ranges::any_of(unit.clips, isOutput))
        return usageError(unit.output, "is an input too, and inputs are never overwritten");
    return std::nullopt;
}

/// Makes the jobs of a conversion; `merge` is used only if requested.
Result<Settings> conversionGraph(const ConversionRequest& request, const std::vector<std::string>& inputs,
                                 FileTree& files, Job merge, std::string outputPath) {
    Settings settings{.file = "command line",
                      .state = request.state,
                      .textureRoots = request.textureRoots,
                      .textures = request.textures,
                      .archives = request.archives,
                      .jobs = {}};
    std::vector<std::size_t> scans;
    for (const std::string& input : inputs) {
        const fs::path path = absolutePath(input);
        if (!isThere(files, path)) {
            return Error{.where = path.string(),
                         .problem = "there is no such file or folder",
                         .kind = ErrorKind::Environment};
        }
        scans.push_back(settings.jobs.size());
        settings.jobs.push_back(scanOf(files, path, scans.size()));
    }
    const auto add = [&](Job job, const std::map<std::string, std::vector<std::size_t>>& from) {
        for (const auto& [name, jobs] : from)
            job.inputs.emplace(name, jobs);
        settings.jobs.push_back(std::move(job));
        return std::vector<std::size_t>{settings.jobs.size() - 1};
    };
    Job decode = jobOf("decode", JobTask::Decode);
    decode.options = request.decode;
    decode.formatOptions = request.formats;
    const auto decoded = add(std::move(decode), {{"from", scans}});
    auto assets = add(jobOf("bind", JobTask::Bind), {{"models", decoded}, {"clips", decoded}});
    if (request.isMerged) assets = add(std::move(merge), {{"from", assets}});
    Job resample = jobOf("resample", JobTask::Resample);
    resample.options = request.resample;
    const auto resampled = add(std::move(resample), {{"from", assets}});
    add(exportOf(request, std::move(outputPath)), {{"from", resampled}});
    return settings;
}

}  // namespace

Result<Settings> folderConversion(const ConversionRequest& request, const std::vector<std::string>& inputs,
                                  const std::string& outputFolder) {
    const std::string output = absolutePath(outputFolder).string();
    if (output.find_first_of("{}") != std::string::npos) {
        return usageError(output,
                          "an output folder must not have { or } in its name: they mark placeholders");
    }
    Job merge = jobOf("merge", JobTask::Merge);
    merge.options.set("by", std::string("folder"));
    FileTree files(registries().containers, request.archives, 0);
    std::string path = output + outputPattern(request, files, inputs);
    return conversionGraph(request, inputs, files, std::move(merge), std::move(path));
}

Result<Settings> mergedConversion(const ConversionRequest& request, const std::vector<std::string>& inputs,
                                  const std::string& outputFile) {
    const std::string output = absolutePath(outputFile).string();
    if (output.find_first_of("{}") != std::string::npos)
        return usageError(output,
                          "an output of --merge must not have { or } in its path: they mark placeholders");
    if (auto error = extensionProblem(request, output)) return *error;
    Job merge = jobOf(fs::path(output).stem().string(), JobTask::Merge);
    merge.options.set("by", std::string("all"));
    FileTree files(registries().containers, request.archives, 0);
    return conversionGraph(request, inputs, files, std::move(merge), output);
}

Result<HandMadePlan> fileConversion(const ConversionRequest& request, const std::vector<std::string>& inputs,
                                    const std::string& outputFile) {
    const auto decode =
        std::make_shared<const DecodeSettings>(DecodeSettings{.select = selectOptions(request.decode),
                                                              .metresPerUnit = request.decode.number("scale"),
                                                              .formatOptions = request.formats});
    FileTree files(registries().containers, request.archives, 0);
    PlannedUnit unit;
    unit.output = absolutePath(outputFile).string();
    unit.outputRoot = fs::path(unit.output).parent_path().string();
    unit.resampleRates = {request.resample.number("rate")};
    unit.reduction = reductionOf(request.resample);
    for (const std::string& input : inputs) {
        Result<SourceFile> source = sourceOf(input, files, decode);
        if (!source) return source.error();
        if (auto error = place(std::move(*source), unit)) return *error;
    }
    if (!unit.model && unit.clips.size() != 1) {
        return usageError(
            unit.output,
            fmt::format(
                "{} clips without a model do not make one file; add the model, or give a folder as output",
                unit.clips.size()));
    }
    if (auto error = outputProblem(request, unit)) return *error;
    HandMadePlan made;
    made.exportJob = std::make_unique<Job>(exportOf(request, unit.output));
    unit.exportJob = made.exportJob.get();
    made.plan.configuration = "command line";
    made.plan.textureRoots = request.textureRoots;
    made.plan.textures = request.textures;
    made.plan.images = registries().images;
    made.plan.containers = registries().containers;
    made.plan.archives = request.archives;
    made.plan.state = request.state;
    made.plan.units.push_back(std::move(unit));
    return made;
}

}  // namespace rigkiln::cli
