#include "tests/support/alamo/chunk_bytes.hpp"

#include <charconv>
#include <stdexcept>

namespace rigkiln::alamo {

namespace {

constexpr std::uint32_t kFlag = 0x8000'0000U;
constexpr std::size_t kHeaderSize = 8;

std::uint32_t readU32(std::span<const std::byte> file, std::size_t offset) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i)
        number |= std::to_integer<std::uint32_t>(file[offset + i]) << (8 * i);
    return number;
}

std::size_t endOf(std::span<const std::byte> file, std::size_t header) {
    return header + kHeaderSize + (readU32(file, header + 4) & ~kFlag);
}

std::vector<std::size_t> headersOf(std::span<const std::byte> file,
                                   std::initializer_list<std::uint32_t> path) {
    std::vector<std::size_t> headers;
    std::size_t begin = 0;
    std::size_t end = file.size();
    for (const std::uint32_t id : path) {
        while (begin < end && readU32(file, begin) != id)
            begin = endOf(file, begin);
        if (begin >= end) throw std::out_of_range("no such chunk");
        headers.push_back(begin);
        end = endOf(file, begin);
        begin += kHeaderSize;
    }
    return headers;
}

}  // namespace

Bytes fromHex(std::string_view text) {
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        unsigned value = 0;
        const char* first = text.data() + i;
        if (std::from_chars(first, first + 2, value, 16).ptr != first + 2) continue;
        bytes.push_back(static_cast<std::byte>(value));
        ++i;
    }
    return bytes;
}

Bytes u32(std::uint32_t number) {
    Bytes bytes;
    for (unsigned shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<std::byte>(number >> shift));
    return bytes;
}

Bytes joined(std::initializer_list<Bytes> parts) {
    Bytes bytes;
    for (const Bytes& part : parts)
        bytes.insert(bytes.end(), part.begin(), part.end());
    return bytes;
}

Bytes dataChunk(std::uint32_t id, const Bytes& body) {
    return joined({u32(id), u32(static_cast<std::uint32_t>(body.size())), body});
}

Bytes containerChunk(std::uint32_t id, const Bytes& body) {
    return joined({u32(id), u32(static_cast<std::uint32_t>(body.size()) | kFlag), body});
}

Bytes mini(std::uint8_t id, const Bytes& body) {
    Bytes bytes = {static_cast<std::byte>(id), static_cast<std::byte>(body.size())};
    bytes.insert(bytes.end(), body.begin(), body.end());
    return bytes;
}

std::size_t findChunk(std::span<const std::byte> file, std::initializer_list<std::uint32_t> path) {
    return headersOf(file, path).back();
}

std::size_t findMini(std::span<const std::byte> file, std::initializer_list<std::uint32_t> path,
                     std::uint8_t id) {
    const std::size_t chunk = findChunk(file, path);
    const std::size_t end = endOf(file, chunk);
    std::size_t offset = chunk + kHeaderSize;
    while (offset < end && std::to_integer<std::uint8_t>(file[offset]) != id) {
        offset += 2 + std::to_integer<std::size_t>(file[offset + 1]);
    }
    if (offset >= end) throw std::out_of_range("no such mini-chunk");
    return offset + 2;
}

void overwriteU32(Bytes& file, std::size_t offset, std::uint32_t number) {
    const Bytes bytes = u32(number);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        file.at(offset + i) = bytes[i];
}

void splice(Bytes& file, std::initializer_list<std::uint32_t> path, std::size_t offset, std::size_t removed,
            const Bytes& added) {
    for (const std::size_t header : headersOf(file, path)) {
        const std::uint32_t sizeWord = readU32(file, header + 4);
        overwriteU32(file, header + 4, sizeWord + static_cast<std::uint32_t>(added.size() - removed));
    }
    const auto at = file.begin() + static_cast<std::ptrdiff_t>(offset);
    file.insert(file.erase(at, at + static_cast<std::ptrdiff_t>(removed)), added.begin(), added.end());
}

}  // namespace rigkiln::alamo
