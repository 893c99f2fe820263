#include "exporters/gltf/gltf_exporter.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "exporters/gltf/build_animations.hpp"
#include "exporters/gltf/build_images.hpp"
#include "exporters/gltf/build_materials.hpp"
#include "exporters/gltf/build_meshes.hpp"
#include "exporters/gltf/build_nodes.hpp"
#include "exporters/gltf/check_document.hpp"
#include "exporters/gltf/clip_record.hpp"
#include "exporters/gltf/detail_levels.hpp"
#include "exporters/gltf/export_options.hpp"
#include "exporters/gltf/extras.hpp"
#include "exporters/gltf/gltf_issues.hpp"
#include "exporters/gltf/json_writer.hpp"
#include "exporters/gltf/pack_views.hpp"
#include "exporters/gltf/quantisation_plan.hpp"
#include "exporters/gltf/source_record.hpp"
#include "exporters/gltf/unique_names.hpp"
#include "exporters/gltf/write_container.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Version of docs/extras.md.
constexpr int kExtrasVersion = 1;

/// Writes the clips of a scene without joints to the extras of the asset. Such a scene has no nodes, hence
/// neither animations nor a root node that could keep the records.
void writeHomelessClips(JsonWriter& json, const Scene& scene, const Document& document,
                        Diagnostics& diagnostics) {
    if (scene.clips.empty()) return;
    std::vector<NameRequest> requests;
    for (const Clip& clip : scene.clips) {
        requests.push_back({clip.name, kAnimationKind});
        diagnostics.add(kClipWithoutJoints, fmt::format("clip {}", quote(clip.name)));
    }
    const std::vector<std::string> names = uniqueNames(requests);
    json.key("rigkiln_clips");
    json.beginObject();
    for (std::size_t i = 0; i < names.size(); ++i) {
        json.textKey(names[i]);
        json.raw(clipRecord(scene, scene.clips[i], {}, document));
    }
    json.endObject();
}

Properties assetRecord(const Scene& scene, const Properties& source, const Document& document) {
    Properties own;
    own.set("extras_version", kExtrasVersion);
    if (!scene.sourceFormat.empty()) own.set("source_format", scene.sourceFormat);
    if (scene.metresPerUnit != 1.0) own.set("metres_per_unit", scene.metresPerUnit);
    if (!source.empty()) own.set("source", source);
    if (document.sourceView) own.set("source_view", *document.sourceView);
    return joined(own, scene.extras);
}

std::size_t sourceBytes(const Scene& scene) {
    std::size_t bytes = scene.source ? scene.source->bytes.size() : 0;
    for (const Clip& clip : scene.clips)
        bytes += clip.source ? clip.source->bytes.size() : 0;
    return bytes;
}

/// Whether the asset's record is needed to write the source format again. It is then repeated at the first
/// root node, because Blender drops the extras of the asset.
bool isNeededOnTheWayBack(const Scene& scene) {
    return scene.source ||
           std::ranges::any_of(scene.clips, [](const Clip& clip) { return clip.source.has_value(); });
}

ExtrasJson assetExtras(const Scene& scene, const Properties& record, const Document& document,
                       Diagnostics& diagnostics) {
    JsonWriter json;
    json.beginObject();
    json.key("rigkiln");
    json.value(record);
    if (scene.joints.empty()) writeHomelessClips(json, scene, document, diagnostics);
    json.endObject();
    return json.take();
}

Result<OutputSet> write(const Scene& scene, const WriteRequest& request, Diagnostics& diagnostics) {
    const ExportOptions options = readOptions(request);
    Document document;
    BufferPacker packer(options.streams, request.scratch);
    document.sceneName = toUtf8(scene.name);
    if (options.keepSource) packer.reserve(Usage::Sources, sourceBytes(scene));
    const std::optional<std::string> linkFolder =
        options.linksTextures ? std::optional(request.sharedFolder) : std::nullopt;
    ImageTable images = buildImages(scene, linkFolder, packer, document, diagnostics, options.names);
    const MaterialTable materials = buildMaterials(scene, images, document, diagnostics, options.names);
    std::optional<PositionRounding> rounding;
    if (options.streams) {
        rounding = PositionRounding{.plan = planQuantisation(scene, options.positionError),
                                    .maxError = options.positionError};
    }
    const std::vector<PlacedMesh> placed = buildMeshes(scene, materials, packer, document, diagnostics,
                                                       {.rounding = rounding ? &*rounding : nullptr,
                                                        .names = options.names,
                                                        .onlyUsedAttributes = options.onlyUsedAttributes});
    const DetailLevels levels =
        options.detailLevels ? findDetailLevels(scene, placed, diagnostics) : withoutLevels(scene);
    const std::vector<std::vector<Leaf>> leaves = buildNodes(scene, options, placed, levels, document);
    buildAnimations(scene, options, {.leaves = leaves, .materials = materials, .dropClip = request.dropClip},
                    packer, document, diagnostics);
    const bool keepsSource = options.keepSource && scene.source;
    const Properties source = keepsSource ? packSource(*scene.source, packer) : Properties();
    packer.finish(document);
    const Properties record = assetRecord(scene, source, document);
    document.assetExtras = assetExtras(scene, record, document, diagnostics);
    if (!document.nodes.empty() && isNeededOnTheWayBack(scene))
        appendText(document.nodes.front().extras, "rigkiln_asset", toJson(record));
    if (const Status checked = checkDocument(document); !checked) return checked.error();
    packViews(document);
    if (rounding && request.figures != nullptr) request.figures->positionError = rounding->worst;
    Result<OutputSet> written = options.container == Container::Gltf
                                    ? writeGltf(std::move(document), request.fileName)
                                    : writeGlb(std::move(document), request.fileName);
    if (written)
        written->insert(written->begin(), std::move_iterator(images.files.begin()),
                        std::move_iterator(images.files.end()));
    return written;
}

}  // namespace

constinit const ExporterModule kGltfExporter = {
    .id = "gltf",
    .title = "glTF 2.0",
    .extensions = kExtensions,
    .carries = Feature::Skeleton | Feature::Mesh | Feature::Skin | Feature::Material | Feature::Texture |
               Feature::Clip | Feature::Visibility | Feature::Light | Feature::Attachment |
               Feature::ClipEvent,
    .revision = 3,
    .options = kOptions,
    .presets = kPresets,
    .issues = kIssues,
    .extension = extensionOf,
    .packsKeys = asksForStreams,
    .write = write,
};

}  // namespace rigkiln::gltf_export
