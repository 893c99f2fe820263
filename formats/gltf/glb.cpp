#include "formats/gltf/glb.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::gltf {
namespace {

constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kBinaryChunk = 0x004E4942;
constexpr std::uint32_t kVersion = 2;

std::string_view textOf(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Reads the next chunk; `number` chunks were read before.
void readChunk(ByteReader& reader, std::size_t number, Container& container) {
    const auto scope = reader.enter("chunk", number);
    const auto size = reader.read<std::uint32_t>("length");
    const std::size_t typeOffset = reader.offset();
    const auto type = reader.read<std::uint32_t>("type");
    if (number == 0 && type != kJsonChunk)
        reader.failAt(typeOffset, "type",
                      fmt::format("is 0x{:X}, the first is JSON (0x{:X})", type, kJsonChunk));
    if (number > 0 && type == kJsonChunk) reader.failAt(typeOffset, "type", "is JSON, only the first may be");
    const std::size_t offset = reader.offset();
    const std::span<const std::byte> content = reader.take("data", size);
    if (type == kJsonChunk) {
        container.json = textOf(content);
        container.jsonOffset = offset;
    } else if (type == kBinaryChunk) {
        if (container.binaryOffset != 0)
            reader.failAt(typeOffset, "type", "is BIN, as one chunk before: there may be one");
        container.binary = content;
        container.binaryOffset = offset;
    }
}

}  // namespace

bool isGlb(std::span<const std::byte> head) {
    return textOf(head).starts_with("glTF");
}

Container splitContainer(std::span<const std::byte> file) {
    Container container;
    container.isGlb = isGlb(file);
    if (!container.isGlb) {
        container.json = textOf(file);
        return container;
    }
    FieldPath path;
    ByteReader reader(file, path);
    (void)reader.read<std::uint32_t>("magic");
    const std::size_t versionOffset = reader.offset();
    const auto version = reader.read<std::uint32_t>("version");
    if (version != kVersion)
        reader.failAt(versionOffset, "version", fmt::format("is {}, expected {}", version, kVersion));
    const std::size_t lengthOffset = reader.offset();
    const auto length = reader.read<std::uint32_t>("length");
    constexpr std::size_t kHeaderSize = 12;
    if (length > file.size() || length < kHeaderSize) {
        reader.failAt(lengthOffset, "length",
                      fmt::format("is {}, expected at least {} and at most the file's {}", length,
                                  kHeaderSize, file.size()));
    }
    ByteReader chunks = reader.section("chunks", length - kHeaderSize, "the GLB");
    std::size_t number = 0;
    while (!chunks.atEnd())
        readChunk(chunks, number++, container);
    if (number == 0) reader.fail("chunk[0]", "is missing, expected JSON");
    return container;
}

}  // namespace rigkiln::gltf
