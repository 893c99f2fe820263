#include "formats/gltf/gltf_to_scene.hpp"

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/clip_records.hpp"
#include "formats/gltf/extras_reader.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/kept_sources.hpp"
#include "formats/gltf/meshopt_views.hpp"
#include "formats/gltf/read_scene.hpp"
#include "formats/gltf/record_names.hpp"
#include "formats/gltf/report_losses.hpp"
#include "formats/gltf/undo_rigid_skins.hpp"
#include "formats/gltf/undo_root_motion.hpp"
#include "pipeline/packing/joint_numbers.hpp"
#include "pipeline/packing/numbered_names.hpp"
#include "pipeline/scene/raise_model.hpp"
#include "pipeline/scene/source_rest.hpp"
#include "pipeline/scene/source_visibility.hpp"

namespace rigkiln::gltf {
namespace {

/// Reads the scene's name, and the metadata and extras of the file.
void readAsset(Reading& reading, const std::string& fileName) {
    Scene& scene = reading.scene;
    scene.sourceFormat = "gltf";
    scene.name = fileName;
    const auto& scenes = reading.file.model.scenes;
    if (!scenes.empty() && !scenes[reading.plan.scene].name.empty())
        scene.name = scenes[reading.plan.scene].name;
    const Value* asset = member(&reading.file.json, "asset");
    OwnExtras own = readExtras(asset, {}, "rigkiln", "asset", reading.diagnostics);
    const bool isOnAsset = own.record.has_value();
    if (!isOnAsset) own.record = recordOnNode(reading.file, "rigkiln_asset", reading.diagnostics);
    Record record(own.record.value_or(Properties()));
    // A file made from a glTF has the source format "gltf". The format before that is in the extras of its
    // source.
    (void)record.takeCount("extras_version");
    reading.jointNumbers = record.takeText(kJointNumbers);
    if (record.takeFlag(kImpliedNames).value_or(false)) {
        reading.numberedNames.emplace();
        for (const tinygltf::Node& node : reading.file.model.nodes)
            reading.numberedNames->add(node.name);
    }
    (void)record.takeText("library");  // beside that file, of which another one will be written
    const auto format = record.takeText("source_format");
    const double unit = record.takeNumber("metres_per_unit").value_or(1.0);
    if (std::isfinite(unit) && unit > 0) scene.metresPerUnit = unit;
    const auto sourceView = record.takeCount("source_view");
    const auto source = record.takeObject("source");
    // A copy of the record on a node may refer to a buffer that is gone, so only the asset's record is
    // trusted.
    if (isOnAsset) reading.sourceView = sourceView;
    if (isOnAsset && source) scene.source = keptSource(reading, *source, "asset.extras.rigkiln.source");
    Properties rest = record.rest();
    if (format && *format != scene.sourceFormat && rest.find("source_format") == nullptr)
        rest.set("source_format", *format);
    if (const std::string* copyright = asText(member(asset, "copyright"))) rest.set("copyright", *copyright);
    rest = joinedExtras(std::move(rest), own.others, "asset", reading.diagnostics, kAssetNames);
    const Value* sceneObject = objectOf(reading, "scenes", reading.plan.scene);
    for (const Value* object : {sceneObject, static_cast<const Value*>(&reading.file.json)}) {
        const OwnExtras more =
            readExtras(object, {}, {}, object == sceneObject ? "scene" : "json", reading.diagnostics);
        rest = joinedExtras(std::move(rest), more.others, "scene", reading.diagnostics, kAssetNames);
    }
    scene.extras = std::move(rest);
}

PlacedScene placesOf(const GltfFile& file, const NodePlan& plan) {
    PlacedScene placed;
    for (std::size_t node = 0; node < plan.nodes.size(); ++node) {
        const bool isJoint = plan.nodes[node].role == NodeRole::Joint;
        placed.jointOfNode.push_back(isJoint ? std::optional(plan.nodes[node].joint) : std::nullopt);
        placed.isAlwaysJoint.push_back(isJoint && !file.model.nodes[node].children.empty());
    }
    // planNodes has checked the indices.
    for (const tinygltf::Skin& skin : file.model.skins) {
        for (const int joint : skin.joints)
            placed.isAlwaysJoint[static_cast<std::size_t>(joint)] = true;
    }
    return placed;
}

}  // namespace

std::string_view impliedName(const Reading& reading, std::size_t node) {
    const std::string_view name = reading.file.model.nodes[node].name;
    return reading.numberedNames ? reading.numberedNames->sourceOf(name) : name;
}

const Value* objectOf(const Reading& reading, std::string_view list, std::size_t index) {
    return element(&reading.file.json, list, index);
}

Scene readGltf(const ReadRequest& request, Diagnostics& diagnostics) {
    Scene scene = readPlacedGltf(request, diagnostics).scene;
    restoreSourceRest(scene);
    undoRootMotion(scene);
    undoRigidSkins(scene, diagnostics);
    if (const std::size_t hidden = restoreSourceVisibility(scene); hidden > 0) {
        diagnostics.add(
            kRecordUnreadable, std::string(kShownInSource),
            fmt::format(
                "{} joints in {} clips; at most {} tracks are added to clips, so the joints stay as at rest",
                hidden, scene.clips.size(), kMostTracksByRecords));
    }
    lowerRaisedModels(scene);
    return scene;
}

PlacedScene readPlacedGltf(const ReadRequest& request, Diagnostics& diagnostics,
                           const PlacedOptions& options) {
    const GltfFile file = decodeGltf(request.bytes, diagnostics, request.limits);
    FileBuffers buffers = loadBuffers(file, request.companions);
    buffers.views = decodeMeshoptViews(file, buffers, request.bytes.size());
    const ClipRecords records = readClipRecords(file, diagnostics);
    const NodePlan plan = planNodes(file, records, diagnostics);
    Reading reading{.file = file,
                    .buffers = buffers,
                    .plan = plan,
                    .records = records,
                    .companions = request.companions,
                    .diagnostics = diagnostics,
                    .accessors = AccessorReader(file, buffers, request.bytes.size())};
    readAsset(reading, request.name);
    reportLostExtras(reading);
    readJoints(reading);
    readMaterials(reading);
    const SkinTable skins = readSkins(reading);
    const std::vector<MeshParts> meshes = readMeshes(reading);
    readInstances(reading, skins, meshes);
    reportUnusedObjects(reading, skins);
    dropAddedSkinJoints(reading, skins, meshes);
    readClips(reading);
    PlacedScene placed = placesOf(file, plan);
    if (options.findsUnread)
        placed.unread = findUnreadContent(reading, AccessorReader(file, buffers, request.bytes.size()));
    placed.scene = std::move(reading.scene);
    placed.animationOfClip = std::move(reading.animationOfClip);
    return placed;
}

std::size_t countJoints(std::span<const std::byte> file, const ReadLimits& limits) {
    Diagnostics ignored;  // reported when the file is read
    const GltfFile decoded = decodeGltf(file, ignored, limits);
    return planNodes(decoded, readClipRecords(decoded, ignored), ignored).jointCount();
}

}  // namespace rigkiln::gltf
