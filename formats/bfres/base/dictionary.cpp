#include "formats/bfres/base/dictionary.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::size_t kNodeSize = 16;  // on both consoles: Switch nodes have no data, but wider key offsets

bool bitOf(std::string_view key, std::uint32_t bit) {
    const std::size_t byte = bit >> 3U;
    return byte < key.size() && (static_cast<unsigned char>(key[byte]) >> (bit & 7U) & 1U) != 0;
}

class DictionaryBuilder {
public:
    explicit DictionaryBuilder(std::span<const std::string> keys) : keys_(keys), nodes_(1) {
        if (keys.size() >= std::numeric_limits<std::uint16_t>::max()) {
            throw EncodeError("dictionary", fmt::format("{} keys, at most {} fit", keys.size(),
                                                        std::numeric_limits<std::uint16_t>::max() - 1));
        }
        for (std::size_t i = 0; i < keys.size(); ++i)
            insert(static_cast<std::uint16_t>(i + 1));
    }

    [[nodiscard]] std::vector<DictionaryNode> finish() && { return std::move(nodes_); }

private:
    struct Found {
        std::uint16_t parent = 0;
        std::uint16_t node = 0;
    };

    [[nodiscard]] std::string_view keyOf(std::uint16_t node) const {
        return node == 0 ? std::string_view() : std::string_view(keys_[node - 1U]);
    }

    // Descends until a link leads back up, or to a node that tests a bit of at most `lowestBit`.
    [[nodiscard]] Found search(std::string_view key, std::int64_t lowestBit) const {
        Found found{.parent = 0, .node = nodes_[0].left};
        while (nodes_[found.parent].bit > nodes_[found.node].bit &&
               std::int64_t{nodes_[found.node].bit} > lowestBit) {
            found.parent = found.node;
            const DictionaryNode& node = nodes_[found.node];
            found.node = bitOf(key, node.bit) ? node.right : node.left;
        }
        return found;
    }

    void insert(std::uint16_t index) {
        const std::string_view key = keyOf(index);
        const std::string_view nearest = keyOf(search(key, -1).node);
        auto bit = static_cast<std::uint32_t>(8 * std::max(key.size(), nearest.size()));
        while (bitOf(key, bit) == bitOf(nearest, bit)) {
            if (bit == 0) throw EncodeError("dictionary", fmt::format("{} is there twice", quote(key)));
            --bit;
        }
        const Found place = search(key, bit);
        const bool isSet = bitOf(key, bit);
        nodes_.push_back(
            {.bit = bit, .left = isSet ? place.node : index, .right = isSet ? index : place.node});
        DictionaryNode& parent = nodes_[place.parent];
        const bool isRight = place.parent != 0 && bitOf(key, parent.bit);
        (isRight ? parent.right : parent.left) = index;
    }

    std::span<const std::string> keys_;
    std::vector<DictionaryNode> nodes_;
};

}  // namespace

std::vector<DictionaryEntry> readDictionary(BfresReader& file, std::string_view field, Place dictionary) {
    std::vector<DictionaryEntry> entries;
    if (dictionary == 0) return entries;
    const auto scope = file.enter(field);
    ByteReader in = file.open("dictionary", dictionary);
    in.read<std::uint32_t>("size");  // Switch: magic number, or 0
    const auto count = in.read<std::uint32_t>("count");
    const Place nodes = in.offset();
    in = file.openArray("count", nodes, std::uint64_t{count} + 1, kNodeSize);
    in.take("root", kNodeSize);
    entries.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto entryScope = in.enter("entry", i);
        in.take("links", sizeof(std::uint32_t) + 2 * sizeof(std::uint16_t));
        DictionaryEntry& entry = entries.emplace_back();
        entry.key = file.readText(in, "key");
        if (!file.layout().isSwitch()) entry.data = file.readPlace(in, "data");
    }
    return entries;
}

std::vector<DictionaryNode> buildDictionary(std::span<const std::string> keys) {
    return DictionaryBuilder(keys).finish();
}

namespace {

// `writeData(i)` writes the data field of entry i (Wii U).
template <class WriteData>
void writeNodes(BfresWriter& out, std::span<const std::string> keys, const WriteData& writeData) {
    const std::vector<DictionaryNode> nodes = buildDictionary(keys);
    const bool isSwitch = out.layout().isSwitch();
    const std::size_t size = 2 * sizeof(std::uint32_t) + kNodeSize * nodes.size();
    out.bytes().write(isSwitch ? std::uint32_t{0} : static_cast<std::uint32_t>(size));
    out.bytes().write(static_cast<std::uint32_t>(keys.size()));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        out.bytes().write(nodes[i].bit);
        out.bytes().write(nodes[i].left);
        out.bytes().write(nodes[i].right);
        if (isSwitch) {
            out.text(i == 0 ? std::string_view() : std::string_view(keys[i - 1]));
        } else if (i == 0) {
            out.place({});
            out.place({});
        } else {
            out.text(keys[i - 1]);
            writeData(i - 1);
        }
    }
}

}  // namespace

void writeDictionary(BfresWriter& out, std::span<const std::string> keys, std::span<const Label> data) {
    writeNodes(out, keys, [&](std::size_t i) { out.place(data[i]); });
}

void writeTextDictionary(BfresWriter& out, std::span<const std::pair<std::string, std::string>> names) {
    std::vector<std::string> keys;
    keys.reserve(names.size());
    for (const auto& [key, text] : names)
        keys.push_back(key);
    writeNodes(out, keys, [&](std::size_t i) { out.text(names[i].second); });
}

}  // namespace rigkiln::bfres
