#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "library/conversion/all_modules.hpp"
#include "library/conversion/conversion_request.hpp"
#include "library/conversion/named_inputs.hpp"
#include "library/conversion/named_paths.hpp"
#include "library/conversion/plan_conversion.hpp"
#include "library/conversion/request_options.hpp"
#include "library/conversion/within_format.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/run/host.hpp"
#include "pipeline/settings/cache_option.hpp"
#include "pipeline/settings/empty_option.hpp"
#include "tools/cli/archive_arguments.hpp"
#include "tools/cli/build_step.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/conversion_options.hpp"
#include "tools/cli/convert_help.hpp"
#include "tools/cli/execute_run.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/processor_share.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/state_arguments.hpp"
#include "tools/cli/stop_signals.hpp"
#include "tools/cli/unused_options.hpp"
#include "tools/cli/write_text_file.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

struct ConvertArguments {
    std::vector<std::string> inputs;
    std::string output;
    std::string to;
    std::vector<std::string> textures;
    bool isMerged = false;
    bool takesClips = false;
    TableOptions table;
    ExecutionOptions execution;
};

/// The arguments as the conversion takes them.
ConversionArguments argumentsOf(const ConvertArguments& options) {
    return {.inputs = options.inputs,
            .output = options.output,
            .to = options.to,
            .textures = options.textures,
            .isMerged = options.isMerged,
            .takesClips = options.takesClips,
            .options = options.table.all()};
}

void warn(const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences)
        complain("warning: " + sentence);
}

/// Options that were given and would change the output or make a further one.
std::vector<std::string> givenOptions(const ConvertArguments& options) {
    std::vector<std::string> given = options.table.given();
    if (options.isMerged) given.emplace_back("merge");
    if (options.takesClips) given.emplace_back("with-clips");
    if (!options.textures.empty()) given.emplace_back("textures");
    std::ranges::move(givenReports(options.execution.reports), std::back_inserter(given));
    return given;
}

/// Converts within one format and writes the output. Complains about a file that does not come back to the
/// byte.
Status writeWithinFormat(const WithinFormat& request, FileTree& files, Diagnostics& diagnostics) {
    Result<ConvertedWithinFormat> converted = convertWithinFormat(request, files, diagnostics);
    if (!converted) return converted.error();
    if (converted->isReordered) {
        complain(fmt::format(
            "{}: its parts do not stand in the usual order; {} has the same content and other bytes",
            absolutePath(request.inputs.front()).string(), request.output));
    }
    const std::string size = byteCountText(converted->bytes.size());
    Status written = writeFile(request.output, std::move(converted->bytes));
    if (!written) return written;
    print(fmt::format("wrote {} ({}){}\n", toUtf8(request.output), size,
                      converted->isSame ? ", with the same bytes as " + toUtf8(request.inputs.front()) : ""));
    return Done{};
}

/// Returns the options for builds with the paths of this command line.
BuildOptions buildOptionsOf(const ConvertArguments& options) {
    BuildOptions build = options.execution.build;
    build.inputs = options.inputs;
    build.inputs.insert(build.inputs.end(), options.textures.begin(), options.textures.end());
    build.output = {absolutePath(options.output).string(), options.output};
    for (const std::string& input : options.inputs) {
        const fs::path path = absolutePath(input);
        build.alsoRead.push_back(path.string());
        // Where clips were looked for.
        if (options.takesClips) build.alsoRead.push_back(path.parent_path().string());
    }
    return build;
}

Status spareInputs(const ReportPlaces& places, const ConvertArguments& options) {
    for (const std::string& input : options.inputs) {
        if (Status spared = places.spare(input, "an input"); !spared) return spared;
    }
    return Done{};
}

int keepFormat(const ConvertArguments& options, FileTree& files, const FormatModule& format) {
    const BuildOptions build = buildOptionsOf(options);
    if (const Status checked = checkReportFiles({}, {}, writtenFiles(build)); !checked)
        return failCommand(checked.error());
    // No report is written here.
    if (const Status spared = spareInputs(ReportPlaces(ReportFiles(), buildFiles(build)), options); !spared)
        return failCommand(spared.error());
    WithinFormat request{.inputs = options.inputs,
                         .output = options.output,
                         .format = format,
                         .exporter = registries().exporter(format.id)};
    std::vector<std::string> used;
    if (request.exporter != nullptr) {
        Result<OptionValues> exported = options.table.values(request.exporter->options, "");
        if (!exported) return failCommand(exported.error());
        request.options = std::move(*exported);
        for (const std::string_view option : request.exporter->fileOptions)
            used.push_back(commandLineName("", option));
    }
    std::vector<std::string> given = givenOptions(options);
    // They decide whether a member of an archive is read.
    for (const OptionSpec& spec : archiveCommandOptions())
        std::erase(given, commandLineName("", spec.name));
    warn(unusedWithinFormat(given, used, format.title));
    Diagnostics diagnostics;
    const Status written = writeWithinFormat(request, files, diagnostics);
    for (const Issue& issue : diagnostics.issues()) {
        complain(fmt::format("{}: {}: {}: {} ({})", toString(issue.kind->severity), options.output,
                             issue.where, issue.kind->sentence, issue.details));
    }
    BuildStep step(build);
    if (request.exporter != nullptr) {
        for (const OptionSpec& spec : request.exporter->options) {
            const std::string path = spec.type == OptionType::File ? request.options.text(spec.name) : "";
            if (!path.empty()) step.dependencies().add(absolutePath(path).string());
        }
    }
    step.addOutput(build.output.first, true);
    if (written && build.touchUnchanged) realDisk().touch(build.output.first);
    return step.finish(written ? kDone : failCommand(written.error()));
}

