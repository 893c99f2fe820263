#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/text.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/settings/texture_options.hpp"
#include "tools/cli/archive_arguments.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/conversion_options.hpp"
#include "tools/cli/conversion_request.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/run_options.hpp"
#include "tools/cli/state_arguments.hpp"
#include "tools/cli/stop_signals.hpp"
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
    TableOptions table;
    ExecutionOptions execution;
};

/// Whether a path is a folder; false instead of an exception for paths that cannot be accessed.
bool isFolder(const std::string& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

bool hasExtension(std::string_view path, std::span<const std::string_view> extensions) {
    const std::string extension = fs::path(path).extension().string();
    return std::ranges::any_of(extensions,
                               [&](std::string_view known) { return equalIgnoringCase(extension, known); });
}

bool hasExporter(const FormatModule& format) {
    return std::ranges::any_of(registries().exporters,
                               [&](const ExporterModule* exporter) { return exporter->id == format.id; });
}

/// Whether there is one input, and it is a file of this format.
bool isOnly(const std::vector<std::string>& inputs, FileTree& files, const FormatModule& format) {
    if (inputs.size() != 1 || isFolder(inputs.front())) return false;
    const Result<RecognisedFile> recognised =
        recogniseFile(registries().formats, files, resolvedPath(inputs.front()));
    return recognised && recognised->format == &format;
}

/// Format for a conversion within one format, when the output asks for that; null otherwise. A format that
/// also has an exporter counts only when the single input is of the same format: other inputs go through the
/// exporter.
const FormatModule* sameFormatOf(const ConvertArguments& options, FileTree& files) {
    for (const FormatModule* format : registries().formats) {
        const bool isAsked =
            options.to.empty() ? hasExtension(options.output, format->extensions) : options.to == format->id;
        if (!isAsked || format->reencode == nullptr) continue;
        if (!hasExporter(*format) || isOnly(options.inputs, files, *format)) return format;
    }
    return nullptr;
}

/// Decodes and encodes the file through the file model only: a well-formed file keeps its bytes.
int reencode(const ConvertArguments& options, FileTree& files, const FormatModule& format) {
    if (options.inputs.size() != 1) {
        return failCommand(usageError(
            "convert",
            fmt::format("{} inputs for {}; within one format a single file is converted to a single file",
                        options.inputs.size(), quote(options.output))));
    }
    if (isFolder(options.output) || options.output.ends_with('/') || isFolder(options.inputs.front())) {
        const std::string& folder =
            isFolder(options.inputs.front()) ? options.inputs.front() : options.output;
        return failCommand(
            usageError(folder, "is a folder; within one format a single file is converted to a single file"));
    }
    const std::string path = fs::absolute(options.inputs.front()).lexically_normal().string();
    const Result<std::vector<std::byte>> bytes = files.read(resolvedPath(path));
    if (!bytes) return failCommand(bytes.error());
    const RecognisedFile recognised = recogniseWhole(registries().formats, path, *bytes);
    if (recognised.format != &format || recognised.recognition.kind == AssetKind::Ignored ||
        recognised.problem) {
        return failCommand(kOtherFormat.in(path, fmt::format("is no {}, which {} has to be made from",
                                                             format.title, quote(options.output))));
    }
    Result<std::vector<std::byte>> encoded = format.reencode(*bytes);
    if (!encoded) return failCommand(inFile(path, encoded.error()));
    if (*encoded != *bytes) {
        complain(fmt::format(
            "{}: its parts do not stand in the usual order; {} has the same content and other bytes", path,
            options.output));
    }
    const std::string size = byteCountText(encoded->size());
    const bool isSame = *encoded == *bytes;
    const Status written = writeFile(options.output, std::move(*encoded));
    if (!written) return failCommand(written.error());
    print(fmt::format("wrote {} ({}){}\n", toUtf8(options.output), size,
                      isSame ? ", with the same bytes as " + toUtf8(options.inputs.front()) : ""));
    return kDone;
}

/// Names of the options of the map `textures` on the command line, where there is no map.
constexpr std::array<NamedOption, 3> kTextureOptionNames = {{{kTextureMaximum, "max_texture_size"},
                                                             {kTextureGreen, "flip_green"},
                                                             {kTextureFormat, "texture_format"}}};

std::vector<OptionSpec> textureCommandOptions() {
    return renamed(kTextureOptions, kTextureOptionNames);
}

/// Exporter by --to, else by the output's extension, else the first one.
Result<const ExporterModule*> exporterOf(const ConvertArguments& options) {
    const ExporterModule* asked = nullptr;
    std::vector<std::string_view> ids;
    for (const ExporterModule* exporter : registries().exporters) {
        ids.push_back(exporter->id);
        const bool isAsked = options.to.empty() ? hasExtension(options.output, exporter->extensions)
                                                : options.to == exporter->id;
        if (isAsked) asked = exporter;
    }
    if (asked != nullptr) return asked;
    if (options.to.empty()) return registries().exporters.front();
    return usageError("--to", fmt::format("{} is no target of this program; {}", quote(options.to),
                                          suggestion(options.to, ids)));
}

Result<ConversionRequest> requestOf(const ConvertArguments& options) {
    ConversionRequest request{.decode = {},
                              .resample = {},
                              .exported = {},
                              .formats = {},
                              .exporter = nullptr,
                              .textureRoots = {},
                              .textures = {},
                              .archives = {},
                              .state = {}};
    const Result<const ExporterModule*> exporter = exporterOf(options);
    if (!exporter) return exporter.error();
    request.exporter = *exporter;
    const auto take = [&](std::span<const OptionSpec> specs, std::string_view prefix,
                          OptionValues& values) -> std::optional<Error> {
        Result<OptionValues> read = options.table.values(specs, prefix);
        if (!read) return read.error();
        values = std::move(*read);
        return std::nullopt;
    };
    if (auto error = take(jobKind(JobTask::Decode).options, "", request.decode)) return *error;
    const JobKind& resample = jobKind(JobTask::Resample);
    if (auto error = take(resample.options, "", request.resample)) return *error;
    if (auto conflict = resample.conflict(request.resample))
        return usageError(fmt::format("--{}", conflict->option), std::move(conflict->problem));
    if (auto error = take(request.exporter->options, "", request.exported)) return *error;
    for (const OptionSpec& spec : request.exporter->options) {
        if (spec.type != OptionType::File || request.exported.text(spec.name).empty()) continue;
        request.exported.set(spec.name,
                             fs::absolute(request.exported.text(spec.name)).lexically_normal().string());
    }
    for (const FormatModule* format : registries().formats) {
        if (auto error = take(format->options, format->id, request.formats[std::string(format->id)]))
            return *error;
    }
    OptionValues textures;
    if (auto error = take(textureCommandOptions(), "", textures)) return *error;
    request.textures = textureSettings(withOwnNames(textures, kTextureOptions, kTextureOptionNames));
    request.isMerged = options.isMerged;
    const Result<ContainerLimits> archives = archiveLimitsOf(options.table);
    if (!archives) return archives.error();
    request.archives = *archives;
    const Result<StateSettings> state = stateOf(options.table);
    if (!state) return state.error();
    request.state = *state;
    for (const std::string& root : options.textures) {
        if (root.empty()) return usageError("--textures", "names no folder");
        request.textureRoots.push_back(fs::absolute(root).lexically_normal().string());
    }
    return request;
}

int convertCommand(const ConvertArguments& options) {
    const Result<ContainerLimits> archives = archiveLimitsOf(options.table);
    if (!archives) return failCommand(archives.error());
    FileTree files(registries().containers, *archives, 0);
    if (const FormatModule* format = sameFormatOf(options, files)) return reencode(options, files, *format);
    const Result<ConversionRequest> request = requestOf(options);
    if (!request) return failCommand(request.error());
    const bool isFile =
        hasExtension(options.output, request->exporter->extensions) && !isFolder(options.output);
    if (!isFile && fs::path(options.output).has_extension() && !isFolder(options.output) &&
        !options.output.ends_with('/')) {
        return failCommand(usageError(
            options.output,
            fmt::format("is no folder, and {} is no extension of {} ({})",
                        quote(fs::path(options.output).extension().string()), request->exporter->title,
                        fmt::join(request->exporter->extensions, ", "))));
    }
    if (!isFile || options.isMerged) {
        Result<Settings> settings = isFile ? mergedConversion(*request, options.inputs, options.output)
                                           : folderConversion(*request, options.inputs, options.output);
        return settings ? execute(*settings, options.execution) : failCommand(settings.error());
    }
    const StopSignals signals;
    const Result<Plan> plan = fileConversion(*request, options.inputs, options.output);
    return plan ? execute(*plan, options.execution, signals.level()) : failCommand(plan.error());
}

}  // namespace

