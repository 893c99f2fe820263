#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rigkiln::swat3 {

/// The first sixteen octets of a file: a GUID that names its kind.
struct Magic {
    std::array<unsigned char, 16> octets;
    std::string_view title;  ///< what a file with it is, with its article
};

inline constexpr Magic kGsmMagic{
    {0x72, 0xF6, 0x63, 0x1E, 0x5E, 0x47, 0xD2, 0x11, 0x87, 0x99, 0x00, 0x20, 0xAF, 0xE6, 0x36, 0xEE},
    "a SWAT 3 model (GSM)"};
inline constexpr Magic kGsaMagic{
    {0xCF, 0xD0, 0x09, 0xA8, 0x2A, 0x1F, 0xD2, 0x11, 0x87, 0x49, 0x00, 0x20, 0xAF, 0xE6, 0x36, 0xEE},
    "a SWAT 3 animation (GSA)"};

/// An old description prints the last six octets twice. No file is known that has them twice, and it costs
/// nothing to read one.
inline constexpr std::size_t kMagicTailSize = 6;

[[nodiscard]] std::span<const std::byte> octetsOf(const Magic& magic);
[[nodiscard]] std::span<const std::byte> tailOf(const Magic& magic);

/// Whether the file begins with it, or is cut off within it. Precondition: the file is not empty.
[[nodiscard]] bool beginsWith(std::span<const std::byte> file, const Magic& magic);

/// What a file of another kind is, by its first octets: "a zip archive", "text", "unknown".
[[nodiscard]] std::string nameForeignFile(std::span<const std::byte> file);

}  // namespace rigkiln::swat3