std::vector<OptionSpec> copyOf(std::span<const OptionSpec> specs) {
    return {specs.begin(), specs.end()};
}

/// The tables whose options may need one another.
std::vector<ReadTable> tablesOf(const ConvertArguments& options, const ConversionRequest& request) {
    const auto valuesOf = [&](const std::vector<OptionSpec>& specs) {
        Result<OptionValues> values = options.table.values(specs, "");
        return values ? std::move(*values) : OptionValues();
    };
    std::vector<ReadTable> tables = {
        {.specs = copyOf(jobKind(JobTask::Decode).options), .prefix = {}, .values = request.decode},
        {.specs = copyOf(jobKind(JobTask::Resample).options), .prefix = {}, .values = request.resample},
        {.specs = copyOf(request.exporter->options), .prefix = {}, .values = request.exported},
        {.specs = stateCommandOptions(), .prefix = {}, .values = valuesOf(stateCommandOptions())},
        {.specs = textureCommandOptions(), .prefix = {}, .values = valuesOf(textureCommandOptions())}};
    for (const FormatModule* format : registries().formats) {
        tables.push_back({.specs = copyOf(format->options),
                          .prefix = std::string(format->id),
                          .values = request.formats.find(format->id)->second});
    }
    return tables;
}

Result<Plan> planInputs(const ConversionArguments& arguments, const ConversionRequest& request,
                        ConversionTarget target, bool isBuildStep, const StopSignals& signals) {
    const Result<std::vector<std::string>> inputs = inputsOf(arguments, request);
    if (!inputs) return inputs.error();
    // Rules of a build are the same for models with and without clips.
    if (!isBuildStep && arguments.takesClips && inputs->size() == arguments.inputs.size())
        complain("warning: --with-clips does nothing here: no model was named that has clips beside it");
    return planConversion(arguments, request, *inputs, target, &signals.level());
}

/// Tells of clips beside a single model that was named without them.
void tellOfClips(const ConvertArguments& options, const ConversionRequest& request, const Plan& plan) {
    if (options.inputs.size() != 1 || plan.units.size() != 1 || options.takesClips) return;
    if (!has(request.exporter->carries, Feature::Clip)) return;
    const Part part = plan.units.recipe(0).parts.front();
    if (!part.model || !part.clips.empty()) return;
    const Result<std::vector<std::string>> clips = clipsBeside(request, options.inputs.front());
    if (!clips || clips->empty()) return;
    complain(fmt::format("{}: {} beside it: --with-clips takes {}", options.inputs.front(),
                         clips->size() == 1 ? "1 clip of this model lies"
                                            : fmt::format("{} clips of this model lie", clips->size()),
                         clips->size() == 1 ? "it" : "them"));
}

/// Tells of files that were named and are not converted. Fails when nothing else was named.
Status tellOfUseless(const ConvertArguments& options, const Plan& plan, FileTree& files) {
    constexpr std::size_t kMostTold = 5;
    const std::vector<Error> useless = uselessInputs(plan, options.inputs, files);
    const bool isNothingElse = useless.size() == options.inputs.size() && plan.units.empty();
    for (std::size_t i = isNothingElse ? 1 : 0; i < std::min(useless.size(), kMostTold); ++i)
        complain("warning: " + useless[i].text());
    if (useless.size() > kMostTold)
        complain(fmt::format("warning: and {} further inputs like these", useless.size() - kMostTold));
    if (isNothingElse) return useless.front();
    return Done{};
}