Command addConvert(CLI::App& program) {
    const auto options = std::make_shared<ConvertArguments>();
    CLI::App* app = program.add_subcommand("convert", "Convert files or folders without a configuration");
    app->footer(
        "\nOne output file takes one model and any number of clips. An output folder takes files and "
        "folders: each model gets the\n"
        "clips named after it, and each clip that fits no model becomes a file of its own. With --merge "
        "several "
        "models stand side by side:\n"
        "all of them in one output file, or those of each folder below an output folder. When input and "
        "output "
        "are of one\n"
        "format, the file is decoded and encoded again and comes out byte for byte the same.");
    app->add_option("INPUT", options->inputs,
                    "Files, folders, archives, and what is in these (art.meg/models/a.alo)")
        ->required();
    app->add_option("-o,--output", options->output, "File (its extension names the format) or folder")
        ->required();
    app->add_option("--to", options->to, "Target format, where the output does not say it");
    app->add_flag("--merge", options->isMerged, "Several models side by side in one output");
    app->add_option("--textures", options->textures,
                    "Folder to look for textures in, after the model's own and its sibling Textures")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    options->table.add(*app, textureCommandOptions(), "", "Textures");
    options->table.add(*app, archiveCommandOptions(), "", "Archives");
    options->table.add(*app, stateCommandOptions(), "", "State");
    options->table.add(*app, jobKind(JobTask::Decode).options, "", "Reading");
    options->table.add(*app, jobKind(JobTask::Resample).options, "", "Animation");
    for (const FormatModule* format : registries().formats)
        options->table.add(*app, format->options, format->id, std::string(format->title));
    for (const ExporterModule* exporter : registries().exporters)
        options->table.add(*app, exporter->options, "", std::string(exporter->title));
    options->execution.place = OptionPlace::CommandLine;
    addExecutionOptions(*app, options->execution);
    return {app, [options] { return convertCommand(*options); }};
}

}  // namespace rigkiln::cli
