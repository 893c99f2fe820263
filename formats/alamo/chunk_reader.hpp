#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/alamo/chunk.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::alamo {

/// Whether the body of a chunk is a list of chunks. A mini-chunk is always data.
enum class ChunkBody : std::uint8_t { Data, Container };

struct Chunk {
    std::uint32_t id = 0;
    ChunkBody kind = ChunkBody::Data;
    std::size_t offset = 0;  ///< of its header in the file
    ByteReader body;
};

/// Reads the next chunk of a list; returns nothing at its end. Throws FormatError for a cut-off header and
/// for a size that runs past the end of the list.
[[nodiscard]] std::optional<Chunk> nextChunk(ByteReader& list);
/// Reads the next mini-chunk of a data chunk, like nextChunk. Only the id of a chunk tells whether it holds
/// minis.
[[nodiscard]] std::optional<Chunk> nextMini(ByteReader& list);

/// Limit for the minis of a chunk; real ones have up to 20.
inline constexpr std::size_t kMostMinis = 10'000;

/// Fails when a file has more than `most` chunks, in all containers together: they take 56 bytes of memory
/// each beside their bodies. Reads nothing but headers, and keeps none. Damage ends the count: decoding says
/// where it is.
[[nodiscard]] Status checkChunkCount(std::span<const std::byte> file, std::uint64_t most);

/// Reads a text that fills the rest of its chunk: 8-bit characters and exactly one NUL, at the end.
[[nodiscard]] std::string readText(ByteReader& body, std::string_view field);

/// Reads the rest of `body` as one value. Throws FormatError when bytes are missing or left over.
template <Scalar Number>
void readWhole(ByteReader& body, std::string_view field, Number& value) {
    value = body.read<Number>(field);
    body.expectEnd(field);
}

template <Scalar Number, std::size_t count>
void readWhole(ByteReader& body, std::string_view field, std::array<Number, count>& value) {
    value = body.readArray<Number, count>(field);
    body.expectEnd(field);
}

inline void readWhole(ByteReader& body, std::string_view field, std::string& value) {
    value = readText(body, field);
}

/// Children of a container or minis of a data chunk, taken by id in any order. takeRest returns all that were
/// not taken, so no separate list of known ids is needed.
///
/// `name` is the field's name in errors. Throws FormatError for a missing chunk, for one that occurs twice
/// where one is expected, for a container where data is expected or the other way round, and for more than
/// kMostMinis minis.
///
/// Keeps the place of each chunk only, 16 bytes, and reads its header again when it is taken: a file may
/// consist of headers of 8 bytes.
class ChunkList {
public:
    [[nodiscard]] static ChunkList ofChunks(const ByteReader& list);
    [[nodiscard]] static ChunkList ofMinis(const ByteReader& list);

    [[nodiscard]] bool has(std::uint32_t id) const;

    [[nodiscard]] ByteReader takeData(std::uint32_t id, std::string_view name);
    [[nodiscard]] ByteReader takeContainer(std::uint32_t id, std::string_view name);
    [[nodiscard]] std::optional<ByteReader> takeOptionalData(std::uint32_t id, std::string_view name);
    [[nodiscard]] std::optional<ByteReader> takeOptionalContainer(std::uint32_t id, std::string_view name);

    /// Takes all chunks with one of these ids, in file order.
    [[nodiscard]] std::vector<Chunk> takeAll(std::initializer_list<std::uint32_t> ids, ChunkBody kind,
                                             std::string_view name);

    /// Takes everything not taken so far, with its position among the siblings.
    [[nodiscard]] std::vector<UnknownChunk> takeRest();

    /// Takes a data chunk or mini that holds one value. Named like MiniWriter::field, so that one function
    /// can describe a record for both directions.
    template <class Value>
    void field(std::uint32_t id, std::string_view name, Value& value) {
        ByteReader body = takeData(id, name);
        readWhole(body, name, value);
    }

    template <class Value>
    void field(std::uint32_t id, std::string_view name, std::optional<Value>& value) {
        if (auto body = takeOptionalData(id, name)) readWhole(*body, name, value.emplace());
    }

private:
    struct Entry {
        std::size_t offset = 0;  ///< of the header in the file
        std::uint32_t id = 0;
        bool taken = false;
    };
    using Next = std::optional<Chunk> (*)(ByteReader& list);

    ChunkList(const ByteReader& list, std::string_view noun, Next next, std::size_t most);

    [[nodiscard]] Chunk chunkOf(const Entry& entry) const;
    [[nodiscard]] std::string label(std::uint32_t id) const;
    std::optional<ByteReader> takeOptional(std::uint32_t id, ChunkBody kind, std::string_view name);
    ByteReader takeRequired(std::uint32_t id, ChunkBody kind, std::string_view name);
    void expectKind(const Chunk& chunk, ChunkBody kind, std::string_view name) const;

    ByteReader list_;  // at the start of the list
    std::string_view noun_;
    Next next_;
    std::vector<Entry> entries_;
};

}  // namespace rigkiln::alamo
