#include "formats/bfres/base/dictionary.hpp"

#include <gtest/gtest.h>

#include "tests/unit/formats/bfres/bytes.hpp"

namespace rigkiln::bfres {
namespace {

using Nodes = std::vector<DictionaryNode>;

Nodes build(const std::vector<std::string>& keys) {
    return buildDictionary(keys);
}

/// Finds an entry with the search algorithm of the games.
std::size_t lookUp(const Nodes& nodes, std::string_view key) {
    std::size_t parent = 0;
    std::size_t node = nodes[0].left;
    while (nodes[parent].bit > nodes[node].bit) {
        parent = node;
        const std::size_t byte = nodes[node].bit / 8;
        const bool isSet = byte < key.size() && (key[byte] >> (nodes[node].bit % 8) & 1) != 0;
        node = isSet ? nodes[node].right : nodes[node].left;
    }
    return node;
}

TEST(Dictionary, OfOneKeyDecidesByItsHighestBit) {
    // 'A' is 0x41: its highest bit is bit 6.
    EXPECT_EQ(build({"A"}), (Nodes{{0xFFFFFFFF, 1, 0}, {6, 0, 1}}));
}

TEST(Dictionary, OfNothingIsTheRoot) {
    EXPECT_EQ(build({}), (Nodes{{0xFFFFFFFF, 0, 0}}));
}

TEST(Dictionary, IsBuiltAsTheGamesBuildIt) {
    // Worked out by hand: "Root" and "Tip" differ at bit 30, which is set in the 't' of "Root"; "Tip" has no
    // fourth byte.
    EXPECT_EQ(build({"Root", "Tip"}), (Nodes{{0xFFFFFFFF, 1, 0}, {30, 2, 1}, {22, 0, 2}}));
}

TEST(Dictionary, FindsEveryKey) {
    std::vector<std::string> keys;
    keys.reserve(202);
    for (int i = 0; i < 200; ++i)
        keys.push_back("Bone_" + std::to_string(i * 7919 % 1000));
    keys.emplace_back("Bone");
    keys.emplace_back("\xC3\xA9");
    const Nodes nodes = build(keys);
    for (std::size_t i = 0; i < keys.size(); ++i)
        EXPECT_EQ(lookUp(nodes, keys[i]), i + 1) << keys[i];
}

TEST(Dictionary, DoesNotHoldAKeyTwice) {
    EXPECT_EQ(errorOf([] { (void)build({"Arm", "Leg", "Arm"}); }), "dictionary: 'Arm' is there twice");
}

TEST(Dictionary, DoesNotHoldAnEmptyKey) {
    EXPECT_EQ(errorOf([] { (void)build({""}); }), "dictionary: '' is there twice");
}

TEST(Dictionary, HoldsNoMoreKeysThanItsLinksCanSay) {
    EXPECT_EQ(errorOf([] { (void)build(std::vector<std::string>(65'535)); }),
              "dictionary: 65535 keys, at most 65534 fit");
    EXPECT_EQ(errorOf([] { (void)build(std::vector<std::string>(65'534)); }),
              "dictionary: '' is there twice");
}

TEST(Dictionary, IsReadInARowWhateverItsLinksSay) {
    const Bytes file = fromHex(
        "00000000 00000000"                     // so that nothing lies at 0
        "00000028 00000001"                     // 0x08: 40 bytes, one entry
        "ffffffff 0001 0000 00000000 00000000"  // root
        "00000006 7777 7777 0000000c 00000004"  // 0x20: links that lead nowhere; key, data
        "00000003 41726d00");                   // 0x30: "Arm"
    FieldPath path;
    BfresReader reader(file, path, {Console::WiiU, 0x04050003});
    const auto entries = readDictionary(reader, "bones", 8);
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries[0].key, "Arm");
    EXPECT_EQ(entries[0].data, 0x30U);
}

TEST(Dictionary, RefusesMoreEntriesThanTheFileHolds) {
    Bytes file(8);
    const Bytes header = fromHex("00000028 ffffffff");
    file.insert(file.end(), header.begin(), header.end());
    FieldPath path;
    BfresReader reader(file, path, {Console::WiiU, 0x04050003});
    EXPECT_EQ(
        errorOf([&] { (void)readDictionary(reader, "bones", 8); }),
        "bones.count at 0x10: 4294967296 elements of at least 16 bytes do not fit, 0 bytes are left in file");
}

}  // namespace
}  // namespace rigkiln::bfres
