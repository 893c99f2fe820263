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

// Versions that changed structs. Wii U files state aabbccdd for a.b.c.d; Switch files 000b00cc for 0.b.0.c.
// README, section Versions, says how sure each is.
namespace version {

inline constexpr std::uint32_t kOldestWiiU = 0x02000000;
inline constexpr std::uint32_t kNamesFirst = 0x02040000;   ///< FSKA: name and path before the counts
inline constexpr std::uint32_t kModelWord = 0x03030000;    ///< FMDL: one more word; parameters: two more
inline constexpr std::uint32_t kWideFrames = 0x03040000;   ///< frame counts of 32 bits, curves with a delta,
                                                           ///< inverse bind matrices in FSKL
inline constexpr std::uint32_t kRadiusArray = 0x04050000;  ///< FSHP: a radius for each mesh, 4.5.0.0
inline constexpr std::uint32_t kNewestWiiU = 0x04FFFFFF;   ///< 4.5.0.3 is the newest that was seen

inline constexpr std::uint32_t kOldestSwitch = 0x00050000;
inline constexpr std::uint32_t kWideBones = 0x00080000;     ///< bones and FSKL: 16 bytes more
inline constexpr std::uint32_t kShortHeaders = 0x00090000;  ///< sections without block sizes
inline constexpr std::uint32_t kShortBones = 0x000A0000;    ///< bones: 8 bytes less; FSHP: another tail
inline constexpr std::uint32_t kNewestSwitch = 0x000AFFFF;

}  // namespace version

/// What decides where the fields of a struct lie.
struct Layout {
    Console console = Console::WiiU;
    std::uint32_t version = 0x04050003;

    [[nodiscard]] bool isSwitch() const { return console == Console::Switch; }
    [[nodiscard]] bool isAtLeast(std::uint32_t number) const { return version >= number; }
    [[nodiscard]] std::endian order() const { return isSwitch() ? std::endian::little : std::endian::big; }
    /// Bytes of an offset field.
    [[nodiscard]] std::size_t offsetSize() const { return isSwitch() ? 8 : 4; }
    /// "4.5.0.3"
    [[nodiscard]] std::string versionText() const;

    bool operator==(const Layout&) const = default;
};

/// Whether the bytes begin like a file of either console.
[[nodiscard]] bool isBfres(std::span<const std::byte> head);

/// The layout that the first bytes of a file state. Throws FormatError when they are those of no file or of a
/// version that nothing is known about.
[[nodiscard]] Layout readLayout(std::span<const std::byte> file);

}  // namespace rigkiln::bfres
