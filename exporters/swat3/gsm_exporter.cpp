#include "exporters/swat3/gsm_exporter.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "exporters/swat3/back_issues.hpp"
#include "exporters/swat3/base_model.hpp"
#include "exporters/swat3/build_gsm.hpp"
#include "exporters/swat3/change_file.hpp"
#include "exporters/swat3/encode_files.hpp"
#include "exporters/swat3/export_options.hpp"
#include "exporters/swat3/gsa_export_issues.hpp"
#include "exporters/swat3/gsm_export_issues.hpp"
#include "exporters/swat3/gsm_rules.hpp"
#include "exporters/swat3/target_skeleton.hpp"
#include "exporters/swat3/unchanged.hpp"
#include "formats/swat3/swat3_issues.hpp"
#include "pipeline/wayback/export_errors.hpp"
#include "pipeline/wayback/joined_issues.hpp"

namespace rigkiln::swat3_export {
namespace {

/// Rules that tools complain about but that the game is not known to need.
constexpr std::array<std::string_view, 2> kAdvice = {"textured-faces", "used-materials"};

void applyOptions(const OptionValues& options, GsmStyle& style) {
    const std::string& unit = options.text("blend_unit");
    if (unit != "auto") style.countsBlendShorts = unit == "shorts";
}

Status obeyRules(const swat3::GsmFile& file, bool force, Diagnostics& diagnostics) {
    std::string broken;
    for (const RuleProblem& problem : brokenGsmRules(file)) {
        const bool isAdvice = std::ranges::find(kAdvice, problem.rule) != kAdvice.end();
        if (force || isAdvice) {
            diagnostics.add(kRuleBroken, std::string(problem.rule), problem.message);
        } else {
            broken += fmt::format("{}{} ({})", broken.empty() ? "" : "; ", problem.message, problem.rule);
        }
    }
    if (broken.empty()) return Done{};
    return kRuleBrokenByExport.at("model", broken + "; --force (force: true) writes it all the same");
}

Result<std::vector<std::byte>> build(const Scene& scene, const WriteRequest& request,
                                     Diagnostics& diagnostics) {
    const OptionValues& options = request.options;
    Result<BaseModel> base = readBaseModel(scene, request);
    if (!base) return base.error();
    Result<std::optional<swat3::GsmFile>> hits = readModelOption(request, "hit_from");
    if (!hits) return hits.error();
    Conventions conventions = conventionsOf(scene, *base);
    applyOptions(options, conventions.style);
    const FileSpace space = fileSpaceOf(scene, options);
    const bool force = options.flag("force");
    const Result<TargetSkeleton> skeleton =
        makeTargetSkeleton(scene,
                           {.base = base->file ? &base->file->skeletons : nullptr,
                            .sense = conventions.sense,
                            .space = space,
                            .force = force},
                           diagnostics);
    if (!skeleton) return skeleton.error();
    Result<swat3::GsmFile> file =
        buildGsm(scene,
                 {.skeleton = *skeleton,
                  .style = conventions.style,
                  .space = space,
                  .base = base->get(),
                  .hitSource = *hits ? &**hits : nullptr,
                  .smooth = options.text("smooth") == "one" ? Smooth::One : Smooth::Normals,
                  .strict = options.flag("strict_hits")},
                 diagnostics);
    if (!file) return file.error();
    countNuls(options.text("texnul"), *file);
    if (const Status obeyed = obeyRules(*file, force, diagnostics); !obeyed) return obeyed.error();
    return encodeCheckedGsm(*file);
}

Result<OutputSet> write(const Scene& scene, const WriteRequest& request, Diagnostics& diagnostics) {
    OutputFile file{.name = request.fileName, .pieces = {}};
    if (isModelUnchanged(scene)) {
        Result<std::vector<std::byte>> changed = changeGsm(scene.source->bytes, request.options, diagnostics);
        if (!changed) return changed.error();
        if (std::ranges::equal(*changed, scene.source->bytes)) diagnostics.add(kUnchanged, "model");
        file.pieces.push_back(std::move(*changed));
    } else {
        Result<std::vector<std::byte>> built = build(scene, request, diagnostics);
        if (!built) return built.error();
        file.pieces.push_back(std::move(*built));
    }
    if (!scene.clips.empty()) {
        diagnostics.add(kClipsNotInModel, "model",
                        fmt::format("{} clips; export them to gsa", scene.clips.size()));
    }
    OutputSet files;
    files.push_back(std::move(file));
    return files;
}

constexpr auto kOwnIssues = std::array<const IssueKind*, 3>{&kUnchanged, &kRuleBroken, &kClipsNotInModel};
constexpr auto kIssues = joinedIssues(joinedIssues(kOwnIssues, kSkeletonIssues), kGsmBuildIssues);
constexpr std::array<std::string_view, 1> kExtensions = {".gsm"};

}  // namespace

constinit const ExporterModule kGsmExporter = {
    .id = "gsm",
    .title = "SWAT 3 model",
    .extensions = kExtensions,
    .carries = Feature::Skeleton | Feature::Mesh | Feature::Skin | Feature::Material | Feature::Texture |
               Feature::Attachment,
    .revision = 3,
    .options = kGsmExportOptions,
    .issues = kIssues,
    .write = write,
    .fileOptions = kGsmFileOptions,
    .changeFile = changeGsm,
};

}  // namespace rigkiln::swat3_export
