#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace rigkiln::bfres {

enum class Console : std::uint8_t {
    WiiU,   ///< big-endian; offsets are 32 bits, signed, from their own position
    Switch  ///< little-endian; offsets are 64 bits, from the start of the file
};

// Versions in which structs changed. Wii U files store aabbccdd for a.b.c.d; Switch files 000b00cc for
// 0.b.0.c. See README, section Versions, for the certainty of each.
namespace version {

inline constexpr std::uint32_t kOldestWiiU = 0x02000000;
inline constexpr std::uint32_t kNamesFirst = 0x02040000;   ///< FSKA: name and path before the counts
inline constexpr std::uint32_t kModelWord = 0x03030000;    ///< FMDL: one more word; parameters: two more
inline constexpr std::uint32_t kWideFrames = 0x03040000;   ///< frame counts of 32 bits, curves with a delta,
                                                           ///< inverse bind matrices in FSKL
inline constexpr std::uint32_t kRadiusArray = 0x04050000;  ///< FSHP: a radius per mesh, from 4.5.0.0 on
inline constexpr std::uint32_t kNewestWiiU = 0x04FFFFFF;   ///< the newest seen is 4.5.0.3

inline constexpr std::uint32_t kOldestSwitch = 0x00050000;
inline constexpr std::uint32_t kWideBones = 0x00080000;     ///< bones and FSKL: 16 bytes more
inline constexpr std::uint32_t kShortHeaders = 0x00090000;  ///< sections without block sizes
inline constexpr std::uint32_t kShortBones = 0x000A0000;    ///< bones: 8 bytes less; FSHP: another tail
inline constexpr std::uint32_t kNewestSwitch = 0x000AFFFF;

}  // namespace version

/// Console and version, which determine the positions of fields.
struct Layout {
    Console console = Console::WiiU;
    std::uint32_t version = 0x04050003;

    [[nodiscard]] bool isSwitch() const { return console == Console::Switch; }
    [[nodiscard]] bool isAtLeast(std::uint32_t number) const { return version >= number; }
    [[nodiscard]] std::endian order() const { return isSwitch() ? std::endian::little : std::endian::big; }
    /// Size of an offset field in bytes.
    [[nodiscard]] std::size_t offsetSize() const { return isSwitch() ? 8 : 4; }
    /// Version as text: "4.5.0.3".
    [[nodiscard]] std::string versionText() const;

    bool operator==(const Layout&) const = default;
};

/// Whether the bytes begin like a file of either console.
[[nodiscard]] bool isBfres(std::span<const std::byte> head);

/// Reads the layout from the first bytes of a file. Throws FormatError for other files and for unknown
/// versions.
[[nodiscard]] Layout readLayout(std::span<const std::byte> file);

}  // namespace rigkiln::bfres
