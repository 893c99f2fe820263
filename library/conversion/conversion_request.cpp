#include "library/conversion/conversion_request.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <numeric>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "library/conversion/all_modules.hpp"
#include "library/conversion/named_inputs.hpp"
#include "library/conversion/named_paths.hpp"
#include "library/conversion/request_errors.hpp"
#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/output_path.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "pipeline/settings/clip_path.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;

/// Whether a path exists; false instead of an exception for paths that cannot be accessed (too long, a loop
/// of links).
bool isThere(FileTree& files, const fs::path& path) {
    if (files.disk().lookAt(Disk::kNoFolder, path.string(), Links::Follow)) return true;
    if (isSearchable(files, path.string())) return true;
    return files.readHead(resolvedPath(path.string(), files.disk()), 1).hasValue();
}

FileTree filesOf(const ConversionRequest& request) {
    return {registries().containers, request.archives, 0, {}, diskOrReal(request.disk)};
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
    job.options.set("allow_empty", true);
    // A folder may be a link. A link to an archive is resolved, because the scan would not follow it.
    job.options.set("root", isFolderOn(files.disk(), root.string())
                                ? root.string()
                                : resolvedPath(root.string(), files.disk()));
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

std::optional<Error> nameProblem(const ConversionRequest& request, const std::string& output) {
    const std::string name = fs::path(output).filename().string();
    if (auto problem = problemOfClipPath(name, *request.exporter, request.exported))
        return usageError(output, *std::move(problem));
    const std::string extension = foldCase(fs::path(output).extension().string());
    const std::string_view asked = request.exporter->extensionFor(request.exported);
    if (asked.empty() || asked == extension) return std::nullopt;
    return usageError(output, fmt::format("ends in {}, and the options of {} ask for {}", quote(extension),
                                          request.exporter->id, asked));
}

/// A job that gives one file, whose links were followed.
Result<Job> givenFile(FileTree& files, const std::string& input, std::size_t number) {
    const fs::path path = absolutePath(input);
    if (isSearchable(files, path.string()))
        return usageError(path.string(), "is a folder, and the output is one file; give a folder as output");
    if (auto closed = archiveProblem(files, input)) return *std::move(closed);
    Job job = jobOf(fmt::format("input{}", number), JobTask::Scan);
    job.given.push_back(
        {.path = resolvedPath(path.string(), files.disk()), .name = path.filename().string()});
    return job;
}

/// Jobs and paths that differ between the job graphs of conversions.
struct ConversionJobs {
    std::vector<Job> scans;
    Job bind = jobOf("bind", JobTask::Bind);
    std::optional<Job> merge{};
    std::string outputPath;
};

Settings conversionGraph(const ConversionRequest& request, ConversionJobs jobs) {
    Settings settings{.file = "command line",
                      .state = request.state,
                      .cache = request.cache,
                      .textureRoots = request.textureRoots,
                      .textures = request.textures,
                      .archives = request.archives,
                      .limits = request.limits,
                      .ignoresEmpty = request.ignoresEmpty,
                      .jobs = std::move(jobs.scans)};
    std::vector<std::size_t> scans(settings.jobs.size());
    std::iota(scans.begin(), scans.end(), std::size_t{0});
    const auto add = [&](Job job, const std::map<std::string, std::vector<std::size_t>>& from) {
        for (const auto& [name, inputs] : from)
            job.inputs.emplace(name, inputs);
        settings.jobs.push_back(std::move(job));
        return std::vector<std::size_t>{settings.jobs.size() - 1};
    };
    Job decode = jobOf("decode", JobTask::Decode);
    decode.options = request.decode;
    decode.formatOptions = request.formats;
    const auto decoded = add(std::move(decode), {{"from", scans}});
    auto assets = add(std::move(jobs.bind), {{"models", decoded}, {"clips", decoded}});
    if (jobs.merge) assets = add(std::move(*jobs.merge), {{"from", assets}});
    Job resample = jobOf("resample", JobTask::Resample);
    resample.options = request.resample;
    const auto resampled = add(std::move(resample), {{"from", assets}});
    add(exportOf(request, std::move(jobs.outputPath)), {{"from", resampled}});
    return settings;
}

/// Makes one scan per input. Fails when an input does not exist.
Result<std::vector<Job>> scansOf(const std::vector<std::string>& inputs, FileTree& files) {
    std::vector<Job> scans;
    for (const std::string& input : inputs) {
        const fs::path path = absolutePath(input);
        if (!isThere(files, path)) {
            return kNotFound.in(path.string(), "there is no such file or folder");
        }
        scans.push_back(scanOf(files, path, scans.size() + 1));
    }
    return scans;
}

/// Fails unless the plan makes one file of all its inputs.
Status checkFilePlan(const Plan& plan, const std::string& output, FileTree& files) {
    if (!plan.environment.empty()) return plan.environment.front();
    if (!plan.ignored.empty()) return uselessInput(plan.ignored.front(), files);
    std::vector<std::string> models;
    for (const PlannedUnit& unit : plan.units) {
        const bool isTaken = unit.problem && unit.problem->file == unit.recipe.output;
        if (unit.problem && !isTaken) return *unit.problem;
        // Of files that were named, none is left out.
        for (const FileFacts& file : unit.facts) {
            if (file.problem) return *file.problem;
        }
        if (unit.recipe.parts.front().model) models.push_back(unit.recipe.mainFile().path);
    }
    if (models.size() > 1) {
        return usageError(models[1],
                          fmt::format("is a second model beside {}; one output file takes one model, or "
                                      "several side by side with --merge",
                                      models.front()));
    }
    if (plan.units.size() == 1) return Done{};
    return usageError(
        output,
        fmt::format(
            "{} clips without a model do not make one file; add the model, or give a folder as output",
            plan.units.size()));
}

/// Patterns of the files that decide which clips in its folder a model gets: the clips, and the models that
/// may get them instead. Empty when no clips go with the format.
std::vector<std::string> patternsOfClips(const FormatModule& model, const std::string& fileName) {
    std::vector<std::string> patterns;
    const std::string stem = literalPattern(std::string(splitName(fileName).name));
    for (const FormatModule* format : registries().formats) {
        if (format->family != model.family || format->pairing == ClipPairing::None) continue;
        if (format->pairing == ClipPairing::LongestStem) {
            patterns.insert(patterns.end(), {stem + "_*", stem + ".*"});
            continue;
        }
        for (const FormatModule* member : registries().formats) {
            if (member->family != model.family) continue;
            for (const std::string_view extension : member->extensions)
                patterns.push_back("*" + std::string(extension));
        }
    }
    if (!patterns.empty()) patterns.push_back(literalPattern(fileName));
    return patterns;
}

}  // namespace

