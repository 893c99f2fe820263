#include "formats/bfres/animation/curve.hpp"

#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include "formats/bfres/base/record_reader.hpp"

namespace rigkiln::bfres {

namespace {

constexpr unsigned kUnusedType = 3;
constexpr std::size_t kBitsPerWord = 32;

template <class Target>
struct CurveTargets {
    Target frames{};
    Target keys{};
};
using CurvePlaces = CurveTargets<Place>;
using CurveLabels = CurveTargets<Label>;

template <class Codec, class Record, class Places>
void describeCurve(Codec& codec, Record& curve, Places& places) {
    const bool isSwitch = codec.layout().isSwitch();
    if (isSwitch) {
        codec.place("frames", places.frames);
        codec.place("keys", places.keys);
    }
    codec.field("flags", curve.flags);
    codec.field("keyCount", curve.keyCount);
    codec.field("target", curve.target);
    codec.field("firstFrame", curve.firstFrame);
    codec.field("lastFrame", curve.lastFrame);
    codec.field("scale", curve.scale);
    codec.field("offset", curve.offsetBits);
    if (isSwitch || codec.layout().isAtLeast(version::kWideFrames)) codec.field("delta", curve.delta);
    if (isSwitch) {
        codec.pad(4);
    } else {
        codec.place("frames", places.frames);
        codec.place("keys", places.keys);
    }
}

void checkTypes(const ByteReader& in, const Curve& curve) {
    if ((curve.flags & 3U) > static_cast<unsigned>(FrameType::U8))
        in.fail("flags", "frame type 3, 0 to 2 are known");
    if ((curve.flags >> 2U & 3U) > static_cast<unsigned>(KeyType::S8))
        in.fail("flags", "key type 3, 0 to 2 are known");
    if ((curve.flags >> 4U & 7U) == kUnusedType)
        in.fail("flags", "curve type 3, 0 to 2 and 4 to 7 are known");
    if (curve.keyCount == 0) in.fail("keyCount", "0, at least 1 is expected");
}

template <class Number>
void checkFrames(const ByteReader& in, const std::vector<Number>& frames) {
    if constexpr (std::is_floating_point_v<Number>) {
        for (std::size_t i = 0; i < frames.size(); ++i) {
            if (!std::isfinite(frames[i]))
                in.fail("frames", fmt::format("key {} is at frame {}", i, frames[i]));
        }
    }
    for (std::size_t i = 1; i < frames.size(); ++i) {
        if (frames[i] >= frames[i - 1]) continue;
        in.fail("frames", fmt::format("key {} at {} stands behind one at {}, ascending frames are expected",
                                      i, frames[i], frames[i - 1]));
    }
}

RawFrames readFrames(BfresReader& file, const ByteReader& in, const Curve& curve, Place place) {
    if (place == 0 && isBaked(curve.type())) return {};
    RawFrames frames;
    switch (curve.frameType()) {
        case FrameType::F32:
            frames = file.readArray<float>("frames", place, curve.keyCount);
            break;
        case FrameType::Fixed16:
            frames = file.readArray<std::int16_t>("frames", place, curve.keyCount);
            break;
        case FrameType::U8:
            frames = file.readArray<std::uint8_t>("frames", place, curve.keyCount);
            break;
    }
    std::visit([&](const auto& numbers) { checkFrames(in, numbers); }, frames);
    return frames;
}

RawKeys readKeys(BfresReader& file, const Curve& curve, Place place) {
    const std::size_t count = elementCount(curve.type(), curve.keyCount);
    switch (curve.keyType()) {
        case KeyType::S16:
            if (isBoolean(curve.type())) break;
            return file.readArray<std::int16_t>("keys", place, count);
        case KeyType::S8:
            if (isBoolean(curve.type())) break;
            return file.readArray<std::int8_t>("keys", place, count);
        case KeyType::Word:
            break;
    }
    if (isDiscrete(curve.type())) return file.readArray<std::uint32_t>("keys", place, count);
    return file.readArray<float>("keys", place, count);
}

std::size_t countOf(const RawFrames& frames) {
    return std::visit([](const auto& numbers) { return numbers.size(); }, frames);
}
std::size_t countOf(const RawKeys& keys) {
    return std::visit([](const auto& numbers) { return numbers.size(); }, keys);
}

std::size_t keyAlternative(const Curve& curve) {
    constexpr std::size_t kWords = 3;
    if (isBoolean(curve.type())) return kWords;
    if (curve.keyType() == KeyType::Word) return isDiscrete(curve.type()) ? kWords : 0;
    return static_cast<std::size_t>(curve.keyType());
}

bool lacksFrames(const Curve& curve) {
    return countOf(curve.frames) == 0 && isBaked(curve.type());
}

void checkForWriting(const Curve& curve) {
    const bool hasFrames =
        lacksFrames(curve) || (curve.frames.index() == static_cast<std::size_t>(curve.frameType()) &&
                               countOf(curve.frames) == curve.keyCount);
    if (!hasFrames) throw EncodeError("curve.frames", "are not of the type and number that the curve states");
    const bool hasKeys = curve.keys.index() == keyAlternative(curve) &&
                         countOf(curve.keys) == elementCount(curve.type(), curve.keyCount);
    if (!hasKeys) throw EncodeError("curve.keys", "are not of the type and number that the curve states");
}

template <class Numbers>
void writeNumbers(BfresWriter& out, const Numbers& numbers) {
    std::visit([&]<class Number>(
                   const std::vector<Number>& list) { out.bytes().writeAll(std::span<const Number>(list)); },
               numbers);
    out.align(4);
}

}  // namespace

std::uint16_t curveFlags(CurveType type, FrameType frames, KeyType keys, CurveWrap pre, CurveWrap post) {
    return static_cast<std::uint16_t>(static_cast<unsigned>(frames) | static_cast<unsigned>(keys) << 2U |
                                      static_cast<unsigned>(type) << 4U | static_cast<unsigned>(pre) << 8U |
                                      static_cast<unsigned>(post) << 12U);
}

bool isBaked(CurveType type) {
    return type == CurveType::BakedFloat || type == CurveType::BakedInt || type == CurveType::BakedBool;
}

bool isDiscrete(CurveType type) {
    return type == CurveType::StepInt || type == CurveType::BakedInt || isBoolean(type);
}

bool isBoolean(CurveType type) {
    return type == CurveType::StepBool || type == CurveType::BakedBool;
}

std::size_t elementCount(CurveType type, std::size_t keyCount) {
    if (type == CurveType::Cubic) return keyCount * 4;
    if (type == CurveType::Linear) return keyCount * 2;
    if (isBoolean(type)) return (keyCount + kBitsPerWord - 1) / kBitsPerWord;
    return keyCount;
}

std::size_t curveSize(const Layout& layout) {
    constexpr std::size_t kSwitchSize = 0x30;
    constexpr std::size_t kSize = 0x24;
    constexpr std::size_t kSizeWithoutDelta = 0x20;
    if (layout.isSwitch()) return kSwitchSize;
    return layout.isAtLeast(version::kWideFrames) ? kSize : kSizeWithoutDelta;
}

std::vector<Curve> readCurves(BfresReader& file, Place curves, std::uint64_t count) {
    std::vector<Curve> list;
    if (count == 0) return list;
    ByteReader in = file.openArray("curves", curves, count, curveSize(file.layout()));
    list.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto scope = in.enter("curve", static_cast<std::size_t>(i));
        Curve& curve = list.emplace_back();
        const ByteReader start = in;
        CurvePlaces places;
        RecordReader record(file, in);
        describeCurve(record, curve, places);
        checkTypes(start, curve);
        curve.frames = readFrames(file, start, curve, places.frames);
        curve.keys = readKeys(file, curve, places.keys);
    }
    return list;
}

