#include "tools/cli/catalogue.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "exporters/gltf/check_document.hpp"
#include "exporters/registry.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "formats/registry.hpp"
#include "formats/swat3/finding.hpp"
#include "library/conversion/request_errors.hpp"
#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/memory_errors.hpp"
#include "pipeline/base/thread_group.hpp"
#include "pipeline/cache/cache_errors.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/farm/farm_errors.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/plan/bind.hpp"
#include "pipeline/plan/output_path.hpp"
#include "pipeline/plan/plan_errors.hpp"
#include "pipeline/process/absorb_scales.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/fit_height.hpp"
#include "pipeline/process/make_t_pose.hpp"
#include "pipeline/process/merge_scenes.hpp"
#include "pipeline/process/resample_clips.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/reading/read_part.hpp"
#include "pipeline/reading/reduce_scene.hpp"
#include "pipeline/recipe/recipe_errors.hpp"
#include "pipeline/reduction/reduce_clip.hpp"
#include "pipeline/report/report_errors.hpp"
#include "pipeline/run/run_errors.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "pipeline/state/state_errors.hpp"
#include "pipeline/wayback/export_errors.hpp"
#include "pipeline/workers/worker_errors.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/optimize/optimize_gltf.hpp"

namespace rigkiln::cli {
namespace {

/// Sorts by id and drops repeated entries: formats of one family share kinds of issues.
template <class Entry>
std::vector<const Entry*> sorted(std::vector<const Entry*> entries) {
    std::ranges::sort(entries, [](const Entry* left, const Entry* right) {
        return left->id == right->id ? left < right : left->id < right->id;
    });
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    return entries;
}

/// Kinds of issues that belong to no format and no exporter.
std::vector<const IssueKind*> pipelineIssues() {
    return {&kClipWithoutModel,      &kClipFitsNoModel,      &kClipFitsShorterName, &kClipBoundByNames,
            &kClipOfNoClass,         &kDamagedBeside,        &kNameReplaced,        &kClipNameMismatch,
            &kClipJointMissing,      &kClipMaterialMissing,  &kClipMovesFirst,      &kClipNotAtRest,
            &kPartSourceDropped,     &kTooManySamples,       &kMeshLeftOut,         &kNothingShown,
            &kUnusedMaterial,        &kClipTooLargeToReduce, &kCurvesNotSampled,    &kReducedOtherwise,
            &kReductionKept,         &kSplinesNotPacked,     &kClipFailed,          &kManySkinJoints,
            &kRigidSkinNotMade,      &kMirrorKept,           &kPlaceSheared,        &optimize::kAnimationKept,
            &optimize::kNotMeasured, &kNoHumanoid,           &kLimbNotStraight};
}

}  // namespace

std::vector<const ErrorCode*> allErrorCodes() {
    std::vector<const ErrorCode*> codes = {&kInvalidScene,
                                           &kClipNotBound,
                                           &kUnsuitableSize,
                                           &gltf::kExtensionRequired,
                                           &swat3::kRuleBrokenInFile,
                                           &gltf_export::kInvalidDocument};
    const auto add = [&](std::span<const ErrorCode* const> more) {
        codes.insert(codes.end(), more.begin(), more.end());
    };
    add(kBaseErrors);
    add(kMemoryErrors);
    add(kThreadErrors);
    add(kConversionErrors);
    add(kFileErrors);
    add(kPlanErrors);
    add(kRecipeErrors);
    add(kReportErrors);
    add(kRunErrors);
    add(kFarmErrors);
    add(kWorkerErrors);
    add(kCacheErrors);
    add(kStateErrors);
    add(kWaybackErrors);
    add(kRequestErrors);
    add(kCommandErrors);
    return sorted(std::move(codes));
}

std::vector<const IssueKind*> allIssueKinds() {
    std::vector<const IssueKind*> kinds = pipelineIssues();
    const auto add = [&](std::span<const IssueKind* const> more) {
        kinds.insert(kinds.end(), more.begin(), more.end());
    };
    for (const FormatModule* format : allFormats())
        add(format->issues);
    for (const ExporterModule* exporter : allExporters())
        add(exporter->issues);
    for (const ImageModule* image : allImageFormats().readers)
        add(image->issues);
    return sorted(std::move(kinds));
}

std::string catalogueText() {
    std::string text = "errors\n";
    for (const ErrorCode* code : allErrorCodes())
        text += fmt::format("  {:<30} {:<13} {}\n", code->id, toString(code->kind), code->sentence);
    text += "issues\n";
    for (const IssueKind* kind : allIssueKinds())
        text += fmt::format("  {:<30} {:<13} {}\n", kind->id, toString(kind->severity), kind->sentence);
    return text;
}

std::string catalogueJson() {
    using Json = nlohmann::ordered_json;
    Json json = {{"errors", Json::array()}, {"issues", Json::array()}};
    for (const ErrorCode* code : allErrorCodes())
        json["errors"].push_back(
            {{"id", code->id}, {"kind", toString(code->kind)}, {"sentence", code->sentence}});
    for (const IssueKind* kind : allIssueKinds())
        json["issues"].push_back(
            {{"id", kind->id}, {"severity", toString(kind->severity)}, {"sentence", kind->sentence}});
    return json.dump(2) + "\n";
}

std::string catalogueReference() {
    std::string text = "## Errors\n\n| code | kind | meaning |\n| --- | --- | --- |\n";
    for (const ErrorCode* code : allErrorCodes())
        text += fmt::format("| `{}` | {} | {} |\n", code->id, toString(code->kind), code->sentence);
    text += "\n## Issues\n\n| id | severity | meaning |\n| --- | --- | --- |\n";
    for (const IssueKind* kind : allIssueKinds())
        text += fmt::format("| `{}` | {} | {} |\n", kind->id, toString(kind->severity), kind->sentence);
    return text;
}

}  // namespace rigkiln::cli
