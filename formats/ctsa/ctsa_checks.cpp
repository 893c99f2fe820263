#include "formats/ctsa/ctsa_checks.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/ctsa/ctsa_issues.hpp"
#include "formats/ctsa/ctsa_name.hpp"

namespace rigkiln::ctsa {
namespace {

void checkName(const CtsaFile& file, Diagnostics& diagnostics) {
    const std::uint8_t shortest = shortestPrefix(file.name.size());
    if (file.prefixSize > shortest) {
        diagnostics.add(kLongPrefix, "nameLength",
                        fmt::format("{} octets for {} code units, {} would do", file.prefixSize,
                                    file.name.size(), shortest));
    }
    const NameText text = nameText(file.name);
    if (file.nameOrder == std::endian::little) diagnostics.add(kLittleEndianName, "name");
    if (text.loneSurrogates > 0) {
        const unsigned unit = file.name[text.firstLoneSurrogate];
        diagnostics.add(kLoneSurrogate, fmt::format("name[{}]", text.firstLoneSurrogate),
                        fmt::format("0x{:04X} has no other half, {} in all", unit, text.loneSurrogates));
    }
}

bool isOutside(float coordinate) {
    return coordinate < -kSheetTolerance || coordinate > 1 + kSheetTolerance;
}

/// Checks the row. Without frames its numbers only need to be finite.
void checkRow(const CtsaFile& file, Diagnostics& diagnostics) {
    struct Number {
        std::string_view field;
        float value;
    };
    const std::array<Number, 4> numbers = {{{"leftU", file.leftU},
                                            {"bottomV", file.bottomV},
                                            {"topV", file.topV},
                                            {"frameWidth", file.frameWidth}}};
    for (const Number& number : numbers) {
        if (std::isfinite(number.value)) continue;
        diagnostics.add(kNotFinite, std::string(number.field), fmt::to_string(number.value));
        return;  // the checks below need four finite numbers
    }
    if (file.frames.empty()) return;
    if (file.frameWidth <= 0) {
        diagnostics.add(kFrameExtent, "frameWidth",
                        fmt::format("{}, more than 0 is expected", file.frameWidth));
    }
    if (file.topV <= file.bottomV) {
        diagnostics.add(kFrameExtent, "topV",
                        fmt::format("{}, more than the bottom's {} is expected", file.topV, file.bottomV));
    }
    const double right = static_cast<double>(file.leftU) +
                         static_cast<double>(file.frames.size()) * static_cast<double>(file.frameWidth);
    if (isOutside(file.leftU) || isOutside(static_cast<float>(right))) {
        diagnostics.add(kLeavesSheet, "leftU",
                        fmt::format("{} frames lie from {} to {}, 0 to 1 is the sheet", file.frames.size(),
                                    file.leftU, static_cast<float>(right)));
    }
    if (isOutside(file.bottomV) || isOutside(file.topV)) {
        diagnostics.add(
            kLeavesSheet, "bottomV",
            fmt::format("frames lie from {} to {}, 0 to 1 is the sheet", file.bottomV, file.topV));
    }
}

/// Adds one issue with the details of the first odd frame and the number of the others.
template <class IsOdd, class Describe>
void checkFrames(const CtsaFile& file, const IssueKind& kind, std::string_view field, const IsOdd& isOdd,
                 const Describe& describe, Diagnostics& diagnostics) {
    std::size_t count = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < file.frames.size(); ++i) {
        if (!isOdd(file.frames[i])) continue;
        if (count == 0) first = i;
        ++count;
    }
    if (count == 0) return;
    std::string details = describe(file.frames[first]);
    if (count > 1) details += fmt::format("; and {} more like it", count - 1);
    diagnostics.add(kind, fmt::format("frame[{}].{}", first, field), std::move(details));
}

void checkAllFrames(const CtsaFile& file, Diagnostics& diagnostics) {
    checkFrames(
        file, kNotFinite, "time", [](const CtsaFrame& frame) { return !std::isfinite(frame.time); },
        [](const CtsaFrame& frame) { return fmt::to_string(frame.time); }, diagnostics);
    checkFrames(
        file, kNegativeTime, "time",
        [](const CtsaFrame& frame) { return std::isfinite(frame.time) && frame.time < 0; },
        [](const CtsaFrame& frame) { return fmt::format("{} ms, at least 0 is expected", frame.time); },
        diagnostics);
    checkFrames(
        file, kSwapType, "swapType", [](const CtsaFrame& frame) { return frame.swapType > kSwapByUpdates; },
        [](const CtsaFrame& frame) {
            return fmt::format("{}, {} (time) or {} (updates) is expected", frame.swapType, kSwapByTime,
                               kSwapByUpdates);
        },
        diagnostics);
    checkFrames(
        file, kNeverAdvances, "updates",
        [](const CtsaFrame& frame) { return frame.swapType == kSwapByUpdates && frame.updates < 1; },
        [](const CtsaFrame& frame) { return fmt::format("{}, at least 1 is expected", frame.updates); },
        diagnostics);
}

}  // namespace

void checkCtsa(const CtsaFile& file, Diagnostics& diagnostics) {
    checkName(file, diagnostics);
    if (file.bodyOrder == std::endian::big) diagnostics.add(kBigEndianBody, "frameCount");
    if (file.frames.empty()) diagnostics.add(kNoFrames, "frameCount");
    checkRow(file, diagnostics);
    checkAllFrames(file, diagnostics);
    if (!file.trailing.empty())
        diagnostics.add(kTrailing, "trailing",
                        fmt::format("{} octets, 0 are expected", file.trailing.size()));
}

}  // namespace rigkiln::ctsa
