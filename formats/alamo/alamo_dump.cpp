#include "formats/alamo/alamo_dump.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "formats/alamo/alamo_layout.hpp"
#include "formats/alamo/chunk_reader.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::alamo {

namespace {

constexpr std::size_t kShownRecords = 4;
constexpr std::size_t kShownBytes = 16;

std::size_t sizeOf(FieldType type) {
    switch (type) {
        case FieldType::U16:
        case FieldType::I16:
            return 2;
        case FieldType::U32:
        case FieldType::I32:
        case FieldType::F32:
            return 4;
        case FieldType::Text:
        case FieldType::Bytes:
            break;
    }
    return 1;
}

std::size_t sizeOf(std::span<const FieldLayout> fields) {
    std::size_t size = 0;
    for (const FieldLayout& field : fields)
        size += field.count * sizeOf(field.type);
    return size;
}

std::string bytesText(std::span<const std::byte> bytes) {
    std::string text = fmt::format("{} bytes", bytes.size());
    if (bytes.empty()) return text;
    if (std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; })) {
        return text + ", all 0";
    }
    text += ':';
    for (const std::byte byte : bytes.first(std::min(bytes.size(), kShownBytes))) {
        fmt::format_to(std::back_inserter(text), " {:02X}", std::to_integer<unsigned>(byte));
    }
    if (bytes.size() > kShownBytes) text += " ...";
    return text;
}

std::string numberText(ByteReader& body, const FieldLayout& field) {
    switch (field.type) {
        case FieldType::U16:
            return fmt::to_string(body.read<std::uint16_t>(field.name));
        case FieldType::I16:
            return fmt::to_string(body.read<std::int16_t>(field.name));
        case FieldType::I32:
            return fmt::to_string(body.read<std::int32_t>(field.name));
        case FieldType::F32:
            return fmt::to_string(body.read<float>(field.name));
        default:
            return fmt::to_string(body.read<std::uint32_t>(field.name));
    }
}

std::string valueText(ByteReader& body, const FieldLayout& field) {
    if (field.type == FieldType::Text) return quote(readText(body, field.name), body.size());
    if (field.type == FieldType::Bytes) {
        return bytesText(body.take(field.name, field.count == 0 ? body.left() : field.count));
    }
    if (field.count == 1) return numberText(body, field);
    std::string text = "(";
    for (std::size_t i = 0; i < field.count; ++i) {
        if (i > 0) text += ", ";
        text += numberText(body, field);
    }
    return text + ")";
}

// Counts the chunks of each kind in one container, for names such as "bone[3]".
class Numbering {
public:
    std::string nameOf(const ChunkLayout& layout) {
        if (!layout.numbered) return std::string(layout.name);
        std::size_t& next = layout.isObject ? objects_ : next_[layout.id];
        return fmt::format("{}[{}]", layout.name, next++);
    }

private:
    std::size_t objects_ = 0;
    std::map<std::uint32_t, std::size_t> next_;
};

class Dumper {
public:
    // The layout bounds the depth of recursion, not the file.
    void list(ByteReader body, std::span<const ChunkLayout> layouts, std::size_t depth, bool isMinis) {
        Numbering numbering;
        while (const auto chunk = isMinis ? nextMini(body) : nextChunk(body)) {
            const auto layout = std::ranges::find(layouts, chunk->id, &ChunkLayout::id);
            if (layout == layouts.end()) {
                unknown(*chunk, depth, isMinis);
                continue;
            }
            known(*chunk, *layout, label(chunk->id, isMinis) + ' ' + numbering.nameOf(*layout), depth);
        }
    }

    [[nodiscard]] std::string finish() && { return std::move(text_); }

private:
    static std::string label(std::uint32_t id, bool isMini) {
        return isMini ? fmt::format("mini {}", id) : fmt::format("{:X}", id);
    }

    void line(std::size_t offset, std::size_t depth, std::string_view text) {
        fmt::format_to(std::back_inserter(text_), "0x{:08X}  {:{}}{}\n", offset, "", 2 * depth, text);
    }

    void unknown(const Chunk& chunk, std::size_t depth, bool isMini) {
        ByteReader body = chunk.body;
        line(chunk.offset, depth,
             fmt::format("{} unknown {}, {}", label(chunk.id, isMini),
                         chunk.kind == ChunkBody::Container ? "container" : "data",
                         bytesText(body.take("body", body.left()))));
    }

    void known(const Chunk& chunk, const ChunkLayout& layout, const std::string& title, std::size_t depth) {
        const bool isContainer = chunk.kind == ChunkBody::Container;
        if (isContainer != (layout.content == ChunkContent::Container)) {
            chunk.body.failAt(chunk.offset, layout.name,
                              fmt::format("{} is marked as {}", title, isContainer ? "a container" : "data"));
        }
        if (layout.content == ChunkContent::Record && layout.fields.size() == 1) {
            ByteReader body = chunk.body;
            line(chunk.offset, depth, title + ": " + valueText(body, layout.fields.front()));
            body.expectEnd(layout.name);
            return;
        }
        line(chunk.offset, depth, fmt::format("{}, {} bytes", title, chunk.body.size()));
        const auto scope = chunk.body.enter(layout.name);
        switch (layout.content) {
            case ChunkContent::Container:
            case ChunkContent::Minis:
                list(chunk.body, {layout.children, layout.childCount}, depth + 1,
                     layout.content == ChunkContent::Minis);
                break;
            case ChunkContent::Record:
                record(chunk.body, layout, depth + 1);
                break;
            case ChunkContent::Records:
                records(chunk.body, layout, depth + 1);
                break;
        }
    }

    void record(ByteReader body, const ChunkLayout& layout, std::size_t depth) {
        for (const FieldLayout& field : layout.fields) {
            const std::size_t offset = body.offset();
            line(offset, depth, fmt::format("{}: {}", field.name, valueText(body, field)));
        }
        body.expectEnd("");
    }

    void records(ByteReader body, const ChunkLayout& layout, std::size_t depth) {
        const std::size_t size = sizeOf(layout.fields);
        if (body.left() % size != 0) {
            body.fail("", fmt::format("{} bytes are not a multiple of the {} bytes of an element",
                                      body.left(), size));
        }
        const std::size_t count = body.left() / size;
        for (std::size_t i = 0; i < std::min(count, kShownRecords); ++i) {
            const std::size_t offset = body.offset();
            std::string text = fmt::format("[{}]", i);
            for (const FieldLayout& field : layout.fields) {
                text += ' ';
                if (layout.fields.size() > 1) text += fmt::format("{} ", field.name);
                text += valueText(body, field);
            }
            line(offset, depth, text);
        }
        if (count > kShownRecords) {
            line(body.offset(), depth, fmt::format("... {} of {} elements", count - kShownRecords, count));
        }
    }

    std::string text_;
};

}  // namespace

std::string dumpChunks(std::span<const std::byte> file) {
    FieldPath path;
    Dumper dumper;
    dumper.list(ByteReader(file, path), alamoLayout(), 0, false);
    return std::move(dumper).finish();
}

}  // namespace rigkiln::alamo
