#include "formats/alamo/chunk_reader.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::alamo {

namespace {

constexpr std::string_view kChunkNoun = "chunk";
constexpr std::string_view kMiniNoun = "mini-chunk";
constexpr std::size_t kUsualCount = 12;  // enough for most lists

std::string labelOf(std::string_view noun, std::uint32_t id) {
    return noun == kMiniNoun ? fmt::format("{} {}", noun, id) : fmt::format("{} 0x{:X}", noun, id);
}

// Takes the body from the list. Checks the size itself, so that the error names the chunk and points at its
// size field; ByteReader::section would not.
Chunk chunkOf(ByteReader& list, std::string_view noun, std::uint32_t id, std::size_t offset,
              std::size_t sizeOffset, std::uint32_t sizeWord) {
    const std::size_t size = sizeWord & ~kContainerFlag;
    if (size > list.left()) {
        list.failAt(
            sizeOffset, "size",
            fmt::format("{} has {} bytes, {} are left in its parent", labelOf(noun, id), size, list.left()));
    }
    const ChunkBody kind = (sizeWord & kContainerFlag) != 0 ? ChunkBody::Container : ChunkBody::Data;
    return {.id = id, .kind = kind, .offset = offset, .body = list.section("body", size, noun)};
}

}  // namespace

std::optional<Chunk> nextChunk(ByteReader& list) {
    if (list.atEnd()) return std::nullopt;
    const std::size_t offset = list.offset();
    const auto id = list.read<std::uint32_t>("chunk id");
    const std::size_t sizeOffset = list.offset();
    const auto sizeWord = list.read<std::uint32_t>("chunk size");
    return chunkOf(list, kChunkNoun, id, offset, sizeOffset, sizeWord);
}

std::optional<Chunk> nextMini(ByteReader& list) {
    if (list.atEnd()) return std::nullopt;
    const std::size_t offset = list.offset();
    const auto id = list.read<std::uint8_t>("mini-chunk id");
    const std::size_t sizeOffset = list.offset();
    const auto size = list.read<std::uint8_t>("mini-chunk size");
    return chunkOf(list, kMiniNoun, id, offset, sizeOffset, size);
}

std::string readText(ByteReader& body, std::string_view field) {
    const std::size_t start = body.offset();
    const std::span<const std::byte> bytes = body.take(field, body.left());
    const auto terminator = std::ranges::find(bytes, std::byte{0});
    if (terminator == bytes.end()) {
        body.failAt(start, field, fmt::format("text of {} bytes does not end in a NUL", bytes.size()));
    }
    if (terminator + 1 != bytes.end()) {
        body.failAt(start, field,
                    fmt::format("text of {} bytes has a NUL at byte {}, the only one must be its last",
                                bytes.size(), terminator - bytes.begin()));
    }
    std::string text(bytes.size() - 1, '\0');
    std::ranges::transform(bytes.first(text.size()), text.begin(),
                           [](std::byte byte) { return static_cast<char>(byte); });
    return text;
}

Status checkChunkCount(std::span<const std::byte> file, std::uint64_t most) {
    FieldPath path;
    ByteReader reader(file, path);
    std::uint64_t count = 0;
    constexpr std::size_t kHeaderSize = 8;
    while (reader.left() >= kHeaderSize) {
        reader.take("chunk id", sizeof(std::uint32_t));
        const auto sizeWord = reader.read<std::uint32_t>("chunk size");
        const std::size_t size = sizeWord & ~kContainerFlag;
        if (size > reader.left()) break;
        // The chunks of a container follow its header.
        if ((sizeWord & kContainerFlag) == 0) reader.take("body", size);
        ++count;
    }
    if (count <= most) return Done{};
    return kBeyondLimit.at("chunks", fmt::format("{}, at most {} are read", count, most));
}

