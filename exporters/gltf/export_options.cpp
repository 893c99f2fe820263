#include "exporters/gltf/export_options.hpp"

#include <algorithm>
#include <string_view>

#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

Container containerOf(const WriteRequest& request) {
    const std::string_view asked = extensionOf(request.options);
    if (!asked.empty()) return asked == kGltfExtension ? Container::Gltf : Container::Glb;
    const std::string_view name = request.fileName;
    const std::size_t tail = std::min(name.size(), kGltfExtension.size());
    const bool isGltf = equalIgnoringCase(name.substr(name.size() - tail), kGltfExtension);
    return isGltf ? Container::Gltf : Container::Glb;
}

NameStyle namesOf(const OptionValues& values) {
    const std::string& names = values.text("names");
    if (names == "source") return NameStyle::Source;
    return names == "safe" ? NameStyle::Safe : NameStyle::Godot;
}

JointNames jointNamesOf(const OptionValues& values) {
    const auto choice = std::ranges::find(kJointNames, std::string_view(values.text("joint_names")));
    return static_cast<JointNames>(choice - kJointNames.begin());
}

const NameTable* jointTableOf(const WriteRequest& request) {
    if (request.files == nullptr) return nullptr;
    const auto file = request.files->find("joint_table");
    return file == request.files->end() ? nullptr : &file->second.names;
}

std::optional<VrmMeta> vrmOf(const OptionValues& values) {
    if (values.text("humanoid") == "none") return std::nullopt;
    return VrmMeta{.authors = values.list("vrm_authors"), .licenseUrl = values.text("vrm_license_url")};
}

ClipFiles clipFilesOf(const OptionValues& values) {
    const std::string& clips = values.text("clips");
    if (clips == "embed") return ClipFiles::Embed;
    if (clips == "shared") return ClipFiles::Shared;
    return clips == "separate" ? ClipFiles::Separate : ClipFiles::Library;
}

LevelForm levelsOf(const OptionValues& values) {
    const std::string& levels = values.text("levels");
    if (levels == "auto") return values.text("profile") == "full" ? LevelForm::Extension : LevelForm::Beside;
    if (levels == "extension") return LevelForm::Extension;
    if (levels == "files") return LevelForm::Files;
    if (levels == "unity") return LevelForm::Unity;
    return levels == "unreal" ? LevelForm::Unreal : LevelForm::Beside;
}

CollisionNames collisionNamesOf(const OptionValues& values) {
    const std::string& names = values.text("collision_names");
    if (names == "source") return CollisionNames::Source;
    return names == "godot" ? CollisionNames::Godot : CollisionNames::Unreal;
}

}  // namespace

std::string_view extensionOf(const OptionValues& values) {
    const std::string& container = values.text("container");
    if (container == "auto") return {};
    return container == "gltf" ? kGltfExtension : kGlbExtension;
}

bool asksForStreams(const OptionValues& values) {
    return values.text("profile") == "web";
}

ExportOptions readOptions(const WriteRequest& request) {
    const Container container = containerOf(request);
    const std::string& textures = request.options.text("texture_files");
    const bool isWeb = asksForStreams(request.options);
    const bool isFull = request.options.text("profile") == "full";
    const std::string& visibility = request.options.text("visibility");
    return {
        .container = container,
        .pointers = isFull,
        .levels = levelsOf(request.options),
        .scaleVisibility = visibility != "extension",
        .nodeVisibility =
            visibility == "extension" || visibility == "both" || (visibility == "auto" && isFull),
        .lights = request.options.flag("lights"),
        .completeClips = request.options.flag("complete_clips"),
        .keepSource = request.options.flag("keep_source") && !isWeb,
        .linksTextures = textures == "auto" ? container == Container::Gltf : textures == "link",
        .streams = isWeb,
        .names = namesOf(request.options),
        .jointNames = jointNamesOf(request.options),
        .jointTable = jointTableOf(request),
        .collisionNames = collisionNamesOf(request.options),
        .meshSockets = request.options.text("sockets") == "unreal" && !isWeb,
        .skinTrees = request.options.text("skin_joints") == "tree",
        .weld = request.options.flag("weld") && !isWeb,
        .onlyUsedAttributes = request.options.text("attributes") == "used",
        .loopNames = request.options.flag("loop_names"),
        .clips = clipFilesOf(request.options),
        .eventsFile = request.options.flag("events_file"),
        .importFile = request.options.text("import_file") == "godot" ? ImportFile::Godot : ImportFile::None,
        .vrm = vrmOf(request.options),
        .positions = {.error = request.options.number("position_error"),
                      .bits = static_cast<int>(request.options.integer("position_bits"))},
        .texCoordBits = static_cast<int>(request.options.integer("texcoord_bits")),
        .colorBits = request.options.text("color_bits") == "8" ? 8 : 16};
}

}  // namespace rigkiln::gltf_export
