#include "formats/alamo/chunk_writer.hpp"

#include <limits>

#include <fmt/format.h>

namespace rigkiln::alamo {

namespace {

constexpr std::size_t kLargestMini = 255;
constexpr std::size_t kLargestChunk = kContainerFlag - 1;

void writeText(ChunkOutput& out, std::string_view name, const std::string& value) {
    // A NUL ends a text, so the reader would refuse this one.
    if (const std::size_t nul = value.find('\0'); nul != std::string::npos) {
        out.fail(name,
                 fmt::format("text of {} bytes has a NUL at byte {}, none is allowed", value.size(), nul));
    }
    out.bytes.writeText(value);
    out.bytes.write<std::uint8_t>(0);
}

}  // namespace

void ChunkOutput::fail(std::string_view field, const std::string& problem) const {
    throw EncodeError(path.text(field), problem);
}

void MiniWriter::field(std::uint8_t id, std::string_view name, const std::string& value) {
    if (value.size() >= kLargestMini) {
        out_.fail(name, fmt::format("text has {} bytes, at most {} fit", value.size(), kLargestMini - 1));
    }
    begin(id, name, value.size() + 1);
    writeText(out_, name, value);
}

void MiniWriter::finish() {
    while (!unknown_.empty())
        writeOneUnknown();
}

void MiniWriter::begin(std::uint8_t id, std::string_view name, std::size_t size) {
    writeUnknownBefore();
    ++written_;
    writeHeader(id, name, size);
}

void MiniWriter::writeHeader(std::uint32_t id, std::string_view name, std::size_t size) {
    if (id > std::numeric_limits<std::uint8_t>::max()) {
        out_.fail(name, fmt::format("mini-chunk id {} is above 255", id));
    }
    if (size > kLargestMini) {
        out_.fail(name, fmt::format("mini-chunk has {} bytes, at most {} fit", size, kLargestMini));
    }
    out_.bytes.write(static_cast<std::uint8_t>(id));
    out_.bytes.write(static_cast<std::uint8_t>(size));
}

void MiniWriter::writeUnknownBefore() {
    while (!unknown_.empty() && unknown_.front().position <= written_)
        writeOneUnknown();
}

void MiniWriter::writeOneUnknown() {
    const UnknownChunk& mini = unknown_.front();
    writeHeader(mini.id, "unknown mini-chunk", mini.body.size());
    out_.bytes.writeBytes(mini.body);
    unknown_ = unknown_.subspan(1);
    ++written_;
}

void ChunkWriter::text(std::uint32_t id, std::string_view name, const std::string& value) {
    data(id, [&](ByteWriter&) { writeText(out_, name, value); });
}

void ChunkWriter::finish() {
    while (!unknown_.empty())
        writeOneUnknown();
}

std::size_t ChunkWriter::begin(std::uint32_t id) {
    writeUnknownBefore();
    ++written_;
    return writeHeader(id);
}

std::size_t ChunkWriter::writeHeader(std::uint32_t id) {
    out_.bytes.write(id);
    out_.bytes.write<std::uint32_t>(0);  // size, filled in at the end
    return out_.bytes.offset();
}

void ChunkWriter::end(std::uint32_t id, std::size_t body, std::uint32_t flag) {
    const std::size_t size = out_.bytes.offset() - body;
    if (size > kLargestChunk) {
        out_.fail("", fmt::format("chunk 0x{:X} has {} bytes, at most {} fit", id, size, kLargestChunk));
    }
    out_.bytes.patch(body - sizeof(std::uint32_t), static_cast<std::uint32_t>(size) | flag);
}

void ChunkWriter::writeUnknownBefore() {
    while (!unknown_.empty() && unknown_.front().position <= written_)
        writeOneUnknown();
}

void ChunkWriter::writeOneUnknown() {
    const UnknownChunk& chunk = unknown_.front();
    const std::size_t body = writeHeader(chunk.id);
    out_.bytes.writeBytes(chunk.body);
    end(chunk.id, body, chunk.isContainer ? kContainerFlag : 0);
    unknown_ = unknown_.subspan(1);
    ++written_;
}

std::uint32_t storedCount(const ChunkOutput& out, std::string_view field, std::size_t count) {
    constexpr std::size_t kLargest = std::numeric_limits<std::uint32_t>::max();
    if (count > kLargest) out.fail(field, fmt::format("{} is above {}", count, kLargest));
    return static_cast<std::uint32_t>(count);
}

}  // namespace rigkiln::alamo
