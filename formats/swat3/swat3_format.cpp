#include "formats/swat3/swat3_format.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "formats/swat3/bone_joints.hpp"
#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsa_to_scene.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/gsm_materials.hpp"
#include "formats/swat3/gsm_mesh.hpp"
#include "formats/swat3/gsm_options.hpp"
#include "formats/swat3/gsm_to_scene.hpp"
#include "formats/swat3/swat3_issues.hpp"
#include "formats/swat3/swat3_port.hpp"
#include "pipeline/base/error_codes.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/conversion/texture_finder.hpp"

namespace rigkiln::swat3 {
namespace {

Strictness strictness(const ReadRequest& request) {
    return request.options.flag("strict") ? Strictness::Strict : Strictness::Lenient;
}

/// A scene's skin stores joint indices in 16 bits, like the ids of bones here. Only several skeletons
/// together can exceed that.
Status checkBones(const std::vector<Skeleton>& skeletons) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
    const std::size_t count = boneCount(skeletons);
    if (count == 0) return kDamaged.at("skeletons", "have 0 bones together, at least 1 is needed");
    if (count <= kMost) return Done{};
    return kBeyondLimit.at("skeletons",
                           fmt::format("have {} bones together, at most {} are read", count, kMost));
}

Result<Scene> readGsm(const ReadRequest& request, Diagnostics& diagnostics) {
    const Result<GsmFile> file = decodeGsm(request.bytes, diagnostics, strictness(request));
    if (!file) return file.error();
    if (const Status bones = checkBones(file->skeletons); !bones) return bones.error();
    Scene scene = gsmToScene(*file, request, diagnostics);
    scene.source = SourceCopy{.format = "gsm", .bytes = {request.bytes.begin(), request.bytes.end()}};
    return scene;
}

Result<Scene> readGsa(const ReadRequest& request, Diagnostics& diagnostics) {
    const Result<GsaFile> file = decodeGsa(request.bytes, diagnostics, strictness(request));
    if (!file) return file.error();
    if (const Status bones = checkBones(file->skeletons); !bones) return bones.error();
    Scene scene = gsaToScene(*file, request, diagnostics);
    scene.clips.front().source =
        SourceCopy{.format = "gsa", .bytes = {request.bytes.begin(), request.bytes.end()}};
    return scene;
}

template <std::size_t First, std::size_t Second>
constexpr auto joined(const std::array<const IssueKind*, First>& first,
                      const std::array<const IssueKind*, Second>& second) {
    std::array<const IssueKind*, First + Second> all{};
    std::copy(first.begin(), first.end(), all.begin());
    std::copy(second.begin(), second.end(), all.begin() + First);
    return all;
}

constexpr std::array<const IssueKind*, 15> kGsmSceneIssues = {
    &kConventions,       &kUndecided,       &kBoneNotFinite,     &kVertexNotFinite, &kZeroNormal,
    &kZeroWeights,       &kBadWeight,       &kManyInfluences,    &kGripMatrix,      &kUngroupedTriangles,
    &kMaterialNotFinite, &kTextureNotFound, &kTextureUnreadable, &kTextureOdd,      &kTextureResized};
constexpr std::array<const IssueKind*, 6> kGsaSceneIssues = {
    &kBoneNotFinite, &kClipNotFinite, &kClipRotationLength, &kRootMode, &kFrameOrigin, &kOtherQuaternions};
constexpr auto kGsmIssues = joined(kGsmFileIssues, kGsmSceneIssues);
constexpr auto kGsaIssues = joined(kGsaFileIssues, kGsaSceneIssues);

constexpr std::array kGsmExtensions = {kGsmExtension};
constexpr std::array kGsaExtensions = {kGsaExtension};
constexpr std::array<std::string_view, 1> kGsmVersions = {"4.5"};
constexpr std::array<std::string_view, 2> kGsaVersions = {"4.1", "4.2"};

}  // namespace

constinit const FormatModule kGsmFormat{
    .id = "gsm",
    .title = "SWAT 3 model",
    .extensions = kGsmExtensions,
    .versions = kGsmVersions,
    .reads = Feature::Skeleton | Feature::Mesh | Feature::Skin | Feature::Material | Feature::Texture |
             Feature::Attachment,
    .revision = 2,
    .family = "swat3",
    .options = kGsmOptions,
    .issues = kGsmIssues,
    .recognise = recogniseGsm,
    .probe = [](std::span<const std::byte> file, const ReadLimits& /*limits*/) { return probeGsm(file); },
    .read = readGsm,
    .reencode = reencodeGsm,
    .dump = dumpGsmText,
};

constinit const FormatModule kGsaFormat{
    .id = "gsa",
    .title = "SWAT 3 animation",
    .extensions = kGsaExtensions,
    .versions = kGsaVersions,
    .reads = Feature::Skeleton | Feature::Clip | Feature::ClipEvent,
    .revision = 1,
    .pairing = ClipPairing::JointCount,
    .family = "swat3",
    .options = kGsaOptions,
    .issues = kGsaIssues,
    .recognise = recogniseGsa,
    .probe = [](std::span<const std::byte> file, const ReadLimits& /*limits*/) { return probeGsa(file); },
    .read = readGsa,
    .adaptClips = adaptGsaToModel,
    .reencode = reencodeGsa,
    .dump = dumpGsaText,
};

}  // namespace rigkiln::swat3
