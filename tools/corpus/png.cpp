#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/binary/byte_writer.hpp"
#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {
namespace {

/// CRC-32 of the PNG specification, computed bit by bit, as the images are small.
std::uint32_t crc32(const std::vector<std::byte>& bytes) {
    std::uint32_t crc = 0xFFFF'FFFFU;
    for (const std::byte byte : bytes) {
        crc ^= std::to_integer<std::uint32_t>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB8'8320U : 0U);
    }
    return ~crc;
}

std::uint32_t adler32(const std::vector<std::byte>& bytes) {
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    for (const std::byte byte : bytes) {
        low = (low + std::to_integer<std::uint32_t>(byte)) % 65521;
        high = (high + low) % 65521;
    }
    return high << 16 | low;
}

void writeChunk(ByteWriter& png, std::string_view type, const std::vector<std::byte>& body) {
    ByteWriter checked(std::endian::big);
    checked.writeText(type);
    checked.writeBytes(body);
    const std::vector<std::byte> bytes = std::move(checked).finish();
    png.write(static_cast<std::uint32_t>(body.size()));
    png.writeBytes(bytes);
    png.write(crc32(bytes));
}

std::vector<std::byte> header(std::uint32_t size) {
    ByteWriter writer(std::endian::big);
    writer.write(size);
    writer.write(size);
    // 8 bits, RGB, deflate, adaptive filters, not interlaced.
    for (const int field : {8, 2, 0, 0, 0})
        writer.write(static_cast<std::uint8_t>(field));
    return std::move(writer).finish();
}

std::vector<std::byte> rows(std::uint32_t size, Random& random) {
    std::array<std::array<std::uint8_t, 3>, 2> colours{};
    for (auto& colour : colours) {
        for (std::uint8_t& component : colour)
            component = static_cast<std::uint8_t>(40 + random.below(216));
    }
    ByteWriter writer(std::endian::big);
    for (std::uint32_t y = 0; y < size; ++y) {
        writer.write(std::uint8_t{0});  // no filter
        for (std::uint32_t x = 0; x < size; ++x) {
            writer.writeAll<std::uint8_t>(colours[(x * 4 / size + y * 4 / size) % 2]);
        }
    }
    return std::move(writer).finish();
}

/// A zlib stream of one stored block. Precondition: at most 65,535 bytes.
std::vector<std::byte> stored(const std::vector<std::byte>& bytes) {
    const auto length = static_cast<std::uint16_t>(bytes.size());
    ByteWriter block(std::endian::little);
    block.write(std::uint8_t{0x78});
    block.write(std::uint8_t{0x01});
    block.write(std::uint8_t{1});  // last block, stored
    block.write(length);
    block.write(static_cast<std::uint16_t>(~length));
    block.writeBytes(bytes);
    ByteWriter checksum(std::endian::big);
    checksum.write(adler32(bytes));
    block.writeBytes(std::move(checksum).finish());
    return std::move(block).finish();
}

}  // namespace

std::vector<std::byte> makePng(std::uint32_t size, Random& random) {
    ByteWriter png(std::endian::big);
    for (const int byte : {0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A})
        png.write(static_cast<std::uint8_t>(byte));
    writeChunk(png, "IHDR", header(size));
    writeChunk(png, "IDAT", stored(rows(size, random)));
    writeChunk(png, "IEND", {});
    return std::move(png).finish();
}

}  // namespace rigkiln::corpus
