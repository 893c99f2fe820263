#include "formats/swat3/file_checks.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "formats/swat3/swat3_issues.hpp"

namespace rigkiln::swat3 {

namespace {

constexpr double kUnitTolerance = 1e-3;  // of the length of a quaternion
constexpr std::size_t kLargestSigned = 32767;
constexpr std::size_t kFewestBones = 2;  // required by the authors' rules

std::string rangeText(std::size_t first, std::size_t end) {
    return end - first == 1 ? fmt::format("{} is", first) : fmt::format("{} to {} are", first, end - 1);
}

}  // namespace

void checkVersion(FindingList& findings, std::uint8_t minor, std::span<const std::uint8_t> known,
                  bool repeatsMagicTail) {
    if (repeatsMagicTail) findings.hint(kRepeatedMagicTail, [] { return Place{"magic", ""}; });
    if (std::ranges::find(known, minor) != known.end()) return;
    findings.hint(kUnknownVersion, [&] {
        std::string expected;
        for (const std::uint8_t one : known)
            expected += fmt::format("{}4.{}", expected.empty() ? "" : " or ", one);
        return Place{"versionMinor", fmt::format("4.{}, {} is expected", minor, expected)};
    });
}

void checkSkeletons(FindingList& findings, const std::vector<Skeleton>& skeletons) {
    if (skeletons.size() != 1) {
        findings.hint(kSeveralSkeletons, [&] {
            return Place{"skeletonCount", fmt::format("{}, 1 is expected", skeletons.size())};
        });
    }
    if (boneCount(skeletons) < kFewestBones) {
        findings.hint(kFewBones, [&] {
            return Place{"skeletons", fmt::format("{} bones, at least {} are expected", boneCount(skeletons),
                                                  kFewestBones)};
        });
    }
    for (std::size_t i = 0; i < skeletons.size(); ++i) {
        for (std::size_t j = 0; j < skeletons[i].bones.size(); ++j) {
            const Bone& bone = skeletons[i].bones[j];
            const auto where = [&](std::string_view field) {
                return fmt::format("skeleton[{}].bone[{}].{}", i, j, field);
            };
            checkFinite(findings, bone.position, [&] { return where("position"); });
            checkRotation(findings, bone.rotation, [&] { return where("rotation"); });
        }
    }
}

void checkCount(FindingList& findings, std::string_view where, std::size_t count) {
    if (count <= kLargestSigned) return;
    findings.hint(kLargeCount, [&] {
        return Place{std::string(where), fmt::format("{}, at most {} are safe", count, kLargestSigned)};
    });
}

bool isUnitLength(const Float4& rotation) {
    constexpr double kLeast = (1 - kUnitTolerance) * (1 - kUnitTolerance);
    constexpr double kMost = (1 + kUnitTolerance) * (1 + kUnitTolerance);
    double square = 0;
    for (const float value : rotation)
        square += double{value} * double{value};
    return square >= kLeast && square <= kMost;
}

std::string rotationText(const Float4& rotation) {
    return fmt::format("({}, {}, {}, {})", rotation[0], rotation[1], rotation[2], rotation[3]);
}

void addRotation(FindingList& findings, const std::string& where, const Float4& rotation) {
    findings.rule(kRotationLength, [&] {
        return Place{where, fmt::format("{}, a length of 1 +- {} is expected", rotationText(rotation),
                                        kUnitTolerance)};
    });
}

void addNotFinite(FindingList& findings, const std::string& where, std::span<const float> values) {
    findings.hint(kNotFinite, [&] {
        const auto value =
            std::ranges::find_if(values, [](float candidate) { return !std::isfinite(candidate); });
        return Place{where, fmt::format("{}, a finite number is expected", *value)};
    });
}

std::string findGap(std::vector<Range> ranges, std::size_t total) {
    std::erase_if(ranges, [](const Range& range) { return range.count == 0; });
    std::ranges::sort(ranges, {}, &Range::first);
    std::size_t covered = 0;
    for (const Range& range : ranges) {
        const std::size_t end = range.first + range.count;
        if (end > total) return fmt::format("{} in a range, and there are {}", rangeText(total, end), total);
        if (range.first > covered) return rangeText(covered, range.first) + " in none";
        if (range.first < covered) {
            return rangeText(range.first, std::min(covered, end)) + " in more than one";
        }
        covered = end;
    }
    return covered < total ? rangeText(covered, total) + " in none" : "";
}

}  // namespace rigkiln::swat3
