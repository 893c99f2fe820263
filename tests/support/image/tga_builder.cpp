#include "tests/support/image/tga_builder.hpp"

#include <string_view>

#include "pipeline/binary/byte_writer.hpp"

namespace rigkiln::test {
namespace {

constexpr std::uint16_t kExtensionBytes = 495;
constexpr std::size_t kAttributesOffset = 494;

void writeOctet(ByteWriter& writer, std::size_t number) {
    writer.write(static_cast<std::uint8_t>(number));
}

void writeShort(ByteWriter& writer, unsigned number) {
    writer.write(static_cast<std::uint16_t>(number));
}

Bytes extensionArea(unsigned attributes) {
    ByteWriter writer;
    writer.write(kExtensionBytes);
    writer.writeBytes(Bytes(kAttributesOffset - writer.offset()));
    writeOctet(writer, attributes);
    return std::move(writer).finish();
}

}  // namespace

Bytes tgaFile(const TgaParts& parts) {
    ByteWriter writer;
    writeOctet(writer, parts.id.size());
    writeOctet(writer, parts.colourMapType);
    writeOctet(writer, parts.imageType);
    writeShort(writer, parts.firstEntry);
    writeShort(writer, parts.entryCount);
    writeOctet(writer, parts.entryBits);
    writeShort(writer, 0);  // x and y on the screen
    writeShort(writer, 0);
    writeShort(writer, parts.width);
    writeShort(writer, parts.height);
    writeOctet(writer, parts.pixelBits);
    writeOctet(writer, parts.descriptor);
    writer.writeBytes(parts.id);
    writer.writeBytes(parts.colourMap);
    writer.writeBytes(parts.pixels);
    if (parts.attributes) {
        const auto start = static_cast<std::uint32_t>(writer.offset());
        writer.writeBytes(extensionArea(*parts.attributes));
        writer.writeBytes(tgaFooter(start));
    }
    return std::move(writer).finish();
}

Bytes tgaFooter(std::uint32_t extensionOffset) {
    ByteWriter writer;
    writer.write(extensionOffset);
    writer.write(std::uint32_t{0});  // offset of the developer area
    writer.writeText({"TRUEVISION-XFILE.\0", 18});
    return std::move(writer).finish();
}

}  // namespace rigkiln::test
