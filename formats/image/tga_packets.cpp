#include "formats/image/tga_packets.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include <fmt/format.h>

namespace rigkiln::images {
namespace {

constexpr unsigned kRunFlag = 0x80;
constexpr std::size_t kMaximumTgaPacketPixels = 128;

void requireEnoughPackets(const ByteReader& reader, std::size_t pixelCount, std::size_t pixelBytes) {
    const std::size_t packets = (pixelCount + kMaximumTgaPacketPixels - 1) / kMaximumTgaPacketPixels;
    const std::size_t needed = packets * (1 + pixelBytes);
    if (needed <= reader.left()) return;
    reader.fail("packets", fmt::format("{} pixels need at least {} bytes, {} are left in file", pixelCount,
                                       needed, reader.left()));
}

// Decodes one packet into the front of `rest` and returns the number of bytes written.
std::size_t unpackPacket(ByteReader& reader, std::span<std::byte> rest, std::size_t pixelBytes) {
    const std::size_t start = reader.offset();
    const unsigned head = reader.read<std::uint8_t>("packet");
    const std::size_t count = (head & (kRunFlag - 1)) + 1;
    const std::size_t size = count * pixelBytes;
    if (size > rest.size()) {
        reader.failAt(start, "packet",
                      fmt::format("{} pixels, {} are left of the image", count, rest.size() / pixelBytes));
    }
    if ((head & kRunFlag) == 0) {
        std::ranges::copy(reader.take("colours", size), rest.begin());
        return size;
    }
    const std::span<const std::byte> colour = reader.take("colour", pixelBytes);
    for (std::size_t at = 0; at < size; at += pixelBytes)
        std::ranges::copy(colour, rest.subspan(at).begin());
    return size;
}

}  // namespace

std::vector<std::byte> unpackTga(ByteReader& reader, const TgaHeader& header) {
    const std::size_t pixelBytes = header.pixelBytes();
    const std::size_t pixelCount = std::size_t{header.width} * header.height;
    requireEnoughPackets(reader, pixelCount, pixelBytes);
    std::vector<std::byte> pixels(pixelCount * pixelBytes);
    for (std::size_t done = 0; done < pixels.size();) {
        const auto row = reader.enter("row", done / pixelBytes / header.width);
        const auto pixel = reader.enter("pixel", done / pixelBytes % header.width);
        done += unpackPacket(reader, std::span(pixels).subspan(done), pixelBytes);
    }
    return pixels;
}

}  // namespace rigkiln::images
