#include "tests/unit/exporters/gltf/scene_builder.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "exporters/gltf/gltf_exporter.hpp"

namespace rigkiln::gltf_export::test {
namespace {

std::vector<std::byte> bytesOf(const std::string& text) {
    std::vector<std::byte> bytes(text.size());
    std::ranges::transform(text, bytes.begin(),
                           [](char character) { return static_cast<std::byte>(character); });
    return bytes;
}

void append(std::vector<std::byte>& bytes, const std::vector<std::byte>& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

}  // namespace

Scene chainOfJoints(std::size_t count) {
    Scene scene;
    scene.name = "chain";
    scene.sourceFormat = "test";
    for (std::size_t i = 0; i < count; ++i) {
        Joint joint;
        joint.name = "joint" + std::to_string(i);
        if (i > 0) {
            joint.parent = IndexOf<Joint>(i - 1);
            joint.rest.translation = {0.0F, 0.5F, 0.0F};
        }
        scene.joints.push_back(joint);
    }
    return scene;
}

Primitive triangle() {
    Primitive primitive;
    primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    primitive.normals.assign(3, {0, 0, 1});
    primitive.indices = {0, 1, 2};
    return primitive;
}

std::size_t addTriangle(Scene& scene, std::size_t joint, const std::string& name) {
    scene.meshes.push_back({.name = name, .primitives = {triangle()}, .extras = {}});
    MeshInstance instance;
    instance.name = name;
    instance.mesh = IndexOf<Mesh>(scene.meshes.size() - 1);
    instance.joint = IndexOf<Joint>(joint);
    scene.instances.push_back(instance);
    return scene.instances.size() - 1;
}

std::size_t addSkinnedTriangle(Scene& scene, const std::string& name) {
    const std::size_t number = addTriangle(scene, 0, name);
    Skin skin;
    skin.name = name + " skin";
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        skin.joints.emplace_back(i);
        skin.inverseBindMatrices.emplace_back(1.0F);
    }
    InfluenceSet set;
    for (std::size_t i = 0; i < 3; ++i) {
        set.joints.push_back({static_cast<std::uint16_t>(i % scene.joints.size()), 0, 0, 0});
        set.weights.emplace_back(1.0F, 0.0F, 0.0F, 0.0F);
    }
    scene.meshes.back().primitives.front().influenceSets.push_back(set);
    scene.skins.push_back(skin);
    scene.instances[number].skin = IndexOf<Skin>(scene.skins.size() - 1);
    return number;
}

Attachment attachmentNamed(const std::string& name, const std::string& kind) {
    Attachment attachment;
    attachment.name = name;
    attachment.kind = kind;
    return attachment;
}

Light lightNamed(const std::string& name, LightKind kind) {
    Light light;
    light.name = name;
    light.kind = kind;
    return light;
}

JointTracks& tracksOf(Clip& clip, std::size_t joint) {
    if (clip.joints.empty() || clip.joints.back().joint != IndexOf<Joint>(joint)) {
        clip.joints.emplace_back().joint = IndexOf<Joint>(joint);
    }
    return clip.joints.back();
}

Clip clipNamed(const std::string& name, float duration) {
    Clip clip;
    clip.name = name;
    clip.duration = duration;
    return clip;
}

std::vector<std::byte> pngChunk(const std::string& type, const std::string& content) {
    std::vector<std::byte> chunk(4);
    chunk[3] = static_cast<std::byte>(content.size());
    append(chunk, bytesOf(type + content));
    chunk.resize(chunk.size() + 4);
    return chunk;
}

std::vector<std::byte> tinyPng(const std::vector<std::byte>& extra) {
    std::vector<std::byte> png = bytesOf("\x89PNG\r\n\x1a\n");
    // 1 by 1 pixel, 8 bits, grey; then compression, filter, interlace
    append(png, pngChunk("IHDR", std::string("\0\0\0\1\0\0\0\1\x08\0\0\0\0", 13)));
    append(png, extra);
    append(png, pngChunk("IDAT", "\x78\x9c\x63\x60\x60"));
    append(png, pngChunk("IEND", ""));
    return png;
}

std::vector<std::byte> tinyJpeg(unsigned components) {
    std::vector<std::byte> jpeg = bytesOf("\xff\xd8\xff\xe0");
    append(jpeg, bytesOf(std::string("\0\x04\0\0", 4)));                      // empty APP0
    append(jpeg, bytesOf(std::string("\xff\xc0\0\x11\x08\0\x08\0\x08", 9)));  // frame of 8 by 8
    jpeg.push_back(static_cast<std::byte>(components));
    jpeg.resize(jpeg.size() + 9);
    append(jpeg, bytesOf("\xff\xd9"));
    return jpeg;
}

std::vector<std::byte> tinyWebp(const std::string& chunk) {
    std::vector<std::byte> webp = bytesOf(std::string("RIFF\x1a\0\0\0WEBP", 12));
    append(webp, bytesOf(chunk));
    append(webp, bytesOf(std::string("\x0d\0\0\0", 4)));
    append(webp, bytesOf(std::string("\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0", 14)));
    return webp;
}

OptionValues optionsOf(const ExportSettings& settings) {
    OptionValues options(gltf_export::kGltfExporter.options);
    options.set("container", settings.container);
    options.set("profile", settings.profile);
    options.set("visibility", settings.visibility);
    options.set("lights", settings.lights);
    options.set("complete_clips", settings.completeClips);
    options.set("texture_files", settings.textureFiles);
    options.set("attributes", settings.attributes);
    options.set("color_bits", settings.colorBits);
    options.set("weld", settings.weld);
    options.set("names", settings.names);
    options.set("joint_names", settings.jointNames);
    options.set("skin_joints", settings.skinJoints);
    options.set("levels", settings.levels);
    options.set("collision_names", settings.collisionNames);
    options.set("sockets", settings.sockets);
    options.set("loop_names", settings.loopNames);
    options.set("clips", settings.clips);
    options.set("events_file", settings.eventsFile);
    options.set("import_file", settings.importFile);
    options.set("humanoid", settings.humanoid);
    options.set("vrm_authors", settings.vrmAuthors);
    options.set("vrm_license_url", settings.vrmLicenseUrl);
    return options;
}

OptionFiles filesOf(const ExportSettings& settings) {
    OptionFiles files;
    if (settings.jointTable) files.emplace("joint_table", OptionFile{.names = *settings.jointTable});
    return files;
}

Result<OutputSet> exportScene(const Scene& scene, const ExportSettings& settings, Diagnostics& diagnostics) {
    const OptionValues options = optionsOf(settings);
    const OptionFiles files = filesOf(settings);
    return gltf_export::kGltfExporter.write(scene,
                                            {.fileName = settings.fileName,
                                             .options = options,
                                             .clipFiles = settings.clipFiles,
                                             .files = &files,
                                             .sharedFolder = settings.sharedFolder,
                                             .dropClip = settings.dropClip,
                                             .library = settings.library},
                                            diagnostics);
}

Result<LibraryPrint> printOf(const Scene& scene, const ExportSettings& settings) {
    const OptionValues options = optionsOf(settings);
    const OptionFiles files = filesOf(settings);
    return gltf_export::kGltfExporter.printLibrary(
        scene, {.fileName = settings.fileName, .options = options, .files = &files});
}

Result<OutputSet> exportScene(const Scene& scene, const ExportSettings& settings) {
    Diagnostics diagnostics;
    return exportScene(scene, settings, diagnostics);
}

}  // namespace rigkiln::gltf_export::test
