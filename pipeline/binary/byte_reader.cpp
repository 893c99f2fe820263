#include "pipeline/binary/byte_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "pipeline/base/stop.hpp"

namespace rigkiln {

std::string FieldPath::text(std::string_view field) const {
    std::string text;
    for (const Element& element : std::span(elements_).first(depth_)) {
        if (!text.empty()) text += '.';
        text += element.name;
        if (element.index != kNoIndex) text += fmt::format("[{}]", element.index);
    }
    if (!field.empty()) {
        if (!text.empty()) text += '.';
        text += field;
    }
    return text.empty() ? "file" : text;
}

std::span<const std::byte> ByteReader::take(std::string_view field, std::size_t size) {
    if (size > left()) {
        fail(field, fmt::format("needs {} bytes, {} are left in {}", size, left(), name_));
    }
    const std::span<const std::byte> taken = bytes_.subspan(position_, size);
    position_ += size;
    return taken;
}

std::vector<std::byte> ByteReader::readBytes(std::string_view field, std::size_t size) {
    const std::span<const std::byte> bytes = take(field, size);
    return {bytes.begin(), bytes.end()};
}

ByteReader ByteReader::section(std::string_view field, std::size_t size, std::string_view name) {
    checkStop();
    const std::size_t start = offset();
    return {take(field, size), start, name, *path_, order_};
}

std::size_t ByteReader::checkedCount(std::string_view field, std::size_t count,
                                     std::size_t minimumElementSize) const {
    checkStop();
    if (minimumElementSize > 0 && count > left() / minimumElementSize) {
        fail(field, fmt::format("{} elements of at least {} bytes do not fit, {} bytes are left in {}", count,
                                minimumElementSize, left(), name_));
    }
    return count;
}

void ByteReader::expectEnd(std::string_view field) const {
    if (!atEnd()) fail(field, fmt::format("{} bytes follow the end of {}", left(), name_));
}

void ByteReader::fail(std::string_view field, const std::string& problem) const {
    failAt(offset(), field, problem);
}

void ByteReader::failAt(std::size_t offset, std::string_view field, const std::string& problem) const {
    throw FormatError(path_->text(field), offset, problem);
}

void ByteReader::reverseWords(std::span<std::byte> bytes, std::size_t wordSize) {
    for (std::size_t i = 0; i < bytes.size(); i += wordSize) {
        std::ranges::reverse(bytes.subspan(i, wordSize));
    }
}

}  // namespace rigkiln
