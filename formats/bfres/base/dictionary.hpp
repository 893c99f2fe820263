#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/bfres/base/bfres_reader.hpp"
#include "formats/bfres/base/bfres_writer.hpp"

namespace rigkiln::bfres {

/// Entry of a dictionary ("index group"), in file order.
struct DictionaryEntry {
    std::string key;
    Place data = 0;  ///< Wii U only: on the Switch the data is an array beside the dictionary
};

/// Reads the entries in file order. Ignores the search tree over them, which adds nothing and may be damaged
/// or cyclic. Returns nothing for place 0. Throws FormatError.
[[nodiscard]] std::vector<DictionaryEntry> readDictionary(BfresReader& file, std::string_view field,
                                                          Place dictionary);

/// Node of the search tree. Node 0 is the root; node i + 1 belongs to entry i.
struct DictionaryNode {
    std::uint32_t bit = 0xFFFFFFFF;  ///< tested bit of the key, counted from the lowest bit of the first byte
    std::uint16_t left = 0;          ///< next node if the bit is 0
    std::uint16_t right = 0;         ///< next node if the bit is 1

    bool operator==(const DictionaryNode&) const = default;
};

/// Builds the search tree with which the games look up keys, root first. Throws EncodeError for duplicate
/// keys and for more than 65,535 nodes.
[[nodiscard]] std::vector<DictionaryNode> buildDictionary(std::span<const std::string> keys);

/// Names of the elements.
template <class List>
std::vector<std::string> keysOf(const List& list) {
    std::vector<std::string> keys;
    keys.reserve(list.size());
    for (const auto& element : list)
        keys.push_back(element.name);
    return keys;
}

/// Writes a dictionary. `data` holds a label per key on the Wii U and is empty on the Switch.
void writeDictionary(BfresWriter& out, std::span<const std::string> keys, std::span<const Label> data);

/// Writes a Wii U dictionary whose data are strings.
void writeTextDictionary(BfresWriter& out, std::span<const std::pair<std::string, std::string>> names);

}  // namespace rigkiln::bfres
