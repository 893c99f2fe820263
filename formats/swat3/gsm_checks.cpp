#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "formats/swat3/file_checks.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/swat3_issues.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::swat3 {

namespace {

constexpr std::array<std::uint8_t, 1> kGsmKnownMinors = {5};
constexpr double kWeightTolerance = 1e-3;    // of the sum of a blend's weights
constexpr std::size_t kCharacterBones = 37;  // the smaller of the two known character skeletons

using Ids = std::bitset<65536>;

Ids boneIds(const GsmFile& file) {
    Ids ids;
    for (const Skeleton& skeleton : file.skeletons) {
        for (const Bone& bone : skeleton.bones)
            ids.set(bone.id);
    }
    return ids;
}

void checkCounts(FindingList& findings, const GsmFile& file) {
    checkCount(findings, "runs", file.runs.size());
    checkCount(findings, "positions and blends", file.positions.size() + file.blends.size());
    checkCount(findings, "blendStreamLength", file.blendStreamLength);
    checkCount(findings, "texCoords", file.texCoords.size());
    checkCount(findings, "effectiveVertices", file.effectiveVertices.size());
    checkCount(findings, "triangles", file.triangles.size());
    checkCount(findings, "groups", file.groups.size());
    checkCount(findings, "sharedLists", file.sharedLists.size());
}

void checkRuns(FindingList& findings, const GsmFile& file, const Ids& bones) {
    std::vector<Range> ranges;
    for (std::size_t i = 0; i < file.runs.size(); ++i) {
        const GsmRun& run = file.runs[i];
        if (run.bone == kBlendRun) continue;
        ranges.push_back({run.first, run.count});
        if (bones[run.bone]) continue;
        findings.rule(kRunBone, [&] {
            return Place{fmt::format("run[{}].bone", i), fmt::format("{} is the id of no bone", run.bone)};
        });
    }
    const std::string gap = findGap(std::move(ranges), file.positions.size());
    if (gap.empty()) return;
    findings.rule(kRunPartition, [&] { return Place{"runs", "of the positions, " + gap}; });
}

// Returns the fault of the record of the blended positions, or nothing.
std::optional<Place> findBlendRunFault(const GsmFile& file) {
    const auto records = static_cast<std::size_t>(std::ranges::count(file.runs, kBlendRun, &GsmRun::bone));
    const std::size_t expected = file.blends.empty() ? 0 : 1;
    if (records != expected) {
        return Place{"runs", fmt::format("{} records of bone 0x{:X}, {} are expected for {} blends", records,
                                         kBlendRun, expected, file.blends.size())};
    }
    if (records == 0) return std::nullopt;
    const auto record = std::ranges::find(file.runs, kBlendRun, &GsmRun::bone);
    const auto index = static_cast<std::size_t>(record - file.runs.begin());
    const std::string where = fmt::format("run[{}]", index);
    if (record->first != file.positions.size() || record->count != file.blends.size()) {
        return Place{where, fmt::format("first {} and count {}, {} and {} are expected", record->first,
                                        record->count, file.positions.size(), file.blends.size())};
    }
    if (index + 1 == file.runs.size()) return std::nullopt;
    return Place{where,
                 fmt::format("is the record of the blends, which is expected last of {}", file.runs.size())};
}

void checkBlends(FindingList& findings, const GsmFile& file) {
    if (const auto fault = findBlendRunFault(file)) {
        findings.rule(kBlendRunRecord, [&] { return *fault; });
    }
    if (blendUnit(file) == GsmBlendUnit::Neither) {
        findings.rule(kBlendLength, [&] {
            const std::size_t octets = blendStreamOctets(file);
            return Place{"blendStreamLength", fmt::format("{}, {} octets or {} shorts are expected",
                                                          file.blendStreamLength, octets, octets / 2)};
        });
    }
    for (std::size_t i = 0; i < file.blends.size(); ++i) {
        if (file.blends[i].empty()) {
            findings.rule(kEmptyBlend, [&] {
                return Place{fmt::format("blend[{}].influenceCount", i), "0, at least 1 is expected"};
            });
        }
        double sum = 0;
        for (const GsmInfluence& influence : file.blends[i]) {
            checkFinite(findings, std::span(&influence.weight, 1),
                        [&] { return fmt::format("blend[{}].weight", i); });
            sum += double{influence.weight};
        }
        // Comparisons with NaN are false, so NaN breaks the rule.
        if (std::abs(sum - 1) <= kWeightTolerance || std::abs(sum) <= kWeightTolerance) continue;
        findings.rule(kWeightSum, [&] {
            return Place{fmt::format("blend[{}]", i),
                         fmt::format("weights sum to {}, 1 or 0 (+- {}) is expected", sum, kWeightTolerance)};
        });
    }
}

void checkGroups(FindingList& findings, const GsmFile& file) {
    Ids materials;
    for (std::size_t i = 0; i < file.materials.size(); ++i) {
        const std::uint16_t id = file.materials[i].id;
        if (materials[id]) {
            findings.hint(kMaterialId, [&] {
                return Place{fmt::format("material[{}].id", i), fmt::format("{} is taken", id)};
            });
        }
        materials.set(id);
    }
    std::vector<Range> ranges;
    for (std::size_t i = 0; i < file.groups.size(); ++i) {
        const GsmGroup& group = file.groups[i];
        ranges.push_back({group.first, group.count});
        if (materials[group.material]) continue;
        findings.hint(kGroupMaterial, [&] {
            return Place{fmt::format("group[{}].material", i),
                         fmt::format("{} is the id of no material", group.material)};
        });
    }
    const std::string gap = findGap(std::move(ranges), file.triangles.size());
    if (gap.empty()) return;
    findings.rule(kGroupCoverage, [&] { return Place{"groups", "of the triangles, " + gap}; });
}

// Returns the positions that all triangles of a list share, at most three. Computed once per list, because a
// bad file could have very many vertices that refer to a long list.
std::vector<std::uint16_t> commonPositions(const GsmFile& file, const std::vector<std::uint16_t>& list) {
    const auto positionOf = [&](std::uint16_t corner) { return file.effectiveVertices[corner].position; };
    std::vector<std::uint16_t> common;
    for (const std::uint16_t corner : file.triangles[list.front()].corners)
        common.push_back(positionOf(corner));
    for (const std::uint16_t triangle : list) {
        const auto& corners = file.triangles[triangle].corners;
        std::erase_if(common, [&](std::uint16_t position) {
            return std::ranges::none_of(corners,
                                        [&](std::uint16_t corner) { return positionOf(corner) == position; });
        });
    }
    return common;
}

void checkSharedLists(FindingList& findings, const GsmFile& file) {
    if (file.sharedStreamShorts != countSharedShorts(file)) {
        findings.rule(kSharedLength, [&] {
            return Place{"sharedStreamShorts",
                         fmt::format("{}, {} is expected", file.sharedStreamShorts, countSharedShorts(file))};
        });
    }
    std::vector<std::vector<std::uint16_t>> common;
    common.reserve(file.sharedLists.size());
    for (const auto& list : file.sharedLists)
        common.push_back(list.empty() ? std::vector<std::uint16_t>{} : commonPositions(file, list));
    for (std::size_t i = 0; i < file.effectiveVertices.size(); ++i) {
        const GsmEffectiveVertex& vertex = file.effectiveVertices[i];
        if (file.sharedLists[vertex.sharedList].empty()) continue;
        if (std::ranges::find(common[vertex.sharedList], vertex.position) != common[vertex.sharedList].end())
            continue;
        findings.hint(kSharedListPosition, [&] {
            return Place{fmt::format("effectiveVertex[{}].sharedList", i),
                         fmt::format("not all triangles of list {} touch position {}", vertex.sharedList,
                                     vertex.position)};
        });
    }
}

void checkMaterial(FindingList& findings, const GsmFile& file, std::size_t i) {
    const GsmMaterial& material = file.materials[i];
    const auto place = [&](std::string_view field, std::string details) {
        return Place{fmt::format("material[{}] {}.{}", i, quote(material.name), field), std::move(details)};
    };
    for (const GsmMap& map : material.maps) {
        if (map.texture < file.textures.size()) continue;
        findings.rule(kMapTexture, [&] {
            return place("map", fmt::format("{}, below {} is expected: there are {} textures", map.texture,
                                            file.textures.size(), file.textures.size()));
        });
    }
    if (material.twoSided > 1) {
        findings.rule(kTwoSided, [&] {
            return place("twoSided", fmt::format("{}, 0 or 1 is expected", material.twoSided));
        });
    }
    const std::array numbers = {material.opacityFalloff, material.transparency, material.selfIllumination,
                                material.shininess, material.shineStrength};
    for (const std::span<const float> values :
         {std::span<const float>(numbers), std::span<const float>(material.diffuse),
          std::span<const float>(material.ambient), std::span<const float>(material.specular)}) {
        checkFinite(findings, values, [&] { return fmt::format("material[{}]", i); });
    }
}

void checkTextures(FindingList& findings, const GsmFile& file) {
    for (std::size_t i = 0; i < file.textures.size(); ++i) {
        const unsigned counted = file.textures[i].countedNuls;
        const unsigned first = file.textures.front().countedNuls;
        if (counted == first) continue;
        findings.hint(kTextureLength, [&] {
            return Place{fmt::format("texture[{}].name", i),
                         fmt::format("counts {} of its NULs, texture[0] counts {}", counted, first)};
        });
    }
}

void checkGrips(FindingList& findings, const std::vector<GsmGrip>& grips, std::string_view name,
                const Ids& bones) {
    for (std::size_t i = 0; i < grips.size(); ++i) {
        const GsmGrip& grip = grips[i];
        const auto where = [&] { return fmt::format("{}[{}] {}", name, i, quote(grip.name)); };
        if (!bones[grip.bone]) {
            findings.rule(kGripBone, [&] {
                return Place{where() + ".bone", fmt::format("{} is the id of no bone", grip.bone)};
            });
        }
        checkFinite(findings, grip.rows, where);
        checkFinite(findings, grip.position, where);
    }
}

void checkNumbers(FindingList& findings, const GsmFile& file) {
    for (std::size_t i = 0; i < file.positions.size(); ++i)
        checkFinite(findings, file.positions[i], [&] { return fmt::format("position[{}]", i); });
    for (std::size_t i = 0; i < file.texCoords.size(); ++i)
        checkFinite(findings, file.texCoords[i], [&] { return fmt::format("texCoord[{}]", i); });
}

template <class Records>
void checkPads(FindingList& findings, const Records& records, std::string_view name) {
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (records[i].pad == 0) continue;
        findings.hint(kPad, [&] {
            return Place{fmt::format("{}[{}].pad", name, i), fmt::format("0x{:04X}", records[i].pad)};
        });
    }
}

