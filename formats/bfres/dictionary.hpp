#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/bfres/bfres_reader.hpp"
#include "formats/bfres/bfres_writer.hpp"

namespace rigkiln::bfres {

/// An entry of a dictionary ("index group") in the file's order.
struct DictionaryEntry {
    std::string key;
    Place data = 0;  ///< Wii U only: Switch dictionaries lie beside an array
};

/// The entries at the place, read in a row: the search tree over them may be damaged or circular, and says
/// nothing more. Nothing when the place is 0. Throws FormatError.
[[nodiscard]] std::vector<DictionaryEntry> readDictionary(BfresReader& file, std::string_view field,
                                                          Place dictionary);

/// A node of the search tree. Node 0 is the root; node i + 1 belongs to entry i.
struct DictionaryNode {
    std::uint32_t bit = 0xFFFFFFFF;  ///< the bit of the key that decides: its number from the first byte
    std::uint16_t left = 0;          ///< where it is 0
    std::uint16_t right = 0;         ///< where it is 1

    bool operator==(const DictionaryNode&) const = default;
};

/// The search tree that the games look keys up with, root first. Throws EncodeError when a key is there twice
/// or there are more than 65,535 nodes.
[[nodiscard]] std::vector<DictionaryNode> buildDictionary(std::span<const std::string> keys);

/// The names of the elements.
template <class List>
std::vector<std::string> keysOf(const List& list) {
    std::vector<std::string> keys;
    keys.reserve(list.size());
    for (const auto& element : list)
        keys.push_back(element.name);
    return keys;
}

/// Writes a dictionary. `data` are labels, one for each key, for the Wii U; empty for the Switch.
void writeDictionary(BfresWriter& out, std::span<const std::string> keys, std::span<const Place> data);

/// Writes a dictionary of the Wii U whose data are strings.
void writeTextDictionary(BfresWriter& out, std::span<const std::pair<std::string, std::string>> names);

}  // namespace rigkiln::bfres
