#include "exporters/ctsa/build_ctsa.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/ctsa/ctsa_name.hpp"
#include "formats/ctsa/ctsa_timing.hpp"
#include "formats/ctsa/ctsa_to_scene.hpp"
#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::ctsa_export {
namespace {

/// Tolerance of texture coordinates, for the rounding when another program flips V. A pixel of the widest
/// image that we read is fifteen times as wide.
constexpr double kSameTexCoord = 4e-6;
/// Largest distance of a frame from its place in the row, as a fraction of its width.
constexpr double kRowTolerance = 1e-3;
/// Tolerance of times, for rounding of floats: seconds for times up to 1 s, relative for longer ones.
constexpr double kSameTime = 1e-5;
/// Tolerance of a whole number of updates, in updates.
constexpr double kWholeUpdate = 1e-2;
constexpr double kMillisecondsPerSecond = 1000;

bool isSame(double left, double right, double tolerance) {
    return std::abs(left - right) <= tolerance;
}

bool isSameTime(double left, double right) {
    return isSame(left, right, kSameTime * std::max(1.0, std::abs(right)));
}

bool isSameRect(const ctsa::FrameRect& left, const ctsa::FrameRect& right) {
    const auto same = [](float one, float other) {
        return isSame(static_cast<double>(one), static_cast<double>(other), kSameTexCoord);
    };
    return same(left.leftU, right.leftU) && same(left.rightU, right.rightU) &&
           same(left.bottomV, right.bottomV) && same(left.topV, right.topV);
}

bool isSame(const ShownFrames& left, const ShownFrames& right) {
    return isSameTime(static_cast<double>(left.total), static_cast<double>(right.total)) &&
           std::ranges::equal(left.frames, right.frames, [](const ShownFrame& one, const ShownFrame& other) {
               return isSameTime(static_cast<double>(one.start), static_cast<double>(other.start)) &&
                      isSameRect(one.rect, other.rect);
           });
}

/// Reads the record's file like an input and returns the frames it shows. An empty texture stands in for the
/// image, which is not at hand.
Result<ShownFrames> expectedFrames(const ctsa::CtsaRecord& record) {
    Scene scene;
    ctsa::CtsaScene source{.file = record.file, .name = "expected", .reading = record.reading, .image = {}};
    source.reading.sheet.place = record.place;
    if (!record.reading.image.empty()) {
        scene.textures.emplace_back();
        source.image = ctsa::SheetImage{.file = record.reading.image, .texture = IndexOf<Texture>(0)};
    }
    if (const Status added = ctsa::addToScene(source, scene); !added) return added.error();
    if (scene.clips.empty()) return ShownFrames{};
    return shownFrames(scene, scene.clips.front());
}

/// Computes the row's place on the sheet from where its frames lie on the image.
class RowFitter {
public:
    RowFitter(const std::vector<ShownFrame>& frames, const ctsa::SheetPlace& place)
        : frames_(frames), place_(place) {}

    Status fit(ctsa::CtsaFile& file) const {
        const ctsa::FrameRect& first = frames_.front().rect;
        const double left = static_cast<double>(first.leftU);
        const double width =
            (static_cast<double>(frames_.back().rect.rightU) - left) / static_cast<double>(frames_.size());
        if (!(width > 0)) return problem(0, "has no width, or the frames do not run from left to right");
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            const ctsa::FrameRect& rect = frames_[i].rect;
            const double wanted = left + static_cast<double>(i) * width;
            const double tolerance = std::max(kSameTexCoord, kRowTolerance * width);
            const auto misses = [&](float place, double expected) {
                return !isSame(static_cast<double>(place), expected, tolerance);
            };
            if (misses(rect.leftU, wanted) || misses(rect.rightU, wanted + width)) {
                return problem(
                    i, fmt::format("covers U {} to {}, expected {} to {}: frames of one width, side by "
                                   "side in the order they are shown",
                                   rect.leftU, rect.rightU, wanted, wanted + width));
            }
            if (misses(rect.bottomV, static_cast<double>(first.bottomV)) ||
                misses(rect.topV, static_cast<double>(first.topV))) {
                return problem(
                    i, fmt::format("covers V {} to {}, expected {} to {} as the first frame: all lie in "
                                   "one row",
                                   rect.bottomV, rect.topV, first.bottomV, first.topV));
            }
        }
        file.leftU = static_cast<float>((left - place_.offsetU) / place_.scaleU);
        file.frameWidth = static_cast<float>(width / place_.scaleU);
        file.bottomV =
            static_cast<float>((static_cast<double>(first.bottomV) - place_.offsetV) / place_.scaleV);
        file.topV = static_cast<float>((static_cast<double>(first.topV) - place_.offsetV) / place_.scaleV);
        return Done{};
    }

private:
    [[nodiscard]] Error problem(std::size_t frame, std::string what) const {
        return kNotRepresentable.at(fmt::format("frame {} (node {})", frame, quote(frames_[frame].node)),
                                    std::move(what));
    }