int convertCommand(const ConvertArguments& options) {
    const Result<ContainerLimits> archives = archiveLimitsOf(options.table);
    if (!archives) return failCommand(archives.error());
    FileTree files(registries().containers, *archives, 0);
    const ConversionArguments arguments = argumentsOf(options);
    if (const FormatModule* format = sameFormatOf(arguments, files))
        return keepFormat(options, files, *format);
    Result<ConversionRequest> request = requestOf(arguments);
    if (!request) return failCommand(request.error());
    const Result<StateSettings> state = stateOf(options.table);
    if (!state) return failCommand(state.error());
    request->state = *state;
    Result<std::string> cache = cacheOf(options.table);
    if (!cache) return failCommand(cache.error());
    request->cache = std::move(*cache);
    const Result<ConversionTarget> target = targetOf(arguments, *request->exporter);
    if (!target) return failCommand(target.error());
    ExecutionOptions execution = options.execution;
    execution.build = buildOptionsOf(options);
    if (const Status checked = checkOptions(execution); !checked) return failCommand(checked.error());
    if (const Status spared = spareInputs(reportPlaces(execution), options); !spared)
        return failCommand(spared.error());
    beNice(execution.nice);
    const std::unique_ptr<Trace> trace = makeTrace(execution);
    const Trace::Scope scope(trace.get(), "main");
    const StopSignals signals;
    const ProcessorShare processors(jobsOf(execution));
    Result<Plan> plan = [&] {
        const TraceSpan span("stage", "plan");
        return planInputs(arguments, *request, *target, !execution.build.depfile.empty(), signals);
    }();
    if (!plan) return failCommand(plan.error());
    if (plan->interrupted) return signals.exitCode(kInterrupted);
    failClosedArchives(*plan, options.inputs, files);
    if (const Status told = tellOfUseless(options, *plan, files); !told) return failCommand(told.error());
    tellOfClips(options, *request, *plan);
    if (const std::vector<std::string> given = options.table.given(); !given.empty()) {
        const OptionUse use{.formats = formatsOf(*plan),
                            .exporter = request->exporter,
                            .tables = tablesOf(options, *request)};
        warn(unusedOptions(given, use, registries()));
    }
    return signals.exitCode(execute(*plan, execution,
                                    {.stopLevel = signals.level(),
                                     .jobs = processors.jobs(),
                                     .trace = trace.get(),
                                     .failOn = FailOn{},
                                     .history = History{}}));
}

}  // namespace

Command addConvert(CLI::App& program) {
    const auto options = std::make_shared<ConvertArguments>();
    CLI::App* app = program.add_subcommand("convert", "Convert files or folders without a configuration");
    app->set_help_flag("-h,--help", "This help; --help FORMAT: options of a format; --help all: all options");
    app->footer(fmt::format(
        "\nOne output file takes one model and any number of clips. An output folder takes files and "
        "folders: each model gets the\n"
        "clips named after it, and each clip that fits no model becomes a file of its own. With --merge "
        "several models stand side by side:\n"
        "all of them in one output file, or those of each folder below an output folder. When input and "
        "output are of one\n"
        "format, the file is decoded and encoded again and comes out byte for byte the same.\n\n"
        "Options of a format: rigkiln convert --help alo ({})",
        helpTopics(registries())));
    app->add_option("INPUT", options->inputs,
                    "Files, folders, archives, and what is in these (art.meg/models/a.alo)")
        ->type_name("PATH")
        ->required();
    app->add_option("-o,--output", options->output, "File (its extension names the format) or folder")
        ->type_name("PATH")
        ->required();
    app->add_option("--to", options->to, "Target format, where the output does not say it")
        ->type_name("FORMAT");
    app->add_flag("--merge", options->isMerged, "Several models side by side in one output");
    app->add_flag("--with-clips", options->takesClips,
                  "Also take the clips beside each model that is named as input, as a job graph would");
    app->add_option("--textures", options->textures,
                    "Folder to look for textures in, after the model's own and its sibling Textures")
        ->type_name("FOLDER")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    options->table.add(*app, textureCommandOptions(), "", "Textures");
    options->table.add(*app, archiveCommandOptions(), "", "Archives");
    options->table.add(*app, stateCommandOptions(), "", "State");
    options->table.add(*app, std::span(&kCacheOption, 1), "", "State");
    options->table.add(*app, std::span(&kEmptyOption, 1), "", "Reading");
    options->table.add(*app, jobKind(JobTask::Decode).options, "", "Reading");
    options->table.add(*app, jobKind(JobTask::Resample).options, "", "Animation");
    // Options without a group are hidden: they have help of their own.
    options->table.add(*app, limitCommandOptions(), "", "");
    for (const FormatModule* format : registries().formats)
        options->table.add(*app, format->options, format->id, "");
    for (const ExporterModule* exporter : registries().exporters)
        options->table.add(*app, exporter->options, "", "");
    options->execution.place = OptionPlace::CommandLine;
    addExecutionOptions(*app, options->execution);
    return {app, [options] { return convertCommand(*options); },
            [app](std::string_view topic) { return convertHelp(*app, registries(), topic); }};
}

}  // namespace rigkiln::cli