// Weapons have their root at the origin, and all positions follow it.
bool isBuiltLikeWeapon(const GsmFile& file) {
    if (boneCount(file.skeletons) == 0) return false;
    const Skeleton& skeleton =
        *std::ranges::find_if(file.skeletons, [](const Skeleton& one) { return !one.bones.empty(); });
    const Bone& root = skeleton.bones.front();
    return root.position == Float3{} &&
           std::ranges::all_of(file.runs, [&](const GsmRun& run) { return run.bone == root.id; });
}

void checkClass(FindingList& findings, const GsmFile& file) {
    const auto missing = [](std::string_view where, std::string_view details) {
        return [=] { return Place{std::string(where), std::string(details)}; };
    };
    if (isBuiltLikeWeapon(file)) {
        if (file.grips.empty()) findings.hint(kNoGrips, missing("grips", "0, at least 1 is expected"));
        return;
    }
    if (boneCount(file.skeletons) < kCharacterBones) return;
    if (file.grippers.empty()) findings.hint(kNoGrippers, missing("grippers", "0, at least 1 is expected"));
    const bool hasFace = std::ranges::any_of(
        file.materials, [](const GsmMaterial& material) { return equalIgnoringCase(material.name, "FACE"); });
    if (!hasFace) findings.hint(kNoFace, missing("materials", "none is called FACE"));
}

}  // namespace

std::vector<Finding> checkGsm(const GsmFile& file) {
    FindingList findings;
    const Ids bones = boneIds(file);
    checkVersion(findings, file.versionMinor, kGsmKnownMinors, file.repeatsMagicTail);
    checkSkeletons(findings, file.skeletons);
    checkCounts(findings, file);
    checkRuns(findings, file, bones);
    checkBlends(findings, file);
    checkGroups(findings, file);
    checkSharedLists(findings, file);
    checkTextures(findings, file);
    for (std::size_t i = 0; i < file.materials.size(); ++i)
        checkMaterial(findings, file, i);
    checkGrips(findings, file.grips, "grip", bones);
    checkGrips(findings, file.grippers, "gripper", bones);
    checkNumbers(findings, file);
    checkPads(findings, file.runs, "run");
    checkPads(findings, file.triangles, "triangle");
    checkPads(findings, file.groups, "group");
    checkClass(findings, file);
    return std::move(findings).finish();
}

}  // namespace rigkiln::swat3
