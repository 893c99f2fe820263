#include "exporters/gltf/scene_writer.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "exporters/gltf/build_animations.hpp"
#include "exporters/gltf/build_images.hpp"
#include "exporters/gltf/build_materials.hpp"
#include "exporters/gltf/build_meshes.hpp"
#include "exporters/gltf/build_nodes.hpp"
#include "exporters/gltf/build_skins.hpp"
#include "exporters/gltf/check_document.hpp"
#include "exporters/gltf/clip_record.hpp"
#include "exporters/gltf/detail_levels.hpp"
#include "exporters/gltf/events_file.hpp"
#include "exporters/gltf/export_options.hpp"
#include "exporters/gltf/extras.hpp"
#include "exporters/gltf/gltf_issues.hpp"
#include "exporters/gltf/humanoid_names.hpp"
#include "exporters/gltf/import_file.hpp"
#include "exporters/gltf/joint_table.hpp"
#include "exporters/gltf/json_writer.hpp"
#include "exporters/gltf/pack_views.hpp"
#include "exporters/gltf/print_library.hpp"
#include "exporters/gltf/quantisation_plan.hpp"
#include "exporters/gltf/skin_joints.hpp"
#include "exporters/gltf/sockets.hpp"
#include "exporters/gltf/source_record.hpp"
#include "exporters/gltf/write_container.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/clip_file_names.hpp"
#include "pipeline/packing/joint_numbers.hpp"
#include "pipeline/packing/numbered_names.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Version of docs/extras.md.
constexpr int kExtrasVersion = 1;

/// Writes the clips of a scene without joints to the extras of the asset. Such a scene has no nodes, hence
/// neither animations nor a root node that could keep the records.
void writeHomelessClips(JsonWriter& json, const Scene& scene, const Document& document,
                        Diagnostics& diagnostics) {
    if (scene.clips.empty()) return;
    for (const Clip& clip : scene.clips)
        diagnostics.add(kClipWithoutJoints, fmt::format("clip {}", quote(clip.name)));
    const std::vector<std::string> names = homelessClipNames(scene);
    json.key("rigkiln_clips");
    json.beginObject();
    for (std::size_t i = 0; i < names.size(); ++i) {
        json.textKey(names[i]);
        json.raw(clipRecord(scene, scene.clips[i], {}, document));
    }
    json.endObject();
}

