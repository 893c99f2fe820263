#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln::containers {

/// Petroglyph MEG archives, versions 1 to 3.
extern const ContainerModule kMegContainer;

enum class MegVersion : std::uint8_t { One = 1, Two = 2, Three = 3 };

struct MegEntry {
    std::string name{};        ///< separated by backslashes
    std::uint32_t crc = 0;     ///< CRC-32 of the name in upper case
    std::uint32_t size = 0;    ///< bytes
    std::uint32_t offset = 0;  ///< in the file
};

/// Laws: every entry lies inside the file and behind the tables; two non-empty ranges are identical or do not
/// overlap.
struct MegTable {
    MegVersion version = MegVersion::One;
    std::vector<MegEntry> entries{};
};

/// `tables` is the beginning of the file or all of it; `fileSize` is the size of the file on disk. Throws
/// FormatError, also for encrypted archives.
[[nodiscard]] MegTable decodeMegTable(std::span<const std::byte> tables, std::uint64_t fileSize);

[[nodiscard]] std::uint32_t megCrc(std::string_view name);

struct MegMember {
    std::string name;  ///< '/' is stored as '\'
    std::vector<std::byte> bytes{};
};

/// Throws EncodeError when names or members exceed the format's limits. Also throws for version 2 when the
/// first name would make the file look like version 3.
[[nodiscard]] std::vector<std::byte> encodeMeg(const std::vector<MegMember>& members, MegVersion version);

}  // namespace rigkiln::containers
