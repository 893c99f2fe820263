#include "tools/optimize/optimize_gltf.hpp"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/glb.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/uri.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/reading/count_asset.hpp"
#include "pipeline/reading/reduce_scene.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tools/optimize/references.hpp"

namespace rigkiln::optimize {
namespace {

using gltf::PlacedScene;

/// Issues about content that scenes do not have. The output keeps it.
constexpr std::array kIssuesOfKept = {&gltf::kMorphTargets,   &gltf::kNoTriangles,      &gltf::kSceneIgnored,
                                      &gltf::kNodeUnused,     &gltf::kAttributeIgnored, &gltf::kCameraIgnored,
                                      &gltf::kExtrasLost,     &gltf::kImageUnused,      &gltf::kLevelLeftOut,
                                      &gltf::kMaterialDetail, &gltf::kObjectUnused,     &gltf::kSkinLeftOut};

/// Appends the issues of reading that are true of the output.
void appendTrue(const Diagnostics& read, Diagnostics& diagnostics) {
    std::map<std::string_view, std::size_t> left = read.counts();
    for (const IssueKind* kind : kIssuesOfKept)
        left.erase(kind->id);
    for (const Issue& issue : read.issues()) {
        if (!left.contains(issue.kind->id)) continue;
        diagnostics.add(*issue.kind, issue.where, issue.details);
        --left[issue.kind->id];
    }
    // Those that were only counted.
    for (const Issue& issue : read.issues()) {
        const auto more = left.find(issue.kind->id);
        for (; more != left.end() && more->second > 0; --more->second)
            diagnostics.add(*issue.kind, issue.where);
    }
}

/// Settings for each clip; nothing for clips that must stay unchanged.
std::vector<std::optional<ReductionSettings>> settingsOf(const Json& gltf, const PlacedScene& placed,
                                                         const ReductionSettings& settings,
                                                         Diagnostics& diagnostics) {
    if (placed.unread && !placed.unread->problem.empty()) {
        diagnostics.add(kNotMeasured, "animations", placed.unread->problem);
        return std::vector<std::optional<ReductionSettings>>(placed.animationOfClip.size());
    }
    std::vector<std::optional<ReductionSettings>> result;
    for (const std::size_t animation : placed.animationOfClip) {
        const Json& json = elementsOf(gltf, "animations")[animation];
        const bool isKept = !findUnknownNumbers(json).inExtensions.empty();
        if (isKept) diagnostics.add(kAnimationKept, fmt::format("animations[{}]", animation));
        result.push_back(isKept ? std::nullopt : std::optional(settings));
    }
    return result;
}

/// Makes the input the output: the clips keep all their keys. Fails where files beside the input cannot be
/// copied to another folder.
Status keepInput(const ReadRequest& request, const WriteTarget& target, OptimizedGltf& result) {
    result.files = {};
    if (!target.isSameFolder) {
        const Result<OpenedGltf> opened = openGltf(request);
        if (!opened) return opened.error();
        Result<std::vector<Companion>> companions = companionsOf(*opened, target);
        if (!companions) return companions.error();
        result.files.companions = std::move(*companions);
    }
    result.files.set.push_back(
        {.name = target.fileName,
         .pieces = {std::vector<std::byte>(request.bytes.begin(), request.bytes.end())}});
    for (ClipReductionReport& clip : result.reductions)
        clip = withAllKeys(std::move(clip));
    return Done{};
}

/// Size of the input files that the output replaces: the file itself, and changed buffers beside it.
std::size_t bytesBefore(const ReadRequest& request, const OpenedGltf& file, const ChangedBuffers& changed) {
    std::size_t bytes = request.bytes.size();
    for (const auto& [buffer, content] : changed) {
        const Json* uri = memberOf(file.json["buffers"][buffer], "uri");
        const bool isBeside =
            uri != nullptr && uri->is_string() && !gltf::isDataUri(uri->get_ref<const std::string&>());
        if (isBeside) bytes += file.buffers[buffer].bytes.size();
    }
    return bytes;
}

std::size_t bytesOf(const OutputSet& set) {
    std::size_t bytes = 0;
    for (const OutputFile& file : set)
        bytes += file.sizeBytes();
    return bytes;
}

bool isGlbName(std::string_view name) {
    return foldCase(name).ends_with(".glb");
}

std::optional<Error> sceneProblem(const Scene& scene) {
    const std::vector<SceneProblem> problems = validateScene(scene);
    if (problems.empty()) return std::nullopt;
    return kInvalidScene.at(problems.front().where, problems.front().problem);
}

}  // namespace

Result<OptimizedGltf> optimizeGltf(const ReadRequest& request, const ReductionSettings& settings,
                                   const WriteTarget& target, Diagnostics& diagnostics,
                                   const ForEach& forEach) {
    Result<OpenedGltf> opened = openGltf(request);
    if (!opened) return opened.error();
    // A bound of 0 and one for other models do not depend on what the model is.
    const bool measuresContent = settings.maxError > 0 && !settings.shellOnly;
    Diagnostics ofReading;
    Result<PlacedScene> placed = gltf::readPlaced(request, ofReading, {.findsUnread = measuresContent});
    appendTrue(ofReading, diagnostics);
    if (!placed) return placed.error();
    alignRotationSigns(placed->scene);
    if (auto problem = sceneProblem(placed->scene)) return *problem;
    Scene reduced = placed->scene;
    OptimizedGltf result;
    const auto ofClips = settingsOf(opened->json, *placed, settings, diagnostics);
    const std::span<const JointBox> unread =
        placed->unread ? std::span<const JointBox>(placed->unread->boxes) : std::span<const JointBox>();
    result.reductions = reduceScene(reduced, ofClips, diagnostics, forEach, unread);
    result.counts = countAsset(reduced);
    const FileEdits edits = findEdits(opened->json, *placed, reduced);
    const bool keepsContainer = opened->isGlb == isGlbName(target.fileName);
    if (edits.empty() && keepsContainer) {
        if (const Status kept = keepInput(request, target, result); !kept) return kept.error();
        return result;
    }
    ChangedBuffers changed;
    if (!edits.empty()) {
        Result<ChangedBuffers> applied = applyEdits(*opened, edits);
        if (!applied) return applied.error();
        changed = std::move(*applied);
    }
    const std::size_t before = bytesBefore(request, *opened, changed);
    const std::string_view json = gltf::splitContainer(request.bytes).json;
    Result<EditedFiles> files = writeEdited(std::move(*opened), std::move(changed), json, before, target);
    if (!files) return files.error();
    result.files = std::move(*files);
    if (keepsContainer && bytesOf(result.files.set) >= before) {
        if (const Status kept = keepInput(request, target, result); !kept) return kept.error();
        diagnostics.add(kReductionKept, "clips");
    }
    return result;
}

}  // namespace rigkiln::optimize
