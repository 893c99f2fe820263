#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "pipeline/base/file_name.hpp"
#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/images/folder_files.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/report_json.hpp"
#include "pipeline/report/report_text.hpp"
#include "pipeline/run/parallel_for.hpp"
#include "pipeline/run/run_in_arena.hpp"
#include "pipeline/run/unit_results.hpp"
#include "tools/cli/archive_arguments.hpp"
#include "tools/cli/build_step.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/command_memory.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/processor_share.hpp"
#include "tools/cli/reduction_options.hpp"
#include "tools/cli/report_files.hpp"
#include "tools/cli/report_places.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/stop_signals.hpp"
#include "tools/cli/unused_options.hpp"
#include "tools/cli/write_text_file.hpp"
#include "tools/optimize/optimize_gltf.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

struct OptimizeArguments {
    std::string input;
    std::string output;
    std::string report;
    BuildOptions build;
    unsigned jobs = 0;
    std::string memory;
    ReductionOptions reduction;
};

std::string folderOf(const std::string& path) {
    return path.substr(0, path.rfind('/'));
}

/// Error when the output path cannot be used, whatever the input holds.
std::optional<Error> outputProblem(const std::string& input, const std::string& output) {
    const std::string extension = foldCase(fs::path(output).extension().string());
    if (extension != ".glb" && extension != ".gltf")
        return usageError(output, fmt::format("ends in {}, expected .glb or .gltf", quote(extension)));
    std::error_code ignored;
    if (fs::is_directory(output, ignored)) return usageError(output, "is a folder, expected a file");
    if (resolvedPath(output) == input)
        return usageError(output, "is the input too, and inputs are never overwritten");
    return std::nullopt;
}

/// Adds advice to the error about a required extension that is not supported.
Error withAdvice(Error error) {
    if (error.is(gltf::kExtensionRequired))
        error.problem +=
            "; write it without that extension first, as in `gltf-transform copy IN OUT` for compression";
    return error;
}

/// Runs all steps of the command in order.
class Optimization {
public:
    Optimization(const OptimizeArguments& options, ReductionSettings settings, CommandMemory& memory)
        : options_(options),
          settings_(settings),
          memory_(memory),
          input_(resolvedPath(options.input)),
          output_(fs::absolute(options.output).lexically_normal().string()),
          build_(options.build),
          step_(build_) {
        build_.inputs = {options.input};
        build_.output = {output_, options.output};
        step_.dependencies().add(input_);
        step_.addFile(options.report);
    }

    int run() {
        if (auto problem = outputProblem(input_, output_)) return failCommand(*problem);
        if (const Status checked = checkReportFiles({.json = options_.report}, {}, writtenFiles(build_));
            !checked)
            return failCommand(checked.error());
        const ReportPlaces places({.json = options_.report}, buildFiles(build_));
        if (const Status spared = places.spare(input_, "the input"); !spared)
            return failCommand(spared.error());
        const int exitWith = makeOutput();
        step_.addOutput(output_, unit_.status == UnitStatus::Written);
        return step_.finish(exitWith);
    }

private:
    int makeOutput() {
        const StopSignals signals;
        const ProcessorShare processors(options_.jobs == 0 ? jobsOf({}) : options_.jobs);
        Status done = Done{};
        const Status fits = memory_.within(input_, [&] { done = optimize(signals, processors.jobs()); });
        if (!fits) done = fits.error();
        step_.dependencies().add(journal_.looks());
        if (isInterrupted_) return signals.exitCode(kInterrupted);
        if (!done) return failCommand(done.error());
        const RunReport report = reportOf();
        print(toSummaryText(report));
        if (options_.report.empty()) return exitCode(report);
        const Status written = writeTextFile(options_.report, toReportJson(report));
        return written ? exitCode(report) : failCommand(written.error());
    }

    Status optimize(const StopSignals& signals, unsigned jobs) {
        ArtFiles files({.registries = registries()});
        const Result<std::vector<std::byte>> bytes = files.tree().read(input_);
        if (!bytes) return bytes.error();
        unit_.bytesIn = bytes->size();
        FolderFiles companions(files.folders(), files.images(), input_, {}, {}, &files.tree(), &journal_);
        const OptionValues formatOptions(gltf::kGltfFormat.options);
        const ReadRequest request{.path = input_,
                                  .name = std::string(splitName(input_).name),
                                  .bytes = *bytes,
                                  .options = formatOptions,
                                  .companions = companions};
        const optimize::WriteTarget target{
            .fileName = fs::path(output_).filename().string(),
            .isSameFolder = folderOf(input_) == folderOf(resolvedPath(output_)),
            .companions = companions};
        std::optional<Result<optimize::OptimizedGltf>> result;
        const StopSignal stop(&signals.level());
        try {
            runInArena(jobs, [&] {
                const StopScope scope(&stop);
                result = optimize::optimizeGltf(request, settings_, target, diagnostics_, forEachInParallel);
            });
        } catch (const Stopped&) {
            isInterrupted_ = true;
            return Done{};
        }
        if (!*result) {
            return inFile(input_, withAdvice(result->error()));
        }
        isInterrupted_ = signals.level() > 0;
        if (isInterrupted_) return Done{};
        unit_.reductions = std::move((**result).reductions);
        unit_.counts = (**result).counts;
        passOnRefusal();
        return publish((**result).files);
    }

