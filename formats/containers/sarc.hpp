#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/container_module.hpp"

namespace rigkiln::containers {

/// Nintendo SARC archives, in either byte order. Members are indexed by the hashes of their names.
extern const ContainerModule kSarcContainer;

/// Multiplier of the name hash. Seen: all archives store 0x65.
inline constexpr std::uint32_t kSarcMultiplier = 0x65;

[[nodiscard]] std::uint32_t sarcHash(std::string_view name, std::uint32_t multiplier = kSarcMultiplier);

/// Substitute name of a member without one: "0x1234abcd".
[[nodiscard]] std::string hashName(std::uint32_t hash);

struct SarcEntry {
    std::uint32_t hash = 0;
    std::optional<std::string> name{};
    std::uint64_t begin = 0;  ///< offset in the file
    std::uint64_t end = 0;
};

/// Member list in file order. Laws: begin <= end <= size of the file; two non-empty ranges are identical or
/// do not overlap.
struct SarcTable {
    std::endian order = std::endian::big;
    std::vector<SarcEntry> entries{};
};

/// `tables` is the file up to its data or all of it; `fileSize` is the size of the file on disk. Throws
/// FormatError.
[[nodiscard]] SarcTable decodeSarcTable(std::span<const std::byte> tables, std::uint64_t fileSize);

struct SarcMember {
    std::string name;  ///< empty: no name is stored and `hash` is used
    std::vector<std::byte> bytes{};
    std::uint32_t hash = 0;  ///< used only without a name
};

/// Throws EncodeError when there are more members, longer names or more data than the format can count.
[[nodiscard]] std::vector<std::byte> encodeSarc(const std::vector<SarcMember>& members, std::endian order);

}  // namespace rigkiln::containers
