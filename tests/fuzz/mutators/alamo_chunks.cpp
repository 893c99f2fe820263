#include "tests/fuzz/mutators/alamo_chunks.hpp"

#include <algorithm>
#include <limits>

#include "formats/alamo/chunk.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/byte_writer.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kMostChunks = 4096;
constexpr std::size_t kMostChunkLevels = 16;

enum class Kind : std::uint8_t { Data, Chunks, Minis, Mini };

struct Node {
    std::uint32_t id = 0;
    Kind kind = Kind::Data;
    std::vector<std::byte> body{};  ///< of Data and Mini
    std::vector<Node> children{};   ///< of Chunks and Minis
};

std::uint32_t wordAt(std::span<const std::byte> bytes, std::size_t offset) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i)
        word |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
    return word;
}

std::vector<std::byte> copyOf(std::span<const std::byte> bytes) {
    return {bytes.begin(), bytes.end()};
}

/// A body that is nothing but mini-chunks: an octet id, an octet size, that many octets.
std::optional<std::vector<Node>> parseMinis(std::span<const std::byte> bytes) {
    std::vector<Node> minis;
    while (!bytes.empty()) {
        if (bytes.size() < 2 || minis.size() == kMostChunks) return std::nullopt;
        const std::size_t size = std::to_integer<std::size_t>(bytes[1]);
        if (bytes.size() - 2 < size) return std::nullopt;
        minis.push_back({.id = std::to_integer<std::uint32_t>(bytes[0]),
                         .kind = Kind::Mini,
                         .body = copyOf(bytes.subspan(2, size))});
        bytes = bytes.subspan(2 + size);
    }
    return minis;
}

std::optional<std::vector<Node>> parseChunks(std::span<const std::byte> bytes, std::size_t level,
                                             std::size_t& left) {
    constexpr std::size_t kHeader = 8;
    std::vector<Node> chunks;
    while (!bytes.empty()) {
        if (bytes.size() < kHeader || left == 0 || level == kMostChunkLevels) return std::nullopt;
        --left;
        const std::uint32_t stored = wordAt(bytes, 4);
        const std::size_t size = stored & ~alamo::kContainerFlag;
        if (bytes.size() - kHeader < size) return std::nullopt;
        const std::span<const std::byte> body = bytes.subspan(kHeader, size);
        Node chunk{.id = wordAt(bytes, 0)};
        if ((stored & alamo::kContainerFlag) != 0) {
            auto children = parseChunks(body, level + 1, left);
            if (!children) return std::nullopt;
            chunk.kind = Kind::Chunks;
            chunk.children = std::move(*children);
        } else if (auto minis = parseMinis(body); minis && !minis->empty()) {
            chunk.kind = Kind::Minis;
            chunk.children = std::move(*minis);
        } else {
            chunk.body = copyOf(body);
        }
        chunks.push_back(std::move(chunk));
        bytes = bytes.subspan(kHeader + size);
    }
    return chunks;
}

void write(const std::vector<Node>& nodes, ByteWriter& writer) {
    for (const Node& node : nodes) {
        if (node.kind == Kind::Mini) {
            const std::size_t size =
                std::min<std::size_t>(node.body.size(), std::numeric_limits<std::uint8_t>::max());
            writer.write(static_cast<std::uint8_t>(node.id));
            writer.write(static_cast<std::uint8_t>(size));
            writer.writeBytes(std::span(node.body).first(size));
            continue;
        }
        writer.write(node.id);
        const std::size_t sizeAt = writer.offset();
        writer.write(std::uint32_t{0});
        writer.writeBytes(node.body);
        write(node.children, writer);
        const auto size = static_cast<std::uint32_t>(writer.offset() - sizeAt - 4);
        writer.patch(sizeAt, size | (node.kind == Kind::Chunks ? alamo::kContainerFlag : 0U));
    }
}

/// Lists of a tree that are not empty, and nodes in them. Pointers into the tree, until one of its lists
/// changes.
struct Places {
    std::vector<std::vector<Node>*> lists{};
    std::vector<Node*> nodes{};
};

void collect(std::vector<Node>& list, Places& places) {
    if (!list.empty()) places.lists.push_back(&list);
    for (Node& node : list) {
        places.nodes.push_back(&node);
        collect(node.children, places);
    }
}

/// Changes a number in a body as it may be a count, an index or a bit pattern.
void changeNumber(std::vector<std::byte>& body, Mutation& mutation) {
    if (body.empty()) return;
    const std::size_t width = std::min(body.size(), std::size_t{1} << mutation.below(3));
    const std::size_t offset = mutation.below(body.size() / width) * width;
    std::uint64_t number = mutation.oddNumber();
    for (std::size_t i = 0; i < width; ++i, number >>= 8U)
        body[offset + i] = static_cast<std::byte>(number & 0xFFU);
}

void changeOnce(std::vector<Node>& tree, Mutation& mutation) {
    Places places;
    collect(tree, places);
    if (places.nodes.empty()) return;
    Node& node = *mutation.anyOf(places.nodes);
    switch (mutation.below(6)) {
        case 0:
            changeList(*mutation.anyOf(places.lists), mutation);
            break;
        case 1:
            node.id = mutation.anyOf(places.nodes)->id;
            break;
        case 2:
            changeNumber(node.body, mutation);
            break;
        case 3:
            mutation.change(node.body);
            break;
        case 4: {  // another part of the file in its place
            Node copy = *mutation.anyOf(places.nodes);
            const bool isMini = copy.kind == Kind::Mini;
            if (isMini != (node.kind == Kind::Mini)) break;
            node = std::move(copy);
            break;
        }
        default:
            if (node.kind != Kind::Mini) node.kind = node.kind == Kind::Chunks ? Kind::Data : Kind::Chunks;
    }
}

}  // namespace

std::optional<std::vector<std::byte>> mutateAlamoChunks(std::span<const std::byte> input,
                                                        Mutation& mutation) {
    std::size_t left = kMostChunks;
    auto tree = parseChunks(input, 0, left);
    if (!tree) return std::nullopt;
    for (std::size_t i = 0; i < 1 + mutation.below(3); ++i)
        changeOnce(*tree, mutation);
    ByteWriter writer;
    write(*tree, writer);
    return std::move(writer).finish();
}

}  // namespace rigkiln
