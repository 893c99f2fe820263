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

/// Members by the hashes of their names, by Nintendo; in either byte order.
extern const ContainerModule kSarcContainer;

/// How the names of members are hashed, as far as archives say it: with 0x65.
inline constexpr std::uint32_t kSarcMultiplier = 0x65;

[[nodiscard]] std::uint32_t sarcHash(std::string_view name, std::uint32_t multiplier = kSarcMultiplier);

/// What a member without a name is called: "0x1234abcd".
[[nodiscard]] std::string hashName(std::uint32_t hash);

struct SarcEntry {
    std::uint32_t hash = 0;
    std::optional<std::string> name{};
    std::uint64_t begin = 0;  ///< in the file
    std::uint64_t end = 0;
};

/// The list of members, in the order of the file. Laws: begin <= end <= size of the file; ranges are equal or
/// apart.
struct SarcTable {
    std::endian order = std::endian::big;
    std::vector<SarcEntry> entries{};
};

/// `tables`: the file up to its data, or all of it; `fileSize`: of the file on the disk. Throws FormatError.
[[nodiscard]] SarcTable decodeSarcTable(std::span<const std::byte> tables, std::uint64_t fileSize);

struct SarcMember {
    std::string name;  ///< empty: none is stored, `hash` counts
    std::vector<std::byte> bytes{};
    std::uint32_t hash = 0;  ///< of a member without a name
};

/// Throws EncodeError when there are more members or longer names than the format can count.
[[nodiscard]] std::vector<std::byte> encodeSarc(const std::vector<SarcMember>& members, std::endian order);

}  // namespace rigkiln::containers
