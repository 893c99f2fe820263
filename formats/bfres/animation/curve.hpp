#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "formats/bfres/base/bfres_reader.hpp"
#include "formats/bfres/base/bfres_writer.hpp"

/// Animation curves (README, section Curves), shared by skeletal, visibility and pattern animations.
namespace rigkiln::bfres {

enum class FrameType : std::uint8_t { F32 = 0, Fixed16 = 1, U8 = 2 };
enum class KeyType : std::uint8_t { Word = 0, S16 = 1, S8 = 2 };

enum class CurveType : std::uint8_t {
    Cubic = 0,   ///< four coefficients per key
    Linear = 1,  ///< value and step to the next key
    BakedFloat = 2,
    StepInt = 4,
    BakedInt = 5,
    StepBool = 6,  ///< one bit per key, in words of 32 bits, lowest bit first
    BakedBool = 7
};

/// Behaviour before the first key and behind the last.
enum class CurveWrap : std::uint8_t { Clamp = 0, Repeat = 1, Mirror = 2, Relative = 3 };

/// Frames of keys: floats, 32nds of a frame, or whole frames. The alternatives are in the order of FrameType.
using RawFrames = std::variant<std::vector<float>, std::vector<std::int16_t>, std::vector<std::uint8_t>>;

/// Key elements as stored, key after key. Elements of KeyType::Word are floats in cubic, linear and baked
/// float curves, and bit patterns in all others.
using RawKeys = std::variant<std::vector<float>, std::vector<std::int16_t>, std::vector<std::int8_t>,
                             std::vector<std::uint32_t>>;

/// Curve as stored. Laws of a decoded one: its types are among those above; keyCount is at least 1; frames
/// are finite and never descend; the numbers of frames and elements match keyCount (baked curves may have no
/// frames); `flags` match the alternatives of frames and keys.
struct Curve {
    std::uint16_t flags = 0;
    std::uint16_t keyCount = 0;
    std::uint32_t target = 0;  ///< what the curve moves; numbered differently by each kind of animation
    float firstFrame = 0;
    float lastFrame = 0;
    float scale = 1;               ///< not used by step and integer curves
    std::uint32_t offsetBits = 0;  ///< a float; a signed integer in integer curves
    float delta = 0;               ///< last value minus the first; not stored below 3.4
    RawFrames frames;
    RawKeys keys;

    [[nodiscard]] FrameType frameType() const { return static_cast<FrameType>(flags & 3U); }
    [[nodiscard]] KeyType keyType() const { return static_cast<KeyType>(flags >> 2U & 3U); }
    [[nodiscard]] CurveType type() const { return static_cast<CurveType>(flags >> 4U & 7U); }
    [[nodiscard]] CurveWrap preWrap() const { return static_cast<CurveWrap>(flags >> 8U & 3U); }
    [[nodiscard]] CurveWrap postWrap() const { return static_cast<CurveWrap>(flags >> 12U & 3U); }

    bool operator==(const Curve&) const = default;
};

/// Flags of a curve with these types.
[[nodiscard]] std::uint16_t curveFlags(CurveType type, FrameType frames, KeyType keys,
                                       CurveWrap pre = CurveWrap::Clamp, CurveWrap post = CurveWrap::Clamp);

/// Whether there is one element per frame, independent of keys.
[[nodiscard]] bool isBaked(CurveType type);
/// Whether words are bit patterns, the offset is an integer and the scale is unused.
[[nodiscard]] bool isDiscrete(CurveType type);
[[nodiscard]] bool isBoolean(CurveType type);
/// Number of elements of a curve with this many keys.
[[nodiscard]] std::size_t elementCount(CurveType type, std::size_t keyCount);

[[nodiscard]] std::size_t curveSize(const Layout& layout);

/// Reads `count` consecutive curves. Throws FormatError.
[[nodiscard]] std::vector<Curve> readCurves(BfresReader& file, Place curves, std::uint64_t count);

/// Writes all curves, then their frames and keys. Throws EncodeError when a curve breaks the laws.
void writeCurves(BfresWriter& out, std::span<const Curve> curves);

/// Memory in bytes that a console needs for the curve as one element per frame.
[[nodiscard]] std::uint64_t bakedSize(const Curve& curve);

}  // namespace rigkiln::bfres
