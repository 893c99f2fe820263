#include "formats/gltf/count_json.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_file.hpp"
#include "formats/gltf/json_value.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::gltf {
namespace {

using testing::ElementsAre;

std::size_t valuesIn(std::string_view text) {
    return countJson(text, {}).values;
}

/// Returns `first` and then `count` - 1 times `next`.
std::string repeated(const std::string& first, const std::string& next, std::size_t count) {
    std::string text = first;
    text.reserve(first.size() + next.size() * count);
    for (std::size_t i = 1; i < count; ++i)
        text += next;
    return text;
}

/// Returns the error of decoding a file whose list `name` has `count` empty elements.
Error errorOfList(const std::string& name, std::size_t count) {
    const std::string json =
        R"({"asset":{"version":"2.0"},")" + name + "\":[" + repeated("{}", ",{}", count) + "]}";
    Diagnostics diagnostics;
    try {
        (void)decodeGltf(std::as_bytes(std::span(json)), diagnostics);
    } catch (const GltfError& error) {
        return error.toError();
    }
    return Error();
}

TEST(CountJson, CountsValuesAtAnyDepth) {
    EXPECT_EQ(valuesIn("{}"), 1U);
    EXPECT_EQ(valuesIn("[]"), 1U);
    EXPECT_EQ(valuesIn("-1.5e+3"), 1U);
    EXPECT_EQ(valuesIn(R"({"a":1})"), 2U);
    EXPECT_EQ(valuesIn(R"([true,false,null,"x",{},[[1 , 2]]])"), 10U);
    EXPECT_EQ(valuesIn(" { \"a\" : [ 1 ,\n2 ] , \"b\" : \"c\" } "), 5U);
}

TEST(CountJson, LooksIntoNoText) {
    EXPECT_EQ(valuesIn(R"(["[1,2,{}]"])"), 2U);
    EXPECT_EQ(valuesIn(R"(["\"[1,2]", "\\", 3])"), 4U);
    EXPECT_EQ(valuesIn(R"({"a:b":"c:d"})"), 2U);
}

TEST(CountJson, EndsWithATextThatIsCutOff) {
    EXPECT_EQ(valuesIn(R"(["abc)"), 2U);
    EXPECT_EQ(valuesIn("[\"abc\\"), 2U);
    EXPECT_EQ(valuesIn("\""), 1U);
    EXPECT_EQ(valuesIn("]]}}"), 0U);
}

TEST(CountJson, CountsElementsOfListsOfTheOutermostObject) {
    constexpr std::array<std::string_view, 3> kNames = {"nodes", "meshes", "skins"};
    const auto counted = [&](std::string_view text) { return countJson(text, kNames).elements; };
    EXPECT_THAT(counted(R"({"nodes":[{"nodes":[1,2,3]},{}],"meshes":[1,"x",[],{"a":[]}]})"),
                ElementsAre(2, 4, 0));
    EXPECT_THAT(counted(R"({"extras":{"nodes":[1,2]},"skins":[null]})"), ElementsAre(0, 0, 1));
    EXPECT_THAT(counted(R"([{"nodes":[1,2]}])"), ElementsAre(0, 0, 0));
    EXPECT_THAT(counted(R"({"nodes":{"a":[1]},"meshes":7})"), ElementsAre(0, 0, 0));
}

// Three bytes of text each: 1,000,000 of them took 3.7 GB and 18 s.
TEST(GltfLimits, RefuseListsOfMoreElementsThanAnyFileHas) {
    for (const std::string name : {"animations", "buffers", "cameras", "images", "materials", "meshes",
                                   "samplers", "scenes", "skins", "textures"}) {
        const Error error = errorOfList(name, 100001);
        EXPECT_EQ(error.text(), name + " has 100001 elements, at most 100000 are read");
        EXPECT_EQ(error.code().id, kBeyondLimit.id);
    }
    for (const std::string name : {"accessors", "bufferViews", "nodes"})
        EXPECT_EQ(errorOfList(name, 1000001).text(),
                  name + " has 1000001 elements, at most 1000000 are read");
}

TEST(GltfLimits, HoldForNamesThatAreWrittenWithEscapes) {
    EXPECT_EQ(errorOfList("s\\u006bins", 100001).text(),
              "skins has 100001 elements, at most 100000 are read");
}

TEST(GltfLimits, RefuseMoreValuesThanAnyFileHas) {
    const std::string json = "[" + repeated("0", ",0", ReadLimits().jsonValues) + "]";
    try {
        (void)parseJson(json, "the document");
        FAIL();
    } catch (const GltfError& error) {
        EXPECT_EQ(error.toError().text(), "the document has 10000001 values, at most 10000000 are read");
        EXPECT_EQ(error.toError().code().id, kBeyondLimit.id);
    }
}

}  // namespace
}  // namespace rigkiln::gltf
