#include "formats/gltf/json_value.hpp"

#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_error.hpp"

namespace rigkiln::gltf {
namespace {

using testing::HasSubstr;

std::string errorOf(const std::string& text) {
    try {
        (void)parseJson(text, "json");
    } catch (const GltfError& error) {
        return error.what();
    }
    return "none";
}

TEST(ParseJson, KeepsMembersInTheirOrder) {
    const std::string text = R"({"b":1,"a":[true,null,-2,0.5,"x"],"c":{}})";
    EXPECT_EQ(toJson(parseJson(text, "json")), text);
}

TEST(ParseJson, RefusesDeepNesting) {
    constexpr std::size_t kLevels = 128;
    const std::string deep = std::string(kLevels + 1, '[') + std::string(kLevels + 1, ']');
    EXPECT_EQ(errorOf(deep), "json nests deeper than 128 levels");
    EXPECT_EQ(errorOf(deep.substr(1, kLevels * 2)), "none");
    EXPECT_NO_THROW((void)parseJson(deep, "json", {.jsonLevels = kLevels + 1}));
}

TEST(ParseJson, RefusesMoreBytesThanAnyFileHas) {
    // The text is refused for its length, before anything reads it. Nothing is written to the memory, so that
    // it takes none.
    const std::shared_ptr<char[]> memory(new char[kMaximumJsonBytes + 1]);
    try {
        (void)parseJson({memory.get(), kMaximumJsonBytes + 1}, "json");
        FAIL();
    } catch (const GltfError& error) {
        EXPECT_STREQ(error.what(), "json has 268435457 bytes, at most 268435456 (256.0 MiB) are read");
    }
}

TEST(ParseJson, RefusesAMemberThatIsThereTwice) {
    EXPECT_EQ(errorOf(R"({"a":1,"b":2,"a":3})"), "json has the member 'a' twice in one object");
}

TEST(ParseJson, SaysWhereTheTextIsNoJson) {
    EXPECT_THAT(errorOf(R"({"a":})"), HasSubstr("json at character 6"));
}

TEST(ParseJson, RefusesWhatIsNoUtf8) {
    EXPECT_THAT(errorOf("{\"a\":\"\xFF\"}"), HasSubstr("json at character"));
}

TEST(ParseJson, RefusesNumbersAboveADouble) {
    EXPECT_THAT(errorOf("[1e999]"), HasSubstr("number overflow"));
}

TEST(ParseJson, NumbersAboveAnIntegerAreDoubles) {
    const Value value = parseJson("18446744073709551615", "json");
    EXPECT_FALSE(asInteger(&value));
    EXPECT_EQ(asNumber(&value), 18446744073709551616.0);
}

TEST(Value, LooksIntoObjectsThatMayNotBeThere) {
    const Value value = parseJson(R"({"nodes":[{"mesh":3}]})", "json");
    EXPECT_EQ(asInteger(member(element(&value, "nodes", 0), "mesh")), 3);
    EXPECT_EQ(element(&value, "nodes", 1), nullptr);
    EXPECT_EQ(member(member(&value, "skins"), "joints"), nullptr);
}

}  // namespace
}  // namespace rigkiln::gltf
