#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/text.hpp"
#include "pipeline/images/folder_files.hpp"
#include "pipeline/images/usable_image.hpp"
#include "pipeline/inspect/recording_source.hpp"
#include "pipeline/inspect/size_facts.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/process/resolve_scale_compensation.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/scene/dump_scene.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tools/cli/archive_arguments.hpp"
#include "tools/cli/archive_text.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/command_inspect_image.hpp"
#include "tools/cli/command_inspect_pose.hpp"
#include "tools/cli/command_inspect_scene.hpp"
#include "tools/cli/command_memory.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/conversion_options.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/inside_images.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/pager.hpp"
#include "tools/cli/text_table.hpp"

namespace rigkiln::cli {
namespace {

/// Bytes of open archives to keep while their members are read.
constexpr std::size_t kInspectedArchiveBytes = std::size_t{256} << 20U;

struct InspectArguments {
    std::vector<std::string> files;
    std::vector<std::string> textureRoots;
    bool json = false;
    bool dump = false;
    bool scene = false;
    bool verbose = false;
    std::optional<std::string> clip{};
    std::optional<double> seconds{};
    std::string memory;
    TableOptions table;

    /// Several files get a row each.
    [[nodiscard]] bool isTable() const { return files.size() > 1 && !json && !dump && !scene && !verbose; }
};

/// Output for one file.
struct Shown {
    std::string text;              ///< or one JSON value
    std::vector<std::string> row;  ///< cells of the table
};

constexpr std::size_t kColumns = 8;

/// Cells of a row: file, what it is, bytes; the others are empty.
std::vector<std::string> rowOf(const std::string& path, std::string description, std::size_t bytes) {
    std::vector<std::string> row(kColumns);
    row[0] = toUtf8(path);
    row[1] = std::move(description);
    row[2] = byteCountText(bytes);
    return row;
}

TextTable emptyTable() {
    return TextTable({"file", "format", "bytes", "size", "joints", "triangles", "clips", "issues"});
}

SizeFacts canonicalSizes(Scene scene) {
    // A file that breaks a law has no size that can be trusted.
    if (!validateScene(scene).empty()) return {};
    resolveScaleCompensation(scene);
    convertCoordinates(scene, 1);
    return sizeFacts(scene);
}

std::vector<std::string> rowOf(const InspectedScene& file) {
    const Scene& scene = file.scene;
    std::vector<std::string> row = rowOf(file.path, file.recognition.description, file.sizeBytes);
    if (file.sizes.bounds) {
        const glm::dvec3 sides = file.sizes.bounds->maximum - file.sizes.bounds->minimum;
        row[3] = fmt::format("{:.3g} x {:.3g} x {:.3g} m", sides.x, sides.y, sides.z);
    }
    row[4] = fmt::format("{}", scene.joints.size());
    row[5] = fmt::format("{}", file.sizes.triangles);
    row[6] = fmt::format("{}", scene.clips.size());
    std::size_t issues = 0;
    for (const auto& count : file.diagnostics.counts())
        issues += count.second;
    row[7] = fmt::format("{}", issues);
    return row;
}

Result<Shown> showImage(const std::string& path, const SharedBytes& bytes, const InspectArguments& options) {
    const ImageModule* format = imageFormatOf(registries().images, path, bytes);
    if (format == nullptr)
        return kUnknownFormat.in(path, "is of no format this program reads (see rigkiln formats)");
    if (options.dump || options.scene)
        return kNothingToConvert.in(path, "is an image, which has neither fields nor a scene to show");
    const Result<InspectedImage> image = inspectImage(path, *format, bytes);
    if (!image) return inFile(path, image.error());
    Shown shown{.text = options.json ? imageJson(*image) : imageText(*image),
                .row = rowOf(path, std::string(format->title), bytes.size())};
    shown.row[3] = fmt::format("{} x {} pixels", image->width, image->height);
    shown.row[7] = fmt::format("{}", image->diagnostics.issues().size());
    return shown;
}

Shown showScene(const InspectedScene& file, const InspectArguments& options) {
    if (options.scene) return {.text = dumpScene(file.scene), .row = {}};
    return {.text = options.json ? sceneJson(file) : sceneText(file, options.verbose), .row = rowOf(file)};
}

/// Decodes a model or clip and notes which images it asks for.
Result<Shown> showModel(InspectedScene file, const std::string& source, SharedBytes bytes, ArtFiles& files,
                        const InspectArguments& options) {
    FolderFiles folder(files.folders(), files.images(), source, options.textureRoots, {}, &files.tree());
    RecordingSource companions(folder);
    const OptionValues values(file.format->options);
    const auto dropBytes = [&bytes] { bytes = SharedBytes(); };
    Result<Scene> scene = file.format->read({.path = source,
                                             .name = assetName(file.path, *file.format),
                                             .bytes = bytes,
                                             .options = values,
                                             .companions = companions,
                                             .dropBytes = dropBytes,
                                             .scratch = {}},
                                            file.diagnostics);
    if (!scene) return inFile(file.path, scene.error());
    file.scene = std::move(*scene);
    if (!options.scene) {
        file.sizes = canonicalSizes(file.scene);
        const std::vector<RecordingSource::Request> requests = companions.requests();
        file.textures = textureRows(file.scene, requests);
        std::ranges::move(rowsOfOtherImages(files.tree(), source, requests, "unused"),
                          std::back_inserter(file.textures));
    }
    return showScene(file, options);
}

Result<Shown> showArchive(const std::string& path, ArtFiles& files, const FileTree::ArchiveFolder& archive,
                          const InspectArguments& options) {
    if (options.dump || options.scene)
        return kNothingToConvert.in(path, "is an archive, which has neither fields nor a scene to show");
    std::vector<std::string> row(kColumns);
    row[0] = toUtf8(path);
    row[1] = archive.archive->module().title;
    row[3] = fmt::format("{} members", archive.archive->below(archive.folder).size());
    if (options.isTable()) return Shown{.text = {}, .row = std::move(row)};
    return Shown{.text = options.json ? archiveJson(files.tree(), archive, path)
                                      : archiveText(files.tree(), archive, path),
                 .row = std::move(row)};
}

/// Inspects one file and returns what to print, or why there is nothing.
Result<Shown> inspectOne(const std::string& path, ArtFiles& files, const InspectArguments& options) {
    const std::string source = resolvedPath(path);
    if (const auto archive = files.tree().archiveFolderAt(source))
        return showArchive(path, files, *archive, options);
    Result<SharedBytes> bytes = files.tree().readShared(source);
    if (!bytes) return bytes.error();
    RecognisedFile found = recogniseWhole(registries().formats, path, *bytes);
    if (found.problem) return *found.problem;
    if (found.format == nullptr) return showImage(path, *bytes, options);
    if (options.dump) {
        Result<std::string> text = found.format->dump(*bytes);
        if (!text) return inFile(path, text.error());
        return Shown{.text = std::move(*text), .row = {}};
    }
    InspectedScene file{.path = path,
                        .sizeBytes = bytes->size(),
                        .format = found.format,
                        .recognition = std::move(found.recognition),
                        .scene = {},
                        .sizes = {},
                        .diagnostics = {},
                        .textures = {}};
    if (file.recognition.kind == AssetKind::Ignored) {
        // Here no material could name them.
        if (!options.isTable()) file.textures = rowsOfOtherImages(files.tree(), source, {}, "");
        if (options.json) return Shown{.text = sceneJson(file), .row = {}};
        return Shown{.text = fmt::format("{}: {}, {}: nothing to convert\n", toUtf8(path),
                                         file.recognition.description, byteCountText(file.sizeBytes)) +
                             texturesText(file.textures),
                     .row = rowOf(path, file.recognition.description, file.sizeBytes)};
    }
    return showModel(std::move(file), source, std::move(*bytes), files, options);
}

/// An object for one file and an array for several, so that the output is always one JSON value.
std::string jsonText(const std::vector<std::string>& objects, bool isArray) {
    if (isArray) return fmt::format("[{}]\n", fmt::join(objects, ",\n"));
    return objects.empty() ? std::string() : objects.front() + "\n";
}

int inspectPose(const InspectArguments& options, CommandMemory& memory) {
    Result<std::string> text = std::string();
    const Status fits = memory.within(options.files.front(), [&] {
        text = poseText({.files = options.files,
                         .clip = options.clip,
                         .seconds = options.seconds.value_or(0),
                         .json = options.json});
    });
    if (!fits) return failCommand(fits.error());
    if (!text) return failCommand(text.error());
    printPaged(*text);
    return kDone;
}

int inspectCommand(const InspectArguments& options) {
    const Result<ContainerLimits> limits = archiveLimitsOf(options.table);
    if (!limits) return failCommand(limits.error());
    const Result<std::unique_ptr<CommandMemory>> memory = CommandMemory::of(options.memory);
    if (!memory) return failCommand(memory.error());
    if (options.clip || options.seconds) return inspectPose(options, **memory);
    ArtFiles files({.registries = registries(), .archives = *limits, .archiveBytes = kInspectedArchiveBytes});
    int worst = kDone;
    std::string text;
    std::vector<std::string> objects;
    TextTable table = emptyTable();
    for (const std::string& file : options.files) {
        Result<Shown> shown = Shown();
        const Status fits = (*memory)->within(file, [&] { shown = inspectOne(file, files, options); });
        if (!fits) shown = fits.error();
        if (!shown) {
            complain(shown.error().text());
            worst = std::max(worst, exitCode(shown.error()));
        } else if (options.json) {
            objects.push_back(std::move(shown->text));
        } else if (options.isTable()) {
            table.add(std::move(shown->row));
        } else {
            text += shown->text;
        }
    }
    if (options.json) text = jsonText(objects, options.files.size() > 1);
    if (options.isTable()) text = table.text("");
    printPaged(text);
    return worst;
}

}  // namespace

Command addInspect(CLI::App& program) {
    const auto options = std::make_shared<InspectArguments>();
    CLI::App* app = program.add_subcommand(
        "inspect", "Show what is in a file: size, hierarchy, meshes, materials, textures, clips, issues");
    app->footer(
        "\nSeveral files get a row each in a table; -v shows each of them whole.\n"
        "--clip and --at show a pose: rigkiln inspect soldier.alo soldier_walk_00.ala --clip soldier_walk_00 "
        "--at 0.5\n"
        "On a terminal the output goes through a pager (PAGER, less by default). docs/inspect-and-diff.md "
        "describes it.");
    app->add_option(
           "FILE", options->files,
           "Files of any format this program reads, images, archives, and files in these (a.meg/x.alo)")
        ->type_name("PATH")
        ->required();
    CLI::Option* json =
        app->add_flag("--json", options->json, "As JSON: an object for one file, an array for several");
    CLI::Option* dump =
        app->add_flag("--dump", options->dump, "The file as it is stored, a line per field with its offset")
            ->excludes(json);
    CLI::Option* scene =
        app->add_flag("--scene", options->scene, "The scene a conversion starts from, a line per element")
            ->excludes(json)
            ->excludes(dump);
    app->add_flag("-v,--verbose", options->verbose, "More: source data as JSON, all events")->excludes(json);
    app->add_option("--clip", options->clip,
                    "The pose of this clip instead; the first FILE is the model, the others are its clips")
        ->type_name("NAME")
        ->excludes(dump)
        ->excludes(scene);
    app->add_option("--at", options->seconds,
                    "Time of the pose in seconds [0]; without --clip: the rest pose")
        ->check(CLI::NonNegativeNumber)
        ->excludes(dump)
        ->excludes(scene);
    app->add_option("--textures", options->textureRoots,
                    "Folder to look for textures in, after the model's own and its sibling Textures")
        ->type_name("FOLDER")
        ->allow_extra_args(false);
    addMemoryOption(*app, options->memory);
    options->table.add(*app, archiveCommandOptions(), "", "Archives");
    return {app, [options] { return inspectCommand(*options); }};
}

}  // namespace rigkiln::cli
