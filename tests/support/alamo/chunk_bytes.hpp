#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

/// Builds and finds Alamo chunks independently of the project's reader and writer, in order to test these.
namespace rigkiln::alamo {

using Bytes = std::vector<std::byte>;

/// Parses bytes in hexadecimal with white space between them, for example "00 10 ff".
[[nodiscard]] Bytes fromHex(std::string_view text);
[[nodiscard]] Bytes u32(std::uint32_t number);
[[nodiscard]] Bytes joined(std::initializer_list<Bytes> parts);

[[nodiscard]] Bytes dataChunk(std::uint32_t id, const Bytes& body);
[[nodiscard]] Bytes containerChunk(std::uint32_t id, const Bytes& body);
[[nodiscard]] Bytes mini(std::uint8_t id, const Bytes& body);

/// Offset of a chunk's header. `path`: ids from the top level down; of siblings with one id the first is
/// taken. Throws std::out_of_range when there is none.
[[nodiscard]] std::size_t findChunk(std::span<const std::byte> file,
                                    std::initializer_list<std::uint32_t> path);
/// Offset of the body of a mini in a data chunk.
[[nodiscard]] std::size_t findMini(std::span<const std::byte> file, std::initializer_list<std::uint32_t> path,
                                   std::uint8_t id);

void overwriteU32(Bytes& file, std::size_t offset, std::uint32_t number);

/// Removes `removed` bytes at an offset and inserts `added` there. Adjusts the sizes of the chunks in `path`.
void splice(Bytes& file, std::initializer_list<std::uint32_t> path, std::size_t offset, std::size_t removed,
            const Bytes& added);

}  // namespace rigkiln::alamo