void writeCurves(BfresWriter& out, std::span<const Curve> curves) {
    std::vector<CurveLabels> labels(curves.size());
    for (std::size_t i = 0; i < curves.size(); ++i) {
        checkForWriting(curves[i]);
        if (!lacksFrames(curves[i])) labels[i].frames = out.newLabel();
        labels[i].keys = out.newLabel();
        RecordWriter record(out);
        describeCurve(record, curves[i], labels[i]);
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
        if (labels[i].frames) {
            out.define(labels[i].frames);
            writeNumbers(out, curves[i].frames);
        }
        out.define(labels[i].keys);
        writeNumbers(out, curves[i].keys);
    }
}

std::uint64_t bakedSize(const Curve& curve) {
    const double frames = static_cast<double>(curve.lastFrame) - static_cast<double>(curve.firstFrame) + 1;
    constexpr double kMostFrames = 4294967296.0;
    if (!(frames >= 1) || frames > kMostFrames) return 0;
    const auto count = static_cast<std::uint64_t>(frames);
    constexpr std::uint64_t kHeader = 8;
    constexpr std::uint64_t kFloatHeader = 20;
    if (isBoolean(curve.type())) return 4 * ((count + kBitsPerWord - 1) / kBitsPerWord) + kHeader;
    if (isDiscrete(curve.type())) return count + kHeader;
    return 4 * count + kFloatHeader;
}

}  // namespace rigkiln::bfres
