#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "pipeline/plan/scan.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/settings/settings.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/write_text_file.hpp"

namespace rigkiln::cli {
namespace {

/// Bytes of open archives to keep while their members are read.
constexpr std::size_t kScannedArchiveBytes = std::size_t{256} << 20U;

/// Name of the JSON Schema beside a configuration. A path on one machine would be wrong on others.
constexpr std::string_view kSchemaFile = "rigkiln.schema.json";

struct InitArguments {
    std::string folder;
    std::string output;
};

/// Files found of one format.
struct Found {
    std::size_t models = 0;
    std::size_t clips = 0;
    std::size_t ignored = 0;
    std::set<std::string> extensions{};  ///< extensions of the files found, lower case
};

/// Whether the extension needs no escaping in a pattern or in YAML.
bool isPlain(std::string_view extension) {
    return extension.size() > 1 && std::ranges::all_of(extension.substr(1), [](char character) {
               return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
           });
}

using FoundByFormat = std::map<std::string_view, Found>;

void count(const ScannedFile& file, FileTree& files, FoundByFormat& found) {
    const Result<RecognisedFile> recognised = recogniseFile(registries().formats, files, file.path);
    if (!recognised || recognised->format == nullptr || recognised->problem) return;
    Found& row = found[recognised->format->id];
    std::string extension = foldCase(splitName(file.relative).extension);
    if (isPlain(extension)) row.extensions.insert(std::move(extension));
    switch (recognised->recognition.kind) {
        case AssetKind::Model:
            ++row.models;
            break;
        case AssetKind::Clip:
            ++row.clips;
            break;
        case AssetKind::Ignored:
            ++row.ignored;
            break;
        case AssetKind::Unclear:  // only of files with a problem
            break;
    }
}

/// The `include` patterns of the formats that have files of this kind.
std::string patterns(const FoundByFormat& found, std::size_t Found::*kind) {
    std::string text;
    for (const FormatModule* format : registries().formats) {
        const auto row = found.find(format->id);
        if (row == found.end() || row->second.*kind == 0) continue;
        std::set<std::string> further = row->second.extensions;
        const auto add = [&](std::string_view extension) {
            text += fmt::format("{}\"**/*{}\"", text.empty() ? "" : ", ", extension);
        };
        for (const std::string_view extension : format->extensions) {
            add(extension);
            further.erase(std::string(extension));
        }
        std::ranges::for_each(further, add);
    }
    return text;
}

/// Writes a path as a YAML scalar in double quotes. Precondition: UTF-8.
std::string yamlText(const std::string& text) {
    std::string quoted = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char character = text[i];
        const auto byte = static_cast<unsigned char>(character);
        if (byte < 0x20 || byte == 0x7F) {
            quoted += fmt::format("\\x{:02X}", byte);
            continue;
        }
        if (character == '"' || character == '\\') quoted += '\\';
        if (character == '$' && text.compare(i + 1, 1, "{") == 0) quoted += '$';
        quoted += character;
    }
    return quoted + "\"";
}

std::string configurationText(const std::string& folder, const FoundByFormat& found) {
    std::string text = fmt::format(
        "# yaml-language-server: $schema={0}\n"
        "# The line above lets editors check and complete this file; `rigkiln schema > {0}` makes the file "
        "it "
        "names.\n"
        "#\n"
        "# A job graph for rigkiln: `rigkiln run THIS_FILE`. The reference is docs/configuration.md.\n"
        "#\n"
        "# Found in {1}:\n",
        kSchemaFile, toUtf8(folder));
    for (const auto& [format, row] : found) {
        text += fmt::format("#   {}: {} models, {} clips, {} files that hold nothing to convert\n", format,
                            row.models, row.clips, row.ignored);
    }
    const std::string models = patterns(found, &Found::models);
    const std::string clips = patterns(found, &Found::clips);
    text += fmt::format(
        "rigkiln: 1\n\n"
        "vars:\n"
        "  input: {}   # -D input=... on the command line overrides\n"
        "  output: {}\n\n"
        "# Textures are converted once and kept here for later runs; the folder may be deleted at any time.\n"
        "state: \"${{output}}/.rigkiln\"\n\n"
        "# Textures are looked for in the model's own folder, its sibling folder Textures, then in search.\n"
        "# max_size: 1024, say, makes larger ones smaller; flip_green: true turns normal maps over; format: "
        "png makes all of them PNG.\n"
        "textures: {{ search: [], max_size: 0, flip_green: false, format: keep }}\n\n"
        "# Files without a single byte are failures; ignore leaves them out.\n"
        "on_empty: fail\n\n"
        "jobs:\n",
        yamlText(folder), yamlText(folder + "-gltf"));
    if (!models.empty())
        text += fmt::format("  models: {{ uses: scan, root: \"${{input}}\", include: [{}] }}\n", models);
    if (!clips.empty())
        text += fmt::format("  clips: {{ uses: scan, root: \"${{input}}\", include: [{}] }}\n", clips);
    std::string from = models.empty() ? "clips" : "models";
    if (!models.empty() && !clips.empty()) {
        text +=
            "  # Each model gets the clips that are named after it; clips that fit no model become files of "
            "their own.\n"
            "  rigs: { uses: bind, models: models, clips: clips, unbound: skeleton }\n";
        from = "rigs";
    }
    if (!clips.empty()) {
        text += fmt::format(
            "  # rate: source keeps the keys as they are stored; 30fps, say, takes samples.\n"
            "  timed: {{ uses: resample, from: {}, rate: source }}\n",
            from);
        from = "timed";
    }
    text += fmt::format(
        "  glb: {{ uses: export, from: {}, to: gltf, path: \"${{output}}/{{folder}}/{{name}}.glb\" }}\n",
        from);
    return text;
}

/// Writes the schema that the configuration names beside it, unless the output is a device.
Status writeSchema(const std::string& configuration) {
    const std::filesystem::path path(configuration);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return Done{};
    return writeTextFile((path.parent_path() / kSchemaFile).string(), settingsSchema(registries()) + "\n");
}

int initCommand(const InitArguments& options) {
    const std::filesystem::path folder = std::filesystem::absolute(options.folder).lexically_normal();
    const std::string root = folder.has_filename() ? folder.string() : folder.parent_path().string();
    if (!isUtf8(root)) {
        complain(fmt::format("{}: a configuration is UTF-8 and cannot hold a name that is not", quote(root)));
        return kBadUsage;
    }
    FileTree files(registries().containers, {}, kScannedArchiveBytes);
    const Result<ScanResult> scanned =
        scan({.root = root, .include = {"**"}, .exclude = {}, .archives = &files});
    if (!scanned) {
        complain(scanned.error().text());
        return exitCode(scanned.error());
    }
    FoundByFormat found;
    for (const ScannedFile& file : scanned->files)
        count(file, files, found);
    if (std::ranges::all_of(found,
                            [](const auto& row) { return row.second.models + row.second.clips == 0; })) {
        complain(
            fmt::format("{}: none of its {} files is of a format this program reads (see rigkiln formats)",
                        root, scanned->files.size()));
        return kSomeFailed;
    }
    const std::string text = configurationText(root, found);
    if (options.output.empty()) {
        print(text);
        return kDone;
    }
    std::error_code ignored;
    if (std::filesystem::exists(options.output, ignored)) {
        complain(fmt::format("{}: is there already and was left alone", options.output));
        return kBadUsage;
    }
    const Status written = writeTextFile(options.output, text);
    if (!written) return failCommand(written.error());
    const Status schema = writeSchema(options.output);
    return schema ? kDone : failCommand(schema.error());
}

}  // namespace

Command addInit(CLI::App& program) {
    const auto options = std::make_shared<InitArguments>();
    CLI::App* app =
        program.add_subcommand("init", "Look at a folder and write a commented configuration for it");
    app->add_option("FOLDER", options->folder, "Folder with the files to convert")
        ->type_name("FOLDER")
        ->required();
    app->add_option(
           "-o,--output", options->output,
           "File to write (default: standard output); rigkiln.schema.json for editors is written beside it")
        ->type_name("FILE");
    return {app, [options] { return initCommand(*options); }};
}

}  // namespace rigkiln::cli
