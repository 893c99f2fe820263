#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "pipeline/reading/asset_reader.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/scene/dump_scene.hpp"
#include "tools/cli/archive_arguments.hpp"
#include "tools/cli/archive_text.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/conversion_options.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {
namespace {

/// Bytes of open archives to keep while their members are read.
constexpr std::size_t kInspectedArchiveBytes = std::size_t{256} << 20U;

struct InspectArguments {
    std::vector<std::string> files;
    bool json = false;
    bool dump = false;
    bool scene = false;
    TableOptions table;
};

struct Inspected {
    std::string path;
    std::size_t sizeBytes = 0;
    const FormatModule* format = nullptr;
    Recognition recognition;
    Scene scene;
    Diagnostics diagnostics;
};

struct Counts {
    std::size_t vertices = 0;
    std::size_t triangles = 0;
};

Counts countsOf(const Mesh& mesh) {
    Counts counts;
    for (const Primitive& primitive : mesh.primitives) {
        counts.vertices += primitive.positions.size();
        counts.triangles += primitive.indices.size() / 3;
    }
    return counts;
}

std::string_view roleText(MeshRole role) {
    switch (role) {
        case MeshRole::Render:
            return "";
        case MeshRole::Collision:
            return ", collision";
        case MeshRole::Shadow:
            return ", shadow";
    }
    return "";
}

/// Describes the level of detail and the alternative of a mesh; empty when it has neither.
std::string variantText(const MeshInstance& instance) {
    std::string text;
    if (instance.levelOfDetail) text += fmt::format(", level of detail {}", *instance.levelOfDetail);
    if (instance.alternative) text += fmt::format(", alternative {}", *instance.alternative);
    if (!text.empty() && !instance.variantBase.empty())
        text += fmt::format(" of {}", quote(instance.variantBase));
    return text;
}

/// By joint: lines for its meshes, attachments and lights.
std::vector<std::vector<std::string>> hangingOn(const Scene& scene) {
    std::vector<std::vector<std::string>> lines(scene.joints.size());
    for (const MeshInstance& instance : scene.instances) {
        const Mesh& mesh = scene.meshes[instance.mesh.value];
        const Counts counts = countsOf(mesh);
        lines[instance.joint.value].push_back(fmt::format(
            "mesh {}: {} vertices, {} triangles, {} primitives{}{}{}{}", quote(instance.name),
            counts.vertices, counts.triangles, mesh.primitives.size(), instance.skin ? ", skinned" : "",
            roleText(instance.role), instance.hidden ? ", hidden" : "", variantText(instance)));
    }
    for (const Attachment& attachment : scene.attachments) {
        lines[attachment.joint.value].push_back(fmt::format(
            "{} {}{}", attachment.kind, quote(attachment.name), attachment.hidden ? ", hidden" : ""));
    }
    for (const Light& light : scene.lights) {
        lines[light.joint.value].push_back(
            fmt::format("light {}: intensity {}", quote(light.name), light.intensity));
    }
    return lines;
}

/// Writes the joints depth first, without recursion: a file can nest them as deep as it is long.
std::string treeText(const Scene& scene) {
    std::vector<std::vector<std::size_t>> children(scene.joints.size());
    std::vector<std::pair<std::size_t, std::size_t>> pending;
    for (std::size_t i = scene.joints.size(); i-- > 0;) {
        const auto& parent = scene.joints[i].parent;
        if (parent) {
            children[parent->value].push_back(i);
        } else {
            pending.emplace_back(i, 0);
        }
    }
    const auto lines = hangingOn(scene);
    std::string text;
    while (!pending.empty()) {
        const auto [joint, depth] = pending.back();
        pending.pop_back();
        const std::string indent(2 + std::min<std::size_t>(depth, 40) * 2, ' ');
        text += fmt::format("{}{} {}{}\n", indent, joint, quote(scene.joints[joint].name),
                            scene.joints[joint].visible ? "" : " (invisible)");
        for (const std::string& line : lines[joint])
            text += fmt::format("{}  - {}\n", indent, line);
        for (const std::size_t child : children[joint])
            pending.emplace_back(child, depth + 1);
    }
    return text;
}

struct TrackCounts {
    std::size_t rotations = 0;
    std::size_t translations = 0;
    std::size_t scales = 0;
    std::size_t visibilities = 0;
    std::size_t textureOffsets = 0;
};

TrackCounts movingTracks(const Clip& clip) {
    TrackCounts counts;
    const auto countIf = [](std::size_t& count, bool condition) { count += condition ? 1U : 0U; };
    for (const JointTracks& tracks : clip.joints) {
        countIf(counts.rotations, tracks.rotation.times.size() > 1);
        countIf(counts.translations, tracks.translation.times.size() > 1);
        countIf(counts.scales, tracks.scale.times.size() > 1);
        countIf(counts.visibilities, std::ranges::count(tracks.visibility.values, 0) > 0);
    }
    for (const MaterialTracks& tracks : clip.materials)
        countIf(counts.textureOffsets, tracks.baseColorOffset.times.size() > 1);
    return counts;
}

std::string clipText(const Clip& clip) {
    const TrackCounts counts = movingTracks(clip);
    const std::string rate =
        clip.sourceFrameRate ? fmt::format(" at {} fps", *clip.sourceFrameRate) : std::string();
    return fmt::format(
        "  {}: {:.3f} s, {} frames{}, {} joints; moving: {} rotations, {} translations, {} scales, "
        "{} visibilities, {} texture offsets; {} events\n",
        quote(clip.name), clip.duration, clip.sourceFrameCount, rate, clip.joints.size(), counts.rotations,
        counts.translations, counts.scales, counts.visibilities, counts.textureOffsets, clip.events.size());
}

std::string inspectText(const Inspected& file) {
    const Scene& scene = file.scene;
    std::string text = fmt::format("{}: {}, {}\n", toUtf8(file.path), file.recognition.description,
                                   byteCountText(file.sizeBytes));
    text +=
        fmt::format("{} joints, {} meshes, {} skins, {} materials, {} attachments, {} lights, {} clips\n",
                    scene.joints.size(), scene.instances.size(), scene.skins.size(), scene.materials.size(),
                    scene.attachments.size(), scene.lights.size(), scene.clips.size());
    for (const auto& [name, value] : scene.extras.entries())
        text += fmt::format("{}\n  {}\n", name, toJson(value));
    text += "hierarchy\n" + treeText(scene);
    if (!scene.materials.empty()) text += "materials\n";
    for (const Material& material : scene.materials) {
        text += fmt::format("  {}: {}\n", quote(material.name), toJson(Value(material.extras)));
    }
    if (!scene.clips.empty()) text += "clips\n";
    for (const Clip& clip : scene.clips)
        text += clipText(clip);
    if (!file.diagnostics.issues().empty()) text += "issues\n";
    for (const Issue& issue : file.diagnostics.issues()) {
        text +=
            fmt::format("  {} [{}] {}{}{}: {}\n", toString(issue.kind->severity), issue.kind->id, issue.where,
                        issue.details.empty() ? "" : ": ", issue.details, issue.kind->sentence);
    }
    return text;
}

nlohmann::ordered_json inspectJson(const Inspected& file) {
    using JsonObject = nlohmann::ordered_json;
    const Scene& scene = file.scene;
    JsonObject json = {{"file", toUtf8(file.path)},
                       {"format", file.format->id},
                       {"description", file.recognition.description},
                       {"bytes", file.sizeBytes},
                       {"extras", JsonObject::parse(toJson(Value(scene.extras)))},
                       {"joints", JsonObject::array()},
                       {"meshes", JsonObject::array()},
                       {"materials", JsonObject::array()},
                       {"attachments", JsonObject::array()},
                       {"lights", JsonObject::array()},
                       {"clips", JsonObject::array()},
                       {"issues", JsonObject::array()}};
    for (const Joint& joint : scene.joints) {
        json["joints"].push_back(
            {{"name", toUtf8(joint.name)},
             {"parent", joint.parent ? JsonObject(joint.parent->value) : JsonObject(nullptr)},
             {"visible", joint.visible},
             {"extras", JsonObject::parse(toJson(Value(joint.extras)))}});
    }
    for (const MeshInstance& instance : scene.instances) {
        const Counts counts = countsOf(scene.meshes[instance.mesh.value]);
        json["meshes"].push_back({{"name", toUtf8(instance.name)},
                                  {"joint", instance.joint.value},
                                  {"skinned", instance.skin.has_value()},
                                  {"hidden", instance.hidden},
                                  {"vertices", counts.vertices},
                                  {"triangles", counts.triangles}});
        JsonObject& mesh = json["meshes"].back();
        if (instance.levelOfDetail) mesh["level_of_detail"] = *instance.levelOfDetail;
        if (instance.alternative) mesh["alternative"] = *instance.alternative;
        if (!instance.variantBase.empty()) mesh["variant_base"] = toUtf8(instance.variantBase);
    }
    for (const Material& material : scene.materials) {
        json["materials"].push_back(
            {{"name", toUtf8(material.name)}, {"extras", JsonObject::parse(toJson(Value(material.extras)))}});
    }
    for (const Attachment& attachment : scene.attachments) {
        json["attachments"].push_back({{"name", toUtf8(attachment.name)},
                                       {"kind", attachment.kind},
                                       {"joint", attachment.joint.value},
                                       {"hidden", attachment.hidden}});
    }
    for (const Light& light : scene.lights)
        json["lights"].push_back({{"name", toUtf8(light.name)}, {"joint", light.joint.value}});
    for (const Clip& clip : scene.clips) {
        const TrackCounts counts = movingTracks(clip);
        json["clips"].push_back({{"name", toUtf8(clip.name)},
                                 {"seconds", clip.duration},
                                 {"frames", clip.sourceFrameCount},
                                 {"frame_rate", clip.sourceFrameRate.value_or(0)},
                                 {"joints", clip.joints.size()},
                                 {"moving",
                                  {{"rotations", counts.rotations},
                                   {"translations", counts.translations},
                                   {"scales", counts.scales},
                                   {"visibilities", counts.visibilities},
                                   {"texture_offsets", counts.textureOffsets}}},
                                 {"events", clip.events.size()}});
    }
    for (const Issue& issue : file.diagnostics.issues()) {
        json["issues"].push_back({{"id", issue.kind->id},
                                  {"severity", toString(issue.kind->severity)},
                                  {"where", toUtf8(issue.where)},
                                  {"details", toUtf8(issue.details)}});
    }
    return json;
}

/// Inspects one file and returns the text to print, or why there is none.
Result<std::string> inspectOne(const std::string& path, ArtFiles& files, const InspectArguments& options) {
    const std::string source = resolvedPath(path);
    if (const auto archive = files.tree().archiveFolderAt(source)) {
        if (options.dump || options.scene)
            return kNothingToConvert.in(path, "is an archive, which has neither fields nor a scene to show");
        return options.json ? archiveJson(files.tree(), *archive, path)
                            : archiveText(files.tree(), *archive, path);
    }
    Result<SharedBytes> bytes = files.tree().readShared(source);
    if (!bytes) return bytes.error();
    RecognisedFile found = recogniseWhole(registries().formats, path, *bytes);
    if (found.problem) return *found.problem;
    if (found.format == nullptr) {
        return kUnknownFormat.in(path, "is of no format this program reads (see rigkiln formats)");
    }
    if (options.dump) {
        Result<std::string> text = found.format->dump(*bytes);
        if (!text) return inFile(path, text.error());
        return text;
    }
    Inspected file{.path = path,
                   .sizeBytes = bytes->size(),
                   .format = found.format,
                   .recognition = std::move(found.recognition),
                   .scene = {},
                   .diagnostics = {}};
    if (file.recognition.kind == AssetKind::Ignored) {
        if (options.json) return inspectJson(file).dump(2);
        return fmt::format("{}: {}, {}: nothing to convert\n", toUtf8(path), file.recognition.description,
                           byteCountText(file.sizeBytes));
    }
    const FileRecipe recipe{.path = source,
                            .name = assetName(path, *file.format),
                            .settings = FileSettings{.format = {.id = std::string(file.format->id),
                                                                .revision = file.format->revision},
                                                     .options = OptionValues(file.format->options)}};
    const AssetReader reader(registries(), files);
    Result<Scene> scene = reader.decodeFile(recipe, std::move(*bytes), {}, file.diagnostics);
    if (!scene) return inFile(path, scene.error());
    file.scene = std::move(*scene);
    if (options.scene) return dumpScene(file.scene);
    return options.json ? inspectJson(file).dump(2) : inspectText(file);
}

/// Prints an object for one file and an array for several, so that the output is always one JSON value.
void printJson(const std::vector<std::string>& objects, bool isArray) {
    if (isArray) {
        print(fmt::format("[{}]\n", fmt::join(objects, ",\n")));
    } else if (!objects.empty()) {
        print(objects.front() + "\n");
    }
}

int inspectCommand(const InspectArguments& options) {
    const Result<ContainerLimits> limits = archiveLimitsOf(options.table);
    if (!limits) {
        complain(limits.error().text());
        return exitCode(limits.error());
    }
    ArtFiles files({.registries = registries(), .archives = *limits, .archiveBytes = kInspectedArchiveBytes});
    int worst = kDone;
    std::vector<std::string> objects;
    for (const std::string& file : options.files) {
        Result<std::string> text = inspectOne(file, files, options);
        if (!text) {
            complain(text.error().text());
            worst = std::max(worst, exitCode(text.error()));
        } else if (options.json) {
            objects.push_back(std::move(*text));
        } else {
            print(*text);
        }
    }
    if (options.json) printJson(objects, options.files.size() > 1);
    return worst;
}

}  // namespace

Command addInspect(CLI::App& program) {
    const auto options = std::make_shared<InspectArguments>();
    CLI::App* app = program.add_subcommand(
        "inspect", "Show what is in a file: hierarchy, meshes, materials, clips, issues");
    app->add_option("FILE", options->files,
                    "Files of any format this program reads, archives, and files in these (a.meg/x.alo)")
        ->required();
    CLI::Option* json =
        app->add_flag("--json", options->json, "As JSON: an object for one file, an array for several");
    CLI::Option* dump =
        app->add_flag("--dump", options->dump, "The file as it is stored, a line per field with its offset")
            ->excludes(json);
    app->add_flag("--scene", options->scene, "The scene a conversion starts from, a line per element")
        ->excludes(json)
        ->excludes(dump);
    options->table.add(*app, archiveCommandOptions(), "", "Archives");
    return {app, [options] { return inspectCommand(*options); }};
}

}  // namespace rigkiln::cli
