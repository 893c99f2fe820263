#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"

/// A CTSA animation as it is stored (README, section Layout). Nothing is interpreted, and everything is kept:
/// encoding a decoded file gives the same bytes.
namespace rigkiln::ctsa {

// Which of its two durations a frame means. Other values occur in no known writer and are kept.

inline constexpr std::uint8_t kSwapByTime = 0;
inline constexpr std::uint8_t kSwapByUpdates = 1;

struct CtsaFrame {
    float time = 0;            ///< milliseconds
    std::int32_t updates = 0;  ///< ticks of the program that plays it
    std::uint8_t swapType = kSwapByTime;

    bool operator==(const CtsaFrame&) const = default;
};

/// Comparing compares numbers: a NaN differs from itself. Whether two files are the same, their bytes say.
struct CtsaFile {
    std::uint8_t prefixSize = 1;                  ///< octets that count the name, 1 to 4, needed or not
    std::u16string name{};                        ///< code units, well-formed or not
    std::endian nameOrder = std::endian::big;     ///< of the code units
    std::endian bodyOrder = std::endian::little;  ///< of all behind the name
    // The place of frame 0 on the sheet, each from 0 to 1; V grows upwards. -1 in animations without frames.
    float leftU = 0;
    float bottomV = 0;
    float topV = 0;
    float frameWidth = 0;  ///< in U; frame i begins at leftU + i * frameWidth
    std::vector<CtsaFrame> frames{};
    std::vector<std::byte> trailing{};  ///< behind the last frame

    bool operator==(const CtsaFile&) const = default;
};

/// The most code units that a prefix of this many octets counts. Precondition: 1 to 4.
[[nodiscard]] std::size_t prefixCapacity(std::uint8_t prefixSize);

/// Octets of the shortest prefix for a name, which is the one that the editor writes; 4 for names that none
/// can count.
[[nodiscard]] std::uint8_t shortestPrefix(std::size_t codeUnits);

struct CtsaDecodeOptions {
    std::string_view baseName{};  ///< of the file, without extension, UTF-8; empty: not known
    bool refusesTrailing = false;
};

/// The order of the body is the one whose number of frames leaves the fewest octets behind, none in a sound
/// file. Both leave equally many only when the number reads the same both ways, as 0 does: then the order is
/// little-endian, unless the four floats are -1 read big-endian, as those of no frames are. The order of the
/// name is that of findNameOrder (ctsa_name.hpp).
[[nodiscard]] Result<CtsaFile> decodeCtsa(std::span<const std::byte> file,
                                          const CtsaDecodeOptions& options = {});

/// Fails when the prefix cannot count the name. Precondition: at most 2^31 - 1 frames.
[[nodiscard]] Result<std::vector<std::byte>> encodeCtsa(const CtsaFile& file);

/// Decodes and encodes again: equal bytes for every file that decodes.
[[nodiscard]] Result<std::vector<std::byte>> reencodeCtsa(std::span<const std::byte> file);

}  // namespace rigkiln::ctsa
