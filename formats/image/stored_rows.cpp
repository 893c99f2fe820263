#include "formats/image/stored_rows.hpp"

#include <algorithm>

namespace rigkiln::images {
namespace {

constexpr std::size_t kOctetBits = 8;

std::size_t octetsFor(std::size_t bits) {
    return (bits + kOctetBits - 1) / kOctetBits;
}

}  // namespace

std::span<const std::byte> takeRows(ByteReader& reader, const RowLayout& layout) {
    const std::size_t pixelBytes = octetsFor(layout.pixelBits);
    const std::size_t lastRowBytes = octetsFor(layout.width * layout.pixelBits);
    const std::size_t needed = (layout.height - 1) * layout.rowBytes + lastRowBytes;
    if (needed <= reader.left()) {
        return reader.take("rows", std::min(reader.left(), layout.height * layout.rowBytes));
    }
    std::size_t row = reader.left() / layout.rowBytes;
    reader.take("rows", row * layout.rowBytes);
    if (reader.left() >= lastRowBytes) {  // the file ends in the padding of this row
        reader.take("padding", reader.left());
        ++row;
    }
    const std::size_t pixel = reader.left() * kOctetBits / layout.pixelBits;
    const auto rowScope = reader.enter("row", row);
    const auto pixelScope = reader.enter("pixel", pixel);
    reader.take("", pixel * layout.pixelBits / kOctetBits);
    return reader.take("", pixelBytes);  // fails: fewer bytes are left
}

}  // namespace rigkiln::images
