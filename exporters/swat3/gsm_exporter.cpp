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
#include "exporters/swat3/export_options.hpp"
#include "exporters/swat3/gsa_export_issues.hpp"
#include "exporters/swat3/gsm_export_issues.hpp"
#include "exporters/swat3/gsm_rules.hpp"
#include "exporters/swat3/target_skeleton.hpp"
#include "exporters/swat3/unchanged.hpp"
#include "formats/swat3/swat3_issues.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::swat3_writer {
namespace {

/// Rules that tools complain about but that the game is not known to need.
constexpr std::array<std::string_view, 2> kAdvice = {"textured-faces", "used-materials"};

void applyOptions(const OptionValues& options, GsmStyle& style) {
    const std::string& unit = options.text("blend_unit");
    if (unit != "auto") style.countsBlendShorts = unit == "shorts";
}

void countNuls(const OptionValues& options, swat3::GsmFile& file) {
    const std::string& asked = options.text("texnul");
    if (asked == "auto") return;
    for (swat3::GsmTexture& texture : file.textures)
        texture.countedNuls = static_cast<std::uint8_t>(asked.front() - '0');
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
    return Error{.where = "model", .problem = broken + "; --force (force: true) writes it all the same"};
}

/// Encodes the file, then decodes it again and compares. A difference is an internal error.
Result<std::vector<std::byte>> encodeChecked(const swat3::GsmFile& file) {
    Result<std::vector<std::byte>> bytes = swat3::encodeGsm(file);
    if (!bytes) return bytes.error();
    Diagnostics found;
    const Result<swat3::GsmFile> again = swat3::decodeGsm(*bytes, found, swat3::Strictness::Lenient);
    if (!again) return Error{"what was written", again.error().text(), ErrorKind::Internal};
    // Numbers are compared as bytes: they may be NaN, which does not equal itself.
    const bool hasSameParts =
        again->skeletons.size() == file.skeletons.size() && again->runs == file.runs &&
        again->positions.size() == file.positions.size() && again->blends.size() == file.blends.size() &&
        again->texCoords.size() == file.texCoords.size() &&
        again->effectiveVertices == file.effectiveVertices && again->triangles == file.triangles &&
        again->groups == file.groups && again->sharedLists == file.sharedLists &&
        again->textures == file.textures && again->materials.size() == file.materials.size() &&
        again->grips.size() == file.grips.size() && again->grippers.size() == file.grippers.size();
    const Result<std::vector<std::byte>> twice = swat3::encodeGsm(*again);
    const bool isSame = hasSameParts && twice && *twice == *bytes;
    if (!isSame) {
        return Error{"what was written", "does not come back as it was when it is read again",
                     ErrorKind::Internal};
    }
    return bytes;
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
    countNuls(options, *file);
    if (const Status obeyed = obeyRules(*file, force, diagnostics); !obeyed) return obeyed.error();
    return encodeChecked(*file);
}

Result<OutputSet> write(const Scene& scene, const WriteRequest& request, Diagnostics& diagnostics) {
    OutputFile file{.name = request.fileName, .pieces = {}};
    if (isModelUnchanged(scene)) {
        diagnostics.add(kUnchanged, "model");
        file.pieces.push_back(scene.source->bytes);
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
    .revision = 1,
    .options = kGsmExportOptions,
    .issues = kIssues,
    .write = write,
};

}  // namespace rigkiln::swat3_writer