    const std::vector<ShownFrame>& frames_;
    const ctsa::SheetPlace& place_;
};

/// Makes a frame of the given duration that differs from `before`, which may be null, as little as possible.
ctsa::CtsaFrame makeFrame(double seconds, const ctsa::CtsaFrame* before, double ticksPerSecond) {
    if (before == nullptr)
        return {.time = static_cast<float>(seconds * kMillisecondsPerSecond), .updates = 0};
    if (isSameTime(seconds, ctsa::frameSeconds(*before, ticksPerSecond))) return *before;
    ctsa::CtsaFrame frame = *before;
    const double updates = seconds * ticksPerSecond;
    const double whole = std::round(updates);
    const bool isWhole = whole >= 1 && whole <= std::numeric_limits<std::int32_t>::max() &&
                         isSame(updates, whole, kWholeUpdate);
    if (before->swapType != ctsa::kSwapByTime && isWhole) {
        frame.updates = static_cast<std::int32_t>(whole);
        frame.swapType = ctsa::kSwapByUpdates;
        return frame;
    }
    frame.time = static_cast<float>(seconds * kMillisecondsPerSecond);
    frame.swapType = ctsa::kSwapByTime;
    return frame;
}

bool isSameRow(const std::vector<ShownFrame>& frames, const ctsa::CtsaRecord& record) {
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (!isSameRect(frames[i].rect, ctsa::frameRect(record.file, i, record.place))) return false;
    }
    return true;
}

Status buildRow(const std::vector<ShownFrame>& frames, const std::optional<ctsa::CtsaRecord>& record,
                ctsa::CtsaFile& file) {
    if (record && isSameRow(frames, *record)) return Done{};
    return RowFitter(frames, record ? record->place : ctsa::SheetPlace{}).fit(file);
}

std::vector<ctsa::CtsaFrame> buildFrames(const ShownFrames& shown,
                                         const std::optional<ctsa::CtsaRecord>& record) {
    const double ticks = record ? record->reading.ticksPerSecond : ctsa::kUsualTicksPerSecond;
    std::vector<ctsa::CtsaFrame> frames;
    frames.reserve(shown.frames.size());
    for (std::size_t i = 0; i < shown.frames.size(); ++i) {
        const bool isLast = i + 1 == shown.frames.size();
        const float end = isLast ? shown.total : shown.frames[i + 1].start;
        const bool isKnown = record && i < record->file.frames.size();
        frames.push_back(makeFrame(static_cast<double>(end) - static_cast<double>(shown.frames[i].start),
                                   isKnown ? &record->file.frames[i] : nullptr, ticks));
    }
    return frames;
}

}  // namespace

Result<BuiltCtsa> buildCtsa(const BuildRequest& request) {
    const Result<ShownFrames> shown = shownFrames(request.scene, request.clip);
    BuiltCtsa built;
    if (request.record) {
        built.file = request.record->file;
        const Result<ShownFrames> expected = expectedFrames(*request.record);
        // An animation of zero length shows no frames, so shownFrames fails for both.
        built.isUnchanged = shown ? expected && isSame(*shown, *expected) : !expected;
        if (built.isUnchanged) return built;
    }
    if (!shown) return shown.error();
    if (!request.record) {
        const auto name = ctsa::codeUnitsOf(toUtf8(request.clip.name));
        if (name) built.file.name = *name;
        built.file.prefixSize = ctsa::shortestPrefix(built.file.name.size());
    }
    if (const Status row = buildRow(shown->frames, request.record, built.file); !row) return row.error();
    built.file.frames = buildFrames(*shown, request.record);
    return built;
}

}  // namespace rigkiln::ctsa_export