ChunkList::ChunkList(const ByteReader& list, std::string_view noun, Next next, std::size_t most)
    : list_(list), noun_(noun), next_(next) {
    constexpr std::size_t kLeastHeader = 2;
    // Counted only where there may be too many: every model has hundreds of lists.
    if (list.left() / kLeastHeader > most) {
        std::size_t count = 0;
        for (ByteReader reader = list; next(reader);)
            ++count;
        if (count > most) list_.fail("list", fmt::format("{} {}s, at most {} are read", count, noun, most));
    }
    entries_.reserve(kUsualCount);
    ByteReader reader = list;
    while (const auto chunk = next(reader))
        entries_.push_back({.offset = chunk->offset, .id = chunk->id});
}

ChunkList ChunkList::ofChunks(const ByteReader& list) {
    return {list, kChunkNoun, &nextChunk, std::numeric_limits<std::size_t>::max()};
}

ChunkList ChunkList::ofMinis(const ByteReader& list) {
    return {list, kMiniNoun, &nextMini, kMostMinis};
}

Chunk ChunkList::chunkOf(const Entry& entry) const {
    ByteReader reader = list_;
    reader.take("chunks", entry.offset - reader.offset());
    return *next_(reader);
}

bool ChunkList::has(std::uint32_t id) const {
    return std::ranges::find(entries_, id, &Entry::id) != entries_.end();
}

ByteReader ChunkList::takeData(std::uint32_t id, std::string_view name) {
    return takeRequired(id, ChunkBody::Data, name);
}

ByteReader ChunkList::takeContainer(std::uint32_t id, std::string_view name) {
    return takeRequired(id, ChunkBody::Container, name);
}

std::optional<ByteReader> ChunkList::takeOptionalData(std::uint32_t id, std::string_view name) {
    return takeOptional(id, ChunkBody::Data, name);
}

std::optional<ByteReader> ChunkList::takeOptionalContainer(std::uint32_t id, std::string_view name) {
    return takeOptional(id, ChunkBody::Container, name);
}

std::vector<Chunk> ChunkList::takeAll(std::initializer_list<std::uint32_t> ids, ChunkBody kind,
                                      std::string_view name) {
    std::vector<Chunk> chunks;
    for (Entry& entry : entries_) {
        if (std::ranges::find(ids, entry.id) == ids.end()) continue;
        const Chunk chunk = chunkOf(entry);
        expectKind(chunk, kind, name);
        entry.taken = true;
        chunks.push_back(chunk);
    }
    return chunks;
}

std::vector<UnknownChunk> ChunkList::takeRest() {
    std::vector<UnknownChunk> rest;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        Entry& entry = entries_[i];
        if (entry.taken) continue;
        entry.taken = true;
        Chunk chunk = chunkOf(entry);
        rest.push_back({.id = chunk.id,
                        .isContainer = chunk.kind == ChunkBody::Container,
                        .position = i,
                        .body = chunk.body.readBytes("body", chunk.body.left())});
    }
    return rest;
}

std::string ChunkList::label(std::uint32_t id) const {
    return labelOf(noun_, id);
}

std::optional<ByteReader> ChunkList::takeOptional(std::uint32_t id, ChunkBody kind, std::string_view name) {
    Entry* found = nullptr;
    for (Entry& entry : entries_) {
        if (entry.id != id) continue;
        if (found != nullptr) {
            list_.failAt(entry.offset, name, label(id) + " occurs twice, at most one is expected");
        }
        found = &entry;
    }
    if (found == nullptr) return std::nullopt;
    const Chunk chunk = chunkOf(*found);
    expectKind(chunk, kind, name);
    found->taken = true;
    return chunk.body;
}

ByteReader ChunkList::takeRequired(std::uint32_t id, ChunkBody kind, std::string_view name) {
    std::optional<ByteReader> body = takeOptional(id, kind, name);
    if (!body) list_.fail(name, label(id) + " is missing");
    return *body;
}

void ChunkList::expectKind(const Chunk& chunk, ChunkBody kind, std::string_view name) const {
    if (chunk.kind == kind) return;
    list_.failAt(chunk.offset, name,
                 label(chunk.id) + (kind == ChunkBody::Data ? " is marked as a container, data is expected"
                                                            : " is marked as data, a container is expected"));
}

}  // namespace rigkiln::alamo
