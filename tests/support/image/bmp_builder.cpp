#include "tests/support/image/bmp_builder.hpp"

#include <algorithm>

#include "pipeline/binary/byte_writer.hpp"

namespace rigkiln::test {
namespace {

constexpr std::uint32_t kCoreHeader = 12;
constexpr std::size_t kInfoEnd = 54;  // offset of the masks, in the header or after it
constexpr std::size_t kFileSizeOffset = 2;
constexpr std::size_t kPixelOffsetOffset = 10;

void writeHeader(ByteWriter& writer, const BmpParts& parts) {
    writer.write(parts.headerBytes);
    if (parts.headerBytes == kCoreHeader) {
        writer.write(static_cast<std::uint16_t>(parts.width));
        writer.write(static_cast<std::uint16_t>(parts.height));
    } else {
        writer.write(parts.width);
        writer.write(parts.height);
    }
    writer.write(std::uint16_t{1});  // planes
    writer.write(static_cast<std::uint16_t>(parts.bits));
    if (parts.headerBytes < kInfoEnd - 14) return;
    writer.write(parts.compression);
    writer.write(std::uint32_t{0});  // size of the pixel data
    writer.write(std::uint32_t{0});  // pixels per metre, horizontal and vertical
    writer.write(std::uint32_t{0});
    writer.write(parts.coloursUsed);
    writer.write(std::uint32_t{0});  // important colours
}

}  // namespace

Bytes bmpFile(const BmpParts& parts) {
    ByteWriter writer;
    writer.writeText("BM");
    writer.write(std::uint32_t{0});  // size of the file
    writer.write(std::uint32_t{0});
    writer.write(std::uint32_t{0});  // offset of the pixels
    const std::size_t headerEnd = writer.offset() + parts.headerBytes;
    writeHeader(writer, parts);
    writer.writeBytes(parts.masks);
    if (writer.offset() < headerEnd) writer.writeBytes(Bytes(headerEnd - writer.offset()));
    writer.writeBytes(parts.colours);
    writer.writeBytes(parts.gap);
    const auto pixelOffset = static_cast<std::uint32_t>(writer.offset());
    writer.patch(kPixelOffsetOffset, parts.pixelOffset.value_or(pixelOffset));
    writer.writeBytes(parts.pixels);
    writer.patch(kFileSizeOffset, static_cast<std::uint32_t>(writer.offset()));
    return std::move(writer).finish();
}

}  // namespace rigkiln::test
