#include "formats/bfres/animation/evaluate_curve.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

namespace rigkiln::bfres {

namespace {

// Position of a frame in the curve: fraction `t` of the way from key `key` to the next.
struct Position {
    std::size_t key = 0;
    double t = 0;
};

bool hasFrames(const Curve& curve) {
    return std::visit([](const auto& numbers) { return !numbers.empty(); }, curve.frames);
}

double firstFrameOf(const Curve& curve) {
    return frameOfKey(curve, 0);
}

double lastFrameOf(const Curve& curve) {
    return frameOfKey(curve, curve.keyCount - std::size_t{1});
}

// Returns the last key at or before the frame; of keys on the same frame, the last. Returns key 0 for earlier
// frames.
std::size_t searchKey(const Curve& curve, double frame) {
    std::size_t first = 0;
    std::size_t count = curve.keyCount;
    while (count > 1) {
        const std::size_t half = count / 2;
        if (frameOfKey(curve, first + half) <= frame) {
            first += half;
            count -= half;
        } else {
            count = half;
        }
    }
    return first;
}

// Like searchKey, but first tries `key` and the next few.
std::size_t keyNear(const Curve& curve, double frame, std::size_t key) {
    constexpr std::size_t kMostSteps = 8;
    if (key >= curve.keyCount || !(frameOfKey(curve, key) <= frame)) return searchKey(curve, frame);
    for (std::size_t step = 0; step < kMostSteps; ++step, ++key) {
        if (key + 1 >= curve.keyCount || !(frameOfKey(curve, key + 1) <= frame)) return key;
    }
    return searchKey(curve, frame);
}

Position positionOf(const Curve& curve, double frame, std::size_t key) {
    if (key + 1 >= curve.keyCount) return {.key = curve.keyCount - std::size_t{1}, .t = 0};
    const double start = frameOfKey(curve, key);
    const double length = frameOfKey(curve, key + 1) - start;
    return {.key = key, .t = length > 0 ? std::clamp((frame - start) / length, 0.0, 1.0) : 0};
}

double element(const Curve& curve, std::size_t index) {
    return std::visit(
        [&]<class Number>(const std::vector<Number>& elements) {
            // Words of integer curves are signed, although stored as unsigned.
            if constexpr (std::is_same_v<Number, std::uint32_t>) {
                return static_cast<double>(std::bit_cast<std::int32_t>(elements[index]));
            } else {
                return static_cast<double>(elements[index]);
            }
        },
        curve.keys);
}

bool bitAt(const Curve& curve, std::size_t key) {
    const auto& words = std::get<std::vector<std::uint32_t>>(curve.keys);
    return (words[key / 32] >> (key % 32) & 1U) != 0;
}

double rawValue(const Curve& curve, const Position& at) {
    const double t = at.t;
    switch (curve.type()) {
        case CurveType::Cubic: {
            const std::size_t first = at.key * 4;
            const double cubic = element(curve, first + 2) + t * element(curve, first + 3);
            return element(curve, first) + t * (element(curve, first + 1) + t * cubic);
        }
        case CurveType::Linear:
            return element(curve, at.key * 2) + t * element(curve, at.key * 2 + 1);
        case CurveType::BakedFloat: {
            const double value = element(curve, at.key);
            return t > 0 ? value + t * (element(curve, at.key + 1) - value) : value;
        }
        case CurveType::StepBool:
        case CurveType::BakedBool:
            return bitAt(curve, at.key) ? 1 : 0;
        case CurveType::StepInt:
        case CurveType::BakedInt:
            break;
    }
    return element(curve, at.key);
}

// Precondition: the frame is within the curve's keys.
double valueAt(const Curve& curve, double frame, std::size_t& key) {
    key = keyNear(curve, frame, key);
    const double raw = rawValue(curve, positionOf(curve, frame, key));
    if (isBoolean(curve.type())) return raw;
    if (isDiscrete(curve.type())) return raw + std::bit_cast<std::int32_t>(curve.offsetBits);
    return static_cast<double>(std::bit_cast<float>(curve.offsetBits)) +
           static_cast<double>(curve.scale) * raw;
}

}  // namespace

double frameOfKey(const Curve& curve, std::size_t index) {
    if (!hasFrames(curve)) return static_cast<double>(curve.firstFrame) + static_cast<double>(index);
    constexpr double kFixedUnits = 32;
    return std::visit(
        [&]<class Number>(const std::vector<Number>& frames) {
            const auto frame = static_cast<double>(frames[index]);
            return std::is_same_v<Number, std::int16_t> ? frame / kFixedUnits : frame;
        },
        curve.frames);
}

bool isContinuous(const Curve& curve) {
    const bool isCubic = curve.type() == CurveType::Cubic;
    if (!isCubic && curve.type() != CurveType::Linear) return false;
    const std::size_t width = isCubic ? 4 : 2;
    // The game's converter rounds each coefficient separately, so the pieces between coarse keys do not meet.
    // A spline through their starts would be wrong before each key, and a chain of bones would add up these
    // errors.
    constexpr double kLargestGap = 4e-6;
    for (std::size_t key = 0; key + 1 < curve.keyCount; ++key) {
        if (!(frameOfKey(curve, key) < frameOfKey(curve, key + 1))) return false;
        double end = 0;
        for (std::size_t i = 0; i < width; ++i)
            end += element(curve, key * width + i);
        const double next = element(curve, (key + 1) * width);
        const double scale = std::abs(static_cast<double>(curve.scale));
        if (!(std::abs(end - next) * scale <= kLargestGap * std::max(1.0, std::abs(next) * scale)))
            return false;
    }
    return true;
}

double slopeBefore(const Curve& curve, std::size_t index) {
    if (index == 0) return 0;
    const std::size_t first = (index - 1) * 4;
    const double length = frameOfKey(curve, index) - frameOfKey(curve, index - 1);
    return static_cast<double>(curve.scale) *
           (element(curve, first + 1) + 2 * element(curve, first + 2) + 3 * element(curve, first + 3)) /
           length;
}

double slopeBehind(const Curve& curve, std::size_t index) {
    if (index + 1 >= curve.keyCount) return 0;
    const double length = frameOfKey(curve, index + 1) - frameOfKey(curve, index);
    return static_cast<double>(curve.scale) * element(curve, index * 4 + 1) / length;
}

double evaluateCurve(const Curve& curve, double frame, std::size_t& key) {
    const double first = firstFrameOf(curve);
    const double last = lastFrameOf(curve);
    if (frame >= first && frame <= last) return valueAt(curve, frame, key);
    const double length = last - first;
    const CurveWrap wrap = frame < first ? curve.preWrap() : curve.postWrap();
    if (wrap == CurveWrap::Clamp || !(length > 0)) return valueAt(curve, std::clamp(frame, first, last), key);

    const double rounds = std::floor((frame - first) / length);
    const double inside = std::clamp(frame - first - rounds * length, 0.0, length);
    if (wrap == CurveWrap::Mirror && std::fmod(rounds, 2.0) != 0) return valueAt(curve, last - inside, key);
    const double value = valueAt(curve, first + inside, key);
    if (wrap != CurveWrap::Relative || isBoolean(curve.type())) return value;
    std::size_t begin = 0;
    std::size_t end = curve.keyCount;
    return value + rounds * (valueAt(curve, last, end) - valueAt(curve, first, begin));
}

double evaluateCurve(const Curve& curve, double frame) {
    std::size_t key = curve.keyCount;
    return evaluateCurve(curve, frame, key);
}

}  // namespace rigkiln::bfres
