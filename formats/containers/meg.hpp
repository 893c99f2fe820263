#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln::containers {

/// The archives of Petroglyph's games, versions 1 to 3.
extern const ContainerModule kMegContainer;

enum class MegVersion : std::uint8_t { One = 1, Two = 2, Three = 3 };

struct MegEntry {
    std::string name{};        ///< with backslashes
    std::uint32_t crc = 0;     ///< CRC-32 of the name in upper case
    std::uint32_t size = 0;    ///< bytes
    std::uint32_t offset = 0;  ///< in the file
};

/// Laws: every entry lies inside the file and behind the tables; ranges are equal or apart.
struct MegTable {
    MegVersion version = MegVersion::One;
    std::vector<MegEntry> entries{};
};

/// `tables`: the beginning of the file, or all of it; `fileSize`: of the file on the disk. Throws
/// FormatError; an archive that is encrypted is one.
[[nodiscard]] MegTable decodeMegTable(std::span<const std::byte> tables, std::uint64_t fileSize);

[[nodiscard]] std::uint32_t megCrc(std::string_view name);

struct MegMember {
    std::string name;  ///< '/' becomes '\'
    std::vector<std::byte> bytes{};
};

/// Throws EncodeError when names or members are larger than the format can count, and for version 2 when its
/// first name is of a kind that makes it look like version 3.
[[nodiscard]] std::vector<std::byte> encodeMeg(const std::vector<MegMember>& members, MegVersion version);

}  // namespace rigkiln::containers
