#include "exporters/swat3/gsa_exporter.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "exporters/swat3/back_issues.hpp"
#include "exporters/swat3/base_model.hpp"
#include "exporters/swat3/build_gsa.hpp"
#include "exporters/swat3/change_file.hpp"
#include "exporters/swat3/encode_files.hpp"
#include "exporters/swat3/export_options.hpp"
#include "exporters/swat3/gsa_export_issues.hpp"
#include "exporters/swat3/gsa_rules.hpp"
#include "exporters/swat3/kept_record.hpp"
#include "exporters/swat3/target_skeleton.hpp"
#include "exporters/swat3/unchanged.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/clip_file_names.hpp"
#include "pipeline/wayback/clip_outputs.hpp"
#include "pipeline/wayback/export_errors.hpp"
#include "pipeline/wayback/extras_values.hpp"
#include "pipeline/wayback/joined_issues.hpp"

namespace rigkiln::swat3_export {
namespace {

/// File name of a clip: its name, or its number when the name is empty or only dots.
std::string fileNameOf(const Clip& clip, std::size_t index) {
    const bool hasName = clip.name.find_first_not_of('.') != std::string::npos;
    return hasName ? clip.name : fmt::format("clip{}", index);
}

GsaVersion versionOf(const Clip& clip, const OptionValues& options) {
    const std::string& asked = options.text("gsa_version");
    const std::string version = asked == "keep" ? textOf(gsaRecord(clip), "version") : asked;
    return version == "4.1" ? GsaVersion::V41 : GsaVersion::V42;
}

/// Builds the clips of a scene. They share one skeleton, which is made for the first of them.
class Builder {
public:
    Builder(const Scene& scene, const WriteRequest& request, Diagnostics& diagnostics)
        : scene_(scene), request_(request), diagnostics_(diagnostics) {}

    Result<std::vector<std::byte>> build(const Clip& clip) {
        if (!skeleton_) {
            if (const Status made = makeSkeleton(); !made) return made.error();
        }
        const GsaRequest request{.skeleton = *skeleton_,
                                 .space = fileSpaceOf(scene_, request_.options),
                                 .version = versionOf(clip, request_.options),
                                 .force = request_.options.flag("force")};
        const Result<swat3::GsaFile> file = buildGsa(scene_, clip, request, diagnostics_);
        if (!file) return file.error();
        return encodeCheckedGsa(*file);
    }

private:
    Status makeSkeleton() {
        Result<BaseModel> base = readBaseModel(scene_, request_);
        if (!base) return base.error();
        const bool force = request_.options.flag("force");
        Result<TargetSkeleton> made =
            makeTargetSkeleton(scene_,
                               {.base = base->file ? &base->file->skeletons : nullptr,
                                .sense = senseOf(*base),
                                .space = fileSpaceOf(scene_, request_.options),
                                .force = force},
                               diagnostics_);
        if (!made) return made.error();
        if (const auto broken = brokenBoneCountRule(swat3::boneCount(made->skeletons))) {
            if (!force) {
                return kRuleBrokenByExport.at("skeleton",
                                              *broken + "; --force (force: true) writes it all the same");
            }
            diagnostics_.add(kRuleBroken, "skeleton", *broken);
        }
        skeleton_ = std::move(*made);
        return Done{};
    }

    /// Clips that were read without their model have the quaternion sense in their own record.
    [[nodiscard]] swat3::QuaternionSense senseOf(const BaseModel& base) const {
        if (base.isTemplate || !conventionAnswer(scene_, "quat").empty())
            return conventionsOf(scene_, base).sense;
        const bool isRaw = std::ranges::any_of(
            scene_.clips, [](const Clip& clip) { return textOf(gsaRecord(clip), "quat") == "raw"; });
        return isRaw ? swat3::QuaternionSense::Raw : swat3::QuaternionSense::Conjugated;
    }

    const Scene& scene_;
    const WriteRequest& request_;
    Diagnostics& diagnostics_;
    std::optional<TargetSkeleton> skeleton_;
};

Result<OutputSet> write(const Scene& scene, const WriteRequest& request, Diagnostics& diagnostics) {
    ClipFileNames names(request.fileName);
    if (scene.clips.empty() && !names.hasPlaceholder())
        return kNothingToWrite.error("has no animation to make a GSA from");
    if (scene.clips.empty()) diagnostics.add(kNoClips, "model");
    if (const Status fits = checkClipOutputs(names, scene.clips.size(), "GSA"); !fits) return fits.error();
    Builder builder(scene, request, diagnostics);
    OutputSet files;
    for (std::size_t i = 0; i < scene.clips.size(); ++i) {
        const Clip& clip = scene.clips[i];
        const std::string where = "clip " + quote(clip.name);
        OutputFile file{.name = names.next(fileNameOf(clip, i)), .pieces = {}};
        if (isClipUnchanged(scene, clip)) {
            Diagnostics found;
            Result<std::vector<std::byte>> changed = changeGsa(clip.source->bytes, request.options, found);
            if (!changed) return atPlace(where, changed.error());
            diagnostics.append(found, where + ": ");
            if (std::ranges::equal(*changed, clip.source->bytes)) diagnostics.add(kUnchanged, where);
            file.pieces.push_back(std::move(*changed));
        } else {
            Result<std::vector<std::byte>> built = builder.build(clip);
            if (!built) return atPlace(where, built.error());
            file.pieces.push_back(std::move(*built));
        }
        files.push_back(std::move(file));
    }
    if (!scene.meshes.empty()) diagnostics.add(kModelNotInClip, "model");
    return files;
}

constexpr auto kOwnIssues =
    std::array<const IssueKind*, 4>{&kUnchanged, &kRuleBroken, &kModelNotInClip, &kNoClips};
constexpr auto kIssues = joinedIssues(joinedIssues(kOwnIssues, kSkeletonIssues), kGsaBuildIssues);
constexpr std::array<std::string_view, 1> kExtensions = {".gsa"};

}  // namespace

constinit const ExporterModule kGsaExporter = {
    .id = "gsa",
    .title = "SWAT 3 animation",
    .extensions = kExtensions,
    .carries = Feature::Skeleton | Feature::Clip | Feature::ClipEvent,
    .isPerClip = true,
    .revision = 2,
    .options = kGsaExportOptions,
    .issues = kIssues,
    .write = write,
    .fileOptions = kGsaFileOptions,
    .changeFile = changeGsa,
};

}  // namespace rigkiln::swat3_export
