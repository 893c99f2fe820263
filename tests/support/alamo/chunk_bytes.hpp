#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

/// Alamo chunks made and found without the project's own reader and writer, for tests of these.
namespace rigkiln::alamo {

using Bytes = std::vector<std::byte>;

/// "00 10 ff": bytes in hexadecimal, white space between them.
[[nodiscard]] Bytes fromHex(std::string_view text);
[[nodiscard]] Bytes u32(std::uint32_t number);
[[nodiscard]] Bytes joined(std::initializer_list<Bytes> parts);

[[nodiscard]] Bytes dataChunk(std::uint32_t id, const Bytes& body);
[[nodiscard]] Bytes containerChunk(std::uint32_t id, const Bytes& body);
[[nodiscard]] Bytes mini(std::uint8_t id, const Bytes& body);

/// Offset of the header of a chunk: `path` is the ids from the top level down, the first sibling of each.
/// Throws std::out_of_range when there is none.
[[nodiscard]] std::size_t findChunk(std::span<const std::byte> file,
                                    std::initializer_list<std::uint32_t> path);
/// Offset of the body of a mini in a data chunk.
[[nodiscard]] std::size_t findMini(std::span<const std::byte> file, std::initializer_list<std::uint32_t> path,
                                   std::uint8_t id);

void overwriteU32(Bytes& file, std::size_t offset, std::uint32_t number);

/// Puts bytes at an offset, inside the chunks that `path` names, whose sizes grow; or takes `removed` bytes
/// away there first.
void splice(Bytes& file, std::initializer_list<std::uint32_t> path, std::size_t offset, std::size_t removed,
            const Bytes& added);

}  // namespace rigkiln::alamo