Result<Settings> folderConversion(const ConversionRequest& request, const std::vector<std::string>& inputs,
                                  const std::string& outputFolder) {
    const std::string output = absolutePath(outputFolder).string();
    if (output.find_first_of("{}") != std::string::npos) {
        return usageError(output,
                          "an output folder must not have { or } in its name: they mark placeholders");
    }
    FileTree files = filesOf(request);
    Result<std::vector<Job>> scans = scansOf(inputs, files);
    if (!scans) return scans.error();
    ConversionJobs jobs{.scans = std::move(*scans),
                        .outputPath = output + outputPattern(request, files, inputs)};
    if (request.isMerged) {
        jobs.merge = jobOf("merge", JobTask::Merge);
        jobs.merge->options.set("by", std::string("folder"));
    }
    return conversionGraph(request, std::move(jobs));
}

Result<Settings> mergedConversion(const ConversionRequest& request, const std::vector<std::string>& inputs,
                                  const std::string& outputFile) {
    const std::string output = absolutePath(outputFile).string();
    if (output.find_first_of("{}") != std::string::npos)
        return usageError(output,
                          "an output of --merge must not have { or } in its path: they mark placeholders");
    if (auto error = nameProblem(request, output)) return *error;
    FileTree files = filesOf(request);
    Result<std::vector<Job>> scans = scansOf(inputs, files);
    if (!scans) return scans.error();
    ConversionJobs jobs{.scans = std::move(*scans), .outputPath = output};
    jobs.merge = jobOf(fs::path(output).stem().string(), JobTask::Merge);
    jobs.merge->options.set("by", std::string("all"));
    return conversionGraph(request, std::move(jobs));
}

Result<Plan> fileConversion(const ConversionRequest& request, const std::vector<std::string>& inputs,
                            const std::string& outputFile) {
    const std::string output = absolutePath(outputFile).string();
    FileTree files = filesOf(request);
    ConversionJobs jobs{.scans = {}, .outputPath = PathTemplate::literal(output)};
    for (const std::string& input : inputs) {
        Result<Job> scan = givenFile(files, input, jobs.scans.size() + 1);
        if (!scan) return scan.error();
        jobs.scans.push_back(std::move(*scan));
    }
    if (auto error = nameProblem(request, output)) return *error;
    for (const Job& scan : jobs.scans) {
        if (scan.given.front().path == resolvedPath(output, files.disk()))
            return usageError(output, "is an input too, and inputs are never overwritten");
    }
    jobs.bind.options.set(kMatch, std::string(kMatchAll));
    const Settings settings = conversionGraph(request, std::move(jobs));
    Result<Plan> plan = makePlan({.settings = settings, .registries = registries(), .disk = request.disk});
    if (!plan) return plan;
    if (const Status checked = checkFilePlan(*plan, output, files); !checked) return checked.error();
    return plan;
}

Result<std::vector<std::string>> clipsBeside(const ConversionRequest& request, const std::string& model) {
    const fs::path path = absolutePath(model);
    FileTree files = filesOf(request);
    const Result<RecognisedFile> recognised =
        recogniseFile(registries().formats, files, resolvedPath(path.string(), files.disk()));
    std::vector<std::string> clips;
    if (!recognised || recognised->format == nullptr || recognised->recognition.kind != AssetKind::Model)
        return clips;
    Job scan = scanOf(files, path, 1);
    const std::string name = path.filename().string();
    scan.options.set("include", patternsOfClips(*recognised->format, name));
    scan.options.set("ignore_case", true);
    if (scan.options.list("include").empty()) return clips;
    const std::string folder = scan.options.text("root");
    ConversionJobs jobs{.scans = {std::move(scan)}, .outputPath = "/clips/{folder}/{name}.{ext}"};
    jobs.bind.options.set("unbound", std::string("skip"));
    const Settings settings = conversionGraph(request, std::move(jobs));
    const Result<Plan> plan =
        makePlan({.settings = settings, .registries = registries(), .disk = request.disk});
    if (!plan) return plan.error();
    for (std::size_t i = 0; i < plan->units.size(); ++i) {
        const Recipe recipe = plan->units.recipe(i);
        const Part& part = recipe.parts.front();
        if (!part.model || part.model->path != (fs::path(folder) / name).string()) continue;
        for (const FileRecipe& clip : part.clips)
            clips.push_back(clip.path);
    }
    return clips;
}

}  // namespace rigkiln
