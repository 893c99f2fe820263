#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/alamo/chunk.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/byte_writer.hpp"

namespace rigkiln::alamo {

/// Output of the writers: the bytes, and the path for the text of an EncodeError. Must outlive them.
struct ChunkOutput {
    ByteWriter bytes{};
    FieldPath path{};

    ByteReader::Scope enter(std::string_view name, std::size_t index = FieldPath::kNoIndex) {
        return {path, name, index};
    }
    [[noreturn]] void fail(std::string_view field, const std::string& problem) const;
};

/// Writes the minis of one data chunk in the order of the calls. Puts unknown minis back at their old
/// positions.
class MiniWriter {
public:
    MiniWriter(ChunkOutput& out, std::span<const UnknownChunk> unknown) : out_(out), unknown_(unknown) {}

    template <Scalar Number>
    void field(std::uint8_t id, std::string_view name, Number value) {
        begin(id, name, sizeof(Number));
        out_.bytes.write(value);
    }

    template <Scalar Number, std::size_t count>
    void field(std::uint8_t id, std::string_view name, const std::array<Number, count>& value) {
        begin(id, name, sizeof(value));
        out_.bytes.writeAll(std::span<const Number>(value));
    }

    void field(std::uint8_t id, std::string_view name, const std::string& value);

    /// Writes nothing when the value is absent.
    template <class Value>
    void field(std::uint8_t id, std::string_view name, const std::optional<Value>& value) {
        if (value) field(id, name, *value);
    }

    /// Writes the unknown minis behind the last known one. Call once, after the last field.
    void finish();

private:
    void begin(std::uint8_t id, std::string_view name, std::size_t size);
    void writeHeader(std::uint32_t id, std::string_view name, std::size_t size);
    void writeUnknownBefore();  // those positioned before the next sibling
    void writeOneUnknown();

    ChunkOutput& out_;
    std::span<const UnknownChunk> unknown_;  // not written yet
    std::size_t written_ = 0;
};

/// Writes the chunks of one container in the order of the calls. Puts unknown chunks back at their old
/// positions. Fills in each size after its body. Throws EncodeError when a size does not fit 31 bits, a text
/// has a NUL, or a mini has more than 255 bytes.
class ChunkWriter {
public:
    ChunkWriter(ChunkOutput& out, std::span<const UnknownChunk> unknown) : out_(out), unknown_(unknown) {}

    /// Calls `write` with the ByteWriter.
    template <class Write>
    void data(std::uint32_t id, const Write& write) {
        const std::size_t body = begin(id);
        write(out_.bytes);
        end(id, body, 0);
    }

    /// Calls `write` with a MiniWriter.
    template <class Write>
    void minis(std::uint32_t id, std::span<const UnknownChunk> unknown, const Write& write) {
        const std::size_t body = begin(id);
        MiniWriter writer(out_, unknown);
        write(writer);
        writer.finish();
        end(id, body, 0);
    }

    /// Calls `write` with a ChunkWriter.
    template <class Write>
    void container(std::uint32_t id, std::span<const UnknownChunk> unknown, const Write& write) {
        const std::size_t body = begin(id);
        ChunkWriter writer(out_, unknown);
        write(writer);
        writer.finish();
        end(id, body, kContainerFlag);
    }

    void text(std::uint32_t id, std::string_view name, const std::string& value);

    /// Writes the unknown chunks behind the last known one. Call once, at the end of the top level; `minis`
    /// and `container` do it for their own content.
    void finish();

private:
    [[nodiscard]] std::size_t begin(std::uint32_t id);
    [[nodiscard]] std::size_t writeHeader(std::uint32_t id);
    void end(std::uint32_t id, std::size_t body, std::uint32_t flag);
    void writeUnknownBefore();  // those positioned before the next sibling
    void writeOneUnknown();

    ChunkOutput& out_;
    std::span<const UnknownChunk> unknown_;  // not written yet
    std::size_t written_ = 0;
};

/// Converts a count to its stored type. Throws EncodeError when it does not fit 32 bits.
[[nodiscard]] std::uint32_t storedCount(const ChunkOutput& out, std::string_view field, std::size_t count);

}  // namespace rigkiln::alamo
