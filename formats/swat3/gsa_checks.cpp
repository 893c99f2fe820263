#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "formats/swat3/file_checks.hpp"
#include "formats/swat3/gsa_attempt.hpp"
#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/swat3_issues.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::swat3 {

namespace {

constexpr std::array<std::uint8_t, 2> kGsaKnownMinors = {1, 2};

void checkHead(FindingList& findings, const GsaFile& file) {
    if (file.frameRate != kGsaFramesPerSecond) {
        findings.hint(kFrameRate, [&] {
            return Place{"frameRate", fmt::format("{}, {} is expected", file.frameRate, kGsaFramesPerSecond)};
        });
    }
    if (!file.hasMarker) findings.rule(kMissingMarker, [] { return Place{"marker", "0xFFFF is expected"}; });
    if (file.hasEventCounts != versionHasEventCounts(file)) {
        findings.rule(kEventCounts, [&] {
            return Place{"frames",
                         fmt::format("version {}.{} {} event counts, the frames {}", file.versionMajor,
                                     file.versionMinor, file.hasEventCounts ? "has no" : "has",
                                     file.hasEventCounts ? "have them" : "have none")};
        });
    }
}

void checkBoneList(FindingList& findings, const GsaFile& file) {
    std::set<std::uint16_t> known;
    for (const Skeleton& skeleton : file.skeletons) {
        for (const Bone& bone : skeleton.bones)
            known.insert(bone.id);
    }
    std::set<std::uint16_t> listed;
    for (std::size_t i = 0; i < file.animatedBones.size(); ++i) {
        const std::uint16_t id = file.animatedBones[i];
        const bool isNew = listed.insert(id).second;
        if (isNew && known.contains(id)) continue;
        findings.rule(kBoneList, [&] {
            return Place{fmt::format("animatedBone[{}]", i),
                         fmt::format("{} is {}", id, isNew ? "the id of no bone" : "listed before")};
        });
    }
}

void checkFrame(FindingList& findings, const GsaFile& file, std::size_t i) {
    const auto where = [&](std::string_view field) { return fmt::format("frame[{}].{}", i, field); };
    const GsaFrame& frame = file.frames[i];
    checkFinite(findings, frame.originPosition, [&] { return where("originPosition"); });
    checkRotation(findings, frame.originRotation, [&] { return where("originRotation"); });
    checkFinite(findings, frame.rootPosition, [&] { return where("rootPosition"); });
    const std::span<const Float4> rotations = rotationsOf(file, i);
    for (std::size_t column = 0; column < rotations.size(); ++column) {
        checkRotation(findings, rotations[column],
                      [&] { return where(fmt::format("rotation[{}]", column)); });
    }
}

void checkEvents(FindingList& findings, const GsaFile& file) {
    for (std::size_t i = 0; i < file.events.size(); ++i) {
        for (std::size_t j = 0; j < file.events[i].size(); ++j) {
            const GsaEvent& event = file.events[i][j];
            const auto nuls = std::ranges::count(event, '\0');
            if (nuls == 1 && event.ends_with('\0')) continue;
            findings.rule(kEventEnd, [&] {
                return Place{fmt::format("frame[{}].event[{}]", i, j),
                             fmt::format("{} has {} NUL, 1 is expected, at its end", quote(event), nuls)};
            });
        }
    }
}

}  // namespace

std::vector<Finding> checkGsa(const GsaFile& file) {
    FindingList findings;
    checkVersion(findings, file.versionMinor, kGsaKnownMinors, file.repeatsMagicTail);
    checkSkeletons(findings, file.skeletons);
    checkHead(findings, file);
    checkBoneList(findings, file);
    checkCount(findings, "frames", file.frames.size());
    if (file.frames.empty()) {
        findings.hint(kNoFrames, [] { return Place{"frameCount", "0, at least 1 is expected"}; });
    }
    for (std::size_t i = 0; i < file.frames.size(); ++i)
        checkFrame(findings, file, i);
    checkEvents(findings, file);
    return std::move(findings).finish();
}

}  // namespace rigkiln::swat3
