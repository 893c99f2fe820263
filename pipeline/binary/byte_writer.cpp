#include "pipeline/binary/byte_writer.hpp"

#include <algorithm>
#include <cassert>

namespace rigkiln {

void ByteWriter::writeBytes(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

void ByteWriter::writeText(std::string_view text) {
    writeBytes(std::as_bytes(std::span(text)));
}

void ByteWriter::appendWords(const void* source, std::size_t size, std::size_t wordSize) {
    const std::size_t start = bytes_.size();
    const std::span<const std::byte> bytes(static_cast<const std::byte*>(source), size);
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    if (order_ == std::endian::native) return;
    for (std::size_t i = start; i < bytes_.size(); i += wordSize) {
        std::ranges::reverse(std::span(bytes_).subspan(i, wordSize));
    }
}

void ByteWriter::overwrite(std::size_t offset, std::span<const std::byte> bytes) {
    assert(offset + bytes.size() <= bytes_.size());
    std::ranges::copy(bytes, std::span(bytes_).subspan(offset).begin());
}

}  // namespace rigkiln
