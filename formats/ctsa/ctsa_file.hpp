#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"

/// CTSA animation as stored (README, section Layout). Nothing is interpreted and everything is kept: encoding
/// a decoded file gives the same bytes.
namespace rigkiln::ctsa {

// Values of CtsaFrame::swapType: which of its two durations counts. No known writer stores other values; they
// are kept.

inline constexpr std::uint8_t kSwapByTime = 0;
inline constexpr std::uint8_t kSwapByUpdates = 1;

struct CtsaFrame {
    float time = 0;            ///< milliseconds
    std::int32_t updates = 0;  ///< ticks of the program that plays it
    std::uint8_t swapType = kSwapByTime;

    bool operator==(const CtsaFrame&) const = default;
};

/// Compares numerically, so a NaN differs from itself. To tell whether two files are equal, compare their
/// bytes.
struct CtsaFile {
    std::uint8_t prefixSize = 1;  ///< bytes of the name's length, 1 to 4; may be more than needed
    std::u16string name{};        ///< UTF-16 code units, maybe ill-formed
    std::endian nameOrder = std::endian::big;     ///< of the code units
    std::endian bodyOrder = std::endian::little;  ///< of everything behind the name
    // Rectangle of frame 0 on the sheet, from 0 to 1; V grows upwards. All are -1 in animations without
    // frames.
    float leftU = 0;
    float bottomV = 0;
    float topV = 0;
    float frameWidth = 0;  ///< in U; frame i begins at leftU + i * frameWidth
    std::vector<CtsaFrame> frames{};
    std::vector<std::byte> trailing{};  ///< bytes behind the last frame

    bool operator==(const CtsaFile&) const = default;
};

/// Largest number of code units that a prefix of this size can count. Precondition: 1 to 4.
[[nodiscard]] std::size_t prefixCapacity(std::uint8_t prefixSize);

/// Size in bytes of the shortest prefix for a name, as the editor writes it. Returns 4 for names too long for
/// any prefix.
[[nodiscard]] std::uint8_t shortestPrefix(std::size_t codeUnits);

struct CtsaDecodeOptions {
    std::string_view baseName{};  ///< of the file, without extension, UTF-8; empty: unknown
    bool refusesTrailing = false;
};

/// Decodes a file. Byte order of the body: the one whose frame count leaves fewer bytes behind the frames
/// (none in a sound file). If both leave equally many, as with 0 frames, the order is little-endian; it is
/// big-endian if then the four floats are -1, as in an animation without frames. Byte order of the name:
/// see findNameOrder (ctsa_name.hpp).
[[nodiscard]] Result<CtsaFile> decodeCtsa(std::span<const std::byte> file,
                                          const CtsaDecodeOptions& options = {});

/// Fails when the prefix cannot count the name. Precondition: at most 2^31 - 1 frames.
[[nodiscard]] Result<std::vector<std::byte>> encodeCtsa(const CtsaFile& file);

/// Decodes and encodes again. Gives equal bytes for every file that decodes.
[[nodiscard]] Result<std::vector<std::byte>> reencodeCtsa(std::span<const std::byte> file);

}  // namespace rigkiln::ctsa
