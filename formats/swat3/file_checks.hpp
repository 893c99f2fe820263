#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/swat3/finding_list.hpp"
#include "formats/swat3/skeleton_block.hpp"

/// Checks of both formats. Each adds to the findings; none fails.
namespace rigkiln::swat3 {

void checkVersion(FindingList& findings, std::uint8_t minor, std::span<const std::uint8_t> known,
                  bool repeatsMagicTail);
void checkSkeletons(FindingList& findings, const std::vector<Skeleton>& skeletons);
void checkCount(FindingList& findings, std::string_view where, std::size_t count);

/// False when a number is NaN.
[[nodiscard]] bool isUnitLength(const Float4& rotation);
[[nodiscard]] std::string rotationText(const Float4& rotation);

void addRotation(FindingList& findings, const std::string& where, const Float4& rotation);
void addNotFinite(FindingList& findings, const std::string& where, std::span<const float> values);

/// `makeWhere` names the place; it is called only when there is a finding.
template <class MakeWhere>
void checkFinite(FindingList& findings, std::span<const float> values, const MakeWhere& makeWhere) {
    for (const float value : values) {
        if (!std::isfinite(value)) return addNotFinite(findings, makeWhere(), values);
    }
}

template <class MakeWhere>
void checkRotation(FindingList& findings, const Float4& rotation, const MakeWhere& makeWhere) {
    if (isUnitLength(rotation)) return;
    if (!std::ranges::all_of(rotation, [](float value) { return std::isfinite(value); }))
        return addNotFinite(findings, makeWhere(), rotation);
    addRotation(findings, makeWhere(), rotation);
}

/// Elements [first, first + count) of a list.
struct Range {
    std::size_t first = 0;
    std::size_t count = 0;
};

/// Describes the first place where the ranges do not cover each of `total` elements exactly once: "4 to 7 in
/// none". Returns an empty text when they do. Ranges may be in any order.
[[nodiscard]] std::string findGap(std::vector<Range> ranges, std::size_t total);

}  // namespace rigkiln::swat3