    /// Writes the files that the output refers to before the output itself. Existing files must have the same
    /// bytes; they are never replaced.
    Status publish(const optimize::EditedFiles& files) {
        const MemoryAccount::Scope ofNobody(nullptr);  // a file that is begun is written
        Publisher publisher;
        const std::string folder = folderOf(output_);
        for (const optimize::Companion& companion : files.companions) {
            const std::string path = folder + "/" + companion.path;
            std::error_code ignored;
            if (fs::exists(path, ignored)) {
                const Result<std::vector<std::byte>> there = readFile(path);
                if (there && std::ranges::equal(*there, companion.bytes)) continue;
                return kCompanionTaken.in(
                    path,
                    "is there with other bytes, and the output would refer to it; choose "
                    "another folder");
            }
            OutputSet set;
            set.push_back({.name = fs::path(path).filename().string(), .pieces = {companion.bytes}});
            const Result<Published> published = publisher.publish(path, folder, set);
            if (!published) return published.error();
        }
        const Result<Published> published = publisher.publish(output_, folder, files.set);
        if (!published) return published.error();
        if (build_.touchUnchanged) realDisk().touch(output_);
        unit_.bytesOut = published->bytes;
        unit_.status = published->changed ? UnitStatus::Written : UnitStatus::Unchanged;
        return Done{};
    }

    RunReport reportOf() {
        unit_.output = output_;
        unit_.format = gltf::kGltfFormat.id;
        unit_.exporter = "gltf";
        unit_.inputs.push_back(
            {.path = input_, .format = std::string(gltf::kGltfFormat.id), .sizeBytes = unit_.bytesIn});
        addIssues(unit_, diagnostics_);
        RunReport report;
        report.version = std::string(version());
        report.configuration = "command line";
        report.units.push_back(unit_);
        return report;
    }

    const OptimizeArguments& options_;
    ReductionSettings settings_;
    CommandMemory& memory_;
    std::string input_;
    std::string output_;
    BuildOptions build_;
    BuildStep step_;
    Journal journal_;
    bool isInterrupted_ = false;
    Diagnostics diagnostics_;
    UnitReport unit_;
};

int optimizeCommand(const OptimizeArguments& options) {
    const Result<GivenReduction> given = reductionGiven(options.reduction);
    if (!given) return failCommand(given.error());
    if (!given->hasBound)
        return failCommand(
            usageError("--max-error", "is missing, expected a length, as in --max-error 0.5mm"));
    if (given->settings.fitsSplines && given->settings.maxError == 0)
        return failCommand(
            usageError("--interpolation", "is cubic, which needs a --max-error above 0, as in 0.5mm"));
    for (const std::string& sentence :
         optionsInNeed(options.reduction.table.given(), {reductionTable(options.reduction)}))
        complain("warning: " + sentence);
    const Result<std::unique_ptr<CommandMemory>> memory = CommandMemory::of(options.memory);
    if (!memory) return failCommand(memory.error());
    return Optimization(options, given->settings, **memory).run();
}

}  // namespace

Command addOptimize(CLI::App& program) {
    const auto options = std::make_shared<OptimizeArguments>();
    CLI::App* app = program.add_subcommand(
        "optimize", "Take keys out of a glTF file's animations, and leave the rest as it is");
    app->footer(
        "\nNo point of the model is ever farther than --max-error from where the input has it "
        "(docs/keyframe-reduction.md). Nodes,\n"
        "meshes, materials, images, extras and unknown extensions stay as they are, and so do channels that "
        "move something else than\n"
        "joints. An animation that was reduced to the same bound before stays as it is.");
    app->add_option("INPUT", options->input, "A .glb or .gltf file, ours or that of others")
        ->type_name("FILE")
        ->required();
    app->add_option("-o,--output", options->output, "A .glb or .gltf file")->type_name("FILE")->required();
    options->reduction.choosesKeys = true;
    addReductionOptions(
        *app, options->reduction,
        "No point on the model gets farther than this from where the input has it; 0mm takes out only what "
        "repeats");
    app->add_option("-j,--jobs", options->jobs, "Processors to use (default: all this process may use)")
        ->check(CLI::Range(1, 1024));
    addMemoryOption(*app, options->memory);
    app->add_option("--report", options->report, "Write a JSON report (docs/report.md) to this file")
        ->type_name("FILE");
    addBuildOptions(*app, options->build);
    return {app, [options] { return optimizeCommand(*options); }};
}

}  // namespace rigkiln::cli