/// `library` is the path of the file with the clips; empty: there is none.
Properties assetRecord(const Scene& scene, const Properties& source, const std::string& library,
                       const Document& document) {
    Properties own;
    own.set("extras_version", kExtrasVersion);
    if (!scene.sourceFormat.empty()) own.set("source_format", scene.sourceFormat);
    if (scene.metresPerUnit != 1.0) own.set("metres_per_unit", scene.metresPerUnit);
    if (!source.empty()) own.set("source", source);
    if (document.sourceView) own.set("source_view", *document.sourceView);
    if (!library.empty()) own.set("library", toUtf8(library));
    if (!document.jointNumbers.empty()) own.set(kJointNumbers, document.jointNumbers);
    if (document.areNamesImplied) own.set(kImpliedNames, true);
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

std::vector<std::string> wantedJointNames(const Scene& scene, const ExportOptions& options,
                                          Diagnostics& diagnostics) {
    std::vector<std::string> names = jointNames(scene, options.jointNames, diagnostics);
    if (options.jointTable != nullptr) nameByTable(scene, *options.jointTable, names, diagnostics);
    return names;
}

/// Returns the options for a scene that has one level of detail where each has a file.
ExportOptions optionsOfFile(const WriteRequest& request) {
    ExportOptions options = readOptions(request);
    if (options.levels == LevelForm::Files) options.levels = LevelForm::Beside;
    return options;
}

/// Writes the files of one scene: one, or that of the model and one for each clip.
class SceneWriter {
public:
    /// `clipNames` gives names to the files of clips.
    SceneWriter(const Scene& scene, const WriteRequest& request, ClipFileNames clipNames,
                Diagnostics& diagnostics)
        : scene_(scene),
          request_(request),
          clipNames_(std::move(clipNames)),
          diagnostics_(diagnostics),
          options_(optionsOfFile(request)),
          jointNames_(wantedJointNames(scene, options_, diagnostics)),
          skinJoints_(listSkinJoints(scene, options_.skinTrees, diagnostics)),
          isMoved_(options_.levels == LevelForm::Beside && !options_.meshSockets ? std::vector<bool>()
                                                                                 : findMovedJoints(scene)),
          isBlinking_(options_.meshSockets ? findBlinkingJoints(scene) : std::vector<bool>()),
          isConvex_(options_.collisionNames == CollisionNames::Source ? std::vector<bool>()
                                                                      : findConvexCollisions(scene)),
          plan_(scene, options_) {}

    Result<OutputSet> run() {
        const ClipRange all{.first = 0, .count = scene_.clips.size()};
        // Records of clips that move nothing are in the asset, of which there is one.
        if (scene_.joints.empty()) return writeModel(all);
        switch (options_.clips) {
            case ClipFiles::Embed:
                return writeModel(all);
            case ClipFiles::Library:
                return writeMotion(request_.fileName, all);
            case ClipFiles::Shared:
                return writeShared(all);
            case ClipFiles::Separate:
                break;
        }
        OutputSet files;
        for (std::size_t i = 0; i < scene_.clips.size(); ++i) {
            Result<OutputSet> motion =
                writeMotion(clipNames_.next(scene_.clips[i].name), {.first = i, .count = 1});
            if (!motion) return motion.error();
            std::ranges::move(*motion, std::back_inserter(files));
        }
        Result<OutputSet> model = writeModel({});
        if (model)
            model->insert(model->begin(), std::move_iterator(files.begin()), std::move_iterator(files.end()));
        return model;
    }

    /// Returns what the library of the scene says, without writing it.
    LibraryPrint print() {
        Document document;
        BufferPacker packer(options_.streams, nullptr);
        const std::vector<std::vector<Leaf>> leaves = addSkeleton(packer, document);
        return printLibrary(scene_, document, leaves, plan_);
    }

private:
    /// Writes the model without clips, and the library unless that of another model says the same.
    Result<OutputSet> writeShared(const ClipRange& all) {
        if (all.count == 0) return writeModel({});
        if (request_.library != nullptr && fitsLibrary(*request_.library)) {
            library_ = request_.library->file;
            for (std::size_t i = 0; i < all.count && request_.dropClip; ++i)
                request_.dropClip(i);
            return writeModel({});
        }
        const std::string name = libraryFileName(request_.fileName, request_.clipFiles);
        Result<OutputSet> files = writeMotion(name, all);
        if (!files) return files;
        library_ = name;
        Result<OutputSet> model = writeModel({});
        if (model)
            model->insert(model->begin(), std::move_iterator(files->begin()),
                          std::move_iterator(files->end()));
        return model;
    }

    /// Adds an issue when it does not.
    bool fitsLibrary(const SharedLibrary& library) {
        const std::optional<std::string> difference =
            library.print ? firstDifference(print(), **library.print, library.owner)
                          : std::optional(fmt::format("{} could not be read for it: {}", quote(library.owner),
                                                      library.print.error().text()));
        if (difference)
            diagnostics_.add(kLibraryNotShared, fmt::format("library of {}", quote(library.owner)),
                             *difference);
        return !difference;
    }

    /// Profiles other than web promise that readers need no extension.
    void reportWebp(const Document& document) {
        const auto count = std::ranges::count(document.images, kWebpType, &Image::mimeType);
        if (count == 0) return;
        diagnostics_.add(kWebpRequired, "images",
                         fmt::format("{} of {} images", count, document.images.size()));
    }

    Result<OutputSet> writeModel(const ClipRange& clips) {
        Document document;
        BufferPacker packer(options_.streams, request_.scratch);
        document.sceneName = toUtf8(scene_.name);
        if (options_.keepSource) packer.reserve(Usage::Sources, sourceBytes(scene_));
        const std::optional<std::string> linkFolder =
            options_.linksTextures ? std::optional(request_.sharedFolder) : std::nullopt;
        ImageTable images = buildImages(scene_, linkFolder, packer, document, diagnostics_, options_.names);
        if (!options_.streams) reportWebp(document);
        const MaterialTable materials =
            buildMaterials(scene_, images, document, diagnostics_, options_.names);
        std::optional<PositionRounding> rounding;
        if (options_.streams) {
            const double maxError = largestMove(scene_, options_.positions);
            rounding = PositionRounding{.plan = planQuantisation(scene_, maxError), .maxError = maxError};
        }
        const std::vector<PlacedMesh> placed =
            buildMeshes(scene_, materials, packer, document, diagnostics_,
                        {.skinJoints = skinJoints_,
                         .rounding = rounding ? &*rounding : nullptr,
                         .names = options_.names,
                         .texCoordBits = options_.texCoordBits,
                         .colorBits = options_.colorBits,
                         .weld = options_.weld,
                         .onlyUsedAttributes = options_.onlyUsedAttributes});
        const DetailLevels levels = levelsOf(placed, diagnostics_);
        const std::vector<std::vector<Leaf>> leaves = addNodes(placed, levels, diagnostics_, document);
        if (options_.vrm) document.vrm = vrmExtension(scene_, document, *options_.vrm, diagnostics_);
        addClips(clips, leaves, &materials, packer, document);
        if (rounding && request_.figures != nullptr) request_.figures->positionError = rounding->worst;
        return finish({.name = request_.fileName,
                       .firstClip = clips.first,
                       .source = scene_.source ? &*scene_.source : nullptr},
                      packer, std::move(document), std::move(images.files));
    }

    /// Writes the skeleton with clips. Nodes have the names that they have beside the meshes, also those of
    /// meshes, which clips show and hide.
    Result<OutputSet> writeMotion(const std::string& fileName, const ClipRange& clips) {
        Document document;
        BufferPacker packer(options_.streams, request_.scratch);
        const std::vector<std::vector<Leaf>> leaves = addSkeleton(packer, document);
        addClips(clips, leaves, nullptr, packer, document);
        for (Node& node : document.nodes)
            node.mesh = node.skin = node.light = std::nullopt;
        document.materials.clear();
        document.lights.clear();
        OutputSet before;
        if (options_.importFile == ImportFile::Godot) before.push_back(godotImportFile(fileName));
        return finish({.name = fileName, .firstClip = clips.first}, packer, std::move(document),
                      std::move(before));
    }

    /// Adds nodes and skins to the document, and materials as long as it is not written. Returns the leaves
    /// of each joint.
    std::vector<std::vector<Leaf>> addSkeleton(BufferPacker& packer, Document& document) {
        document.sceneName = toUtf8(scene_.name);
        // Records of clips name materials; the file of the model has them, and their issues.
        Diagnostics ofModel;
        const ImageTable noImages{.ofTexture = std::vector<std::optional<Index>>(scene_.textures.size())};
        static_cast<void>(buildMaterials(scene_, noImages, document, ofModel, options_.names));
        const SkinNumbers skins = buildSkins(scene_, skinJoints_, packer, document, nullptr, options_.names);
        std::vector<PlacedMesh> placed(scene_.instances.size());
        for (std::size_t i = 0; i < placed.size(); ++i) {
            const MeshInstance& instance = scene_.instances[i];
            if (!hasTriangles(scene_.meshes[instance.mesh.value])) continue;
            placed[i].mesh = 0;
            if (instance.skin) placed[i].skin = skins[instance.skin->value];
        }
        // Names that group levels are those of the model; MSFT_lod is for nodes with meshes.
        const bool isNamed = options_.levels == LevelForm::Unity || options_.levels == LevelForm::Unreal;
        const DetailLevels levels = isNamed ? levelsOf(placed, ofModel) : withoutLevels(scene_);
        return addNodes(placed, levels, ofModel, document);
    }

    std::vector<std::vector<Leaf>> addNodes(std::span<const PlacedMesh> placed, const DetailLevels& levels,
                                            Diagnostics& diagnostics, Document& document) const {
        return buildNodes(scene_, options_,
                          {.jointNames = jointNames_,
                           .placed = placed,
                           .levels = levels,
                           .levelForm = options_.levels,
                           .isConvex = isConvex_,
                           .isMoved = isMoved_,
                           .isBlinking = isBlinking_,
                           .shownByClips = plan_.shownByClips,
                           .diagnostics = diagnostics},
                          document);
    }

    [[nodiscard]] DetailLevels levelsOf(std::span<const PlacedMesh> placed, Diagnostics& diagnostics) const {
        return options_.levels == LevelForm::Beside ? withoutLevels(scene_)
                                                    : findDetailLevels(scene_, placed, isMoved_, diagnostics);
    }

    void addClips(const ClipRange& clips, const std::vector<std::vector<Leaf>>& leaves,
                  const MaterialTable* materials, BufferPacker& packer, Document& document) {
        buildAnimations(scene_, options_,
                        {.leaves = leaves,
                         .materials = materials,
                         .plan = plan_,
                         .clips = clips,
                         .dropClip = request_.dropClip},
                        packer, document, diagnostics_);
    }

    struct FileTraits {
        const std::string& name;
        std::size_t firstClip = 0;
        const SourceCopy* source = nullptr;  ///< null: the file does not keep that of the model
    };

    Result<OutputSet> finish(const FileTraits& traits, BufferPacker& packer, Document document,
                             OutputSet before) {
        const bool keepsSource = options_.keepSource && traits.source != nullptr;
        const Properties source = keepsSource ? packSource(*traits.source, packer) : Properties();
        packer.finish(document);
        const Properties record = assetRecord(scene_, source, library_, document);
        document.assetExtras = assetExtras(scene_, record, document, diagnostics_);
        if (!document.nodes.empty() && isNeededOnTheWayBack(scene_))
            appendText(document.nodes.front().extras, "rigkiln_asset", toJson(record));
        if (const Status checked = checkDocument(document); !checked) return checked.error();
        packViews(document);
        if (options_.eventsFile)
            before.push_back(eventsFile(scene_, document, traits.name, traits.firstClip));
        Result<OutputSet> written = options_.container == Container::Gltf
                                        ? writeGltf(std::move(document), traits.name)
                                        : writeGlb(std::move(document), traits.name);
        if (written)
            written->insert(written->begin(), std::move_iterator(before.begin()),
                            std::move_iterator(before.end()));
        return written;
    }

    const Scene& scene_;
    const WriteRequest& request_;
    ClipFileNames clipNames_;
    Diagnostics& diagnostics_;
    ExportOptions options_;
    std::vector<std::string> jointNames_;
    std::vector<SkinJoints> skinJoints_;
    // Found before any clip is dropped, so that they are the same for each file.
    std::vector<bool> isMoved_;     ///< by joint; empty where the options do not need it
    std::vector<bool> isBlinking_;  ///< by joint; empty where the options do not need it
    std::vector<bool> isConvex_;    ///< by instance: a collision mesh that is proven convex
    ClipPlan plan_;
    std::string library_{};  ///< path of the file with the clips of the model that is written next
};

}  // namespace

Result<OutputSet> writeScene(const Scene& scene, const WriteRequest& request, ClipFileNames clipNames,
                             Diagnostics& diagnostics) {
    return SceneWriter(scene, request, std::move(clipNames), diagnostics).run();
}

LibraryPrint printScene(const Scene& scene, const WriteRequest& request) {
    Diagnostics ofOther;  // the unit of that model has them
    return SceneWriter(scene, request, ClipFileNames::beside(request.fileName, request.clipFiles), ofOther)
        .print();
}

}  // namespace rigkiln::gltf_export
