#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rigkiln::swat3 {

/// First sixteen bytes of a file: a GUID that identifies its kind.
struct Magic {
    std::array<unsigned char, 16> octets;
    std::string_view title;  ///< description of the kind, with its article
};

inline constexpr Magic kGsmMagic{
    {0x72, 0xF6, 0x63, 0x1E, 0x5E, 0x47, 0xD2, 0x11, 0x87, 0x99, 0x00, 0x20, 0xAF, 0xE6, 0x36, 0xEE},
    "a SWAT 3 model (GSM)"};
inline constexpr Magic kGsaMagic{
    {0xCF, 0xD0, 0x09, 0xA8, 0x2A, 0x1F, 0xD2, 0x11, 0x87, 0x49, 0x00, 0x20, 0xAF, 0xE6, 0x36, 0xEE},
    "a SWAT 3 animation (GSA)"};

/// Length of the part that an old description prints twice. No known file has it twice, but both are read.
inline constexpr std::size_t kMagicTailSize = 6;

[[nodiscard]] std::span<const std::byte> octetsOf(const Magic& magic);
[[nodiscard]] std::span<const std::byte> tailOf(const Magic& magic);

/// Whether the file begins with the magic, or ends within it. Precondition: the file is not empty.
[[nodiscard]] bool beginsWith(std::span<const std::byte> file, const Magic& magic);

/// Describes a file of another kind by its content, for messages: "a zip archive ...", "text".
[[nodiscard]] std::string nameForeignFile(std::span<const std::byte> file);

}  // namespace rigkiln::swat3
