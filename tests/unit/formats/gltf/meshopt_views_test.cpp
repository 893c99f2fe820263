#include <cstring>
#include <string>

#include <gmock/gmock.h>

#include "pipeline/packing/packed_stream.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"

namespace rigkiln::gltf {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::HasSubstr;
using testing::Not;

/// Provides a triangle with packed positions, as another program would write it.
class MeshoptViews : public testing::Test {
protected:
    MeshoptViews() {
        const std::vector<float> positions = {0, 0, 0, 1, 0, 0, 0, 1, 0};
        const auto bytes = std::as_bytes(std::span(positions));
        const std::vector<std::byte> packed = packStream({.stride = 12, .count = 3}, bytes);
        builder.addTriangle();
        builder.addRoot({{"mesh", 0}});
        const std::size_t accessor = builder.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"];
        const std::size_t source = builder.addView(packed);
        const Json place = builder.json["bufferViews"][source];
        view = builder.json["accessors"][accessor]["bufferView"];
        builder.json["bufferViews"][view] = {{"buffer", 0},
                                             {"byteLength", 36},
                                             {"extensions",
                                              {{"EXT_meshopt_compression",
                                                {{"buffer", 0},
                                                 {"byteOffset", place["byteOffset"]},
                                                 {"byteLength", place["byteLength"]},
                                                 {"byteStride", 12},
                                                 {"count", 3},
                                                 {"mode", "ATTRIBUTES"}}}}}};
        builder.json["extensionsUsed"] = {"EXT_meshopt_compression"};
        builder.json["extensionsRequired"] = {"EXT_meshopt_compression"};
    }

    Json& object() { return builder.json["bufferViews"][view]["extensions"]["EXT_meshopt_compression"]; }
    std::string errorWith(const std::string& name, const Json& value) {
        object()[name] = value;
        return test::readFile(builder).error;
    }

    GltfBuilder builder;
    std::size_t view = 0;
};

TEST_F(MeshoptViews, AreReadInsteadOfTheBufferTheyStandFor) {
    const test::ReadBack back = test::readFile(builder);
    ASSERT_EQ(back.error, "");
    EXPECT_EQ(back.scene.meshes.at(0).primitives.at(0).positions,
              (std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
}

TEST_F(MeshoptViews, HaveTheCountThatTheirBytesCanHoldAtMost) {
    EXPECT_THAT(errorWith("count", 100'000'000), HasSubstr(".count is 100000000, its "));
    EXPECT_THAT(errorWith("count", 0), HasSubstr(".count is 0, its "));
    EXPECT_THAT(errorWith("count", -1), HasSubstr(".count is missing or negative"));
    const std::uint64_t most =
        mostElements({.stride = 12, .count = 3}, object()["byteLength"].get<std::size_t>());
    EXPECT_THAT(errorWith("count", most), Not(HasSubstr("bytes can hold")));
    EXPECT_THAT(errorWith("count", most + 1), HasSubstr("bytes can hold 1 to " + std::to_string(most)));
}

TEST_F(MeshoptViews, HaveTheLengthOfTheirView) {
    EXPECT_THAT(errorWith("count", 4),
                HasSubstr(".byteLength is 36, its compressed data has 4 elements of 12 bytes"));
}

TEST_F(MeshoptViews, HaveAModeAFilterAndAStrideOfTheExtension) {
    EXPECT_THAT(errorWith("mode", "POINTS"), HasSubstr("expected ATTRIBUTES, TRIANGLES, INDICES"));
    EXPECT_THAT(errorWith("mode", "TRIANGLES"), HasSubstr("expected 2 or 4 and no filter for indices"));
    object()["mode"] = "ATTRIBUTES";
    EXPECT_THAT(errorWith("byteStride", 10), HasSubstr("expected a multiple of 4 up to 256"));
    object()["byteStride"] = 12;
    EXPECT_THAT(errorWith("filter", "QUATERNION"), HasSubstr("expected 8"));
    EXPECT_THAT(errorWith("filter", "ROT13"), HasSubstr("expected NONE, OCTAHEDRAL"));
}

TEST_F(MeshoptViews, NameTheirMode) {
    constexpr const char* kMissing = ".mode is missing or no text, expected ATTRIBUTES, TRIANGLES, INDICES";
    EXPECT_THAT(errorWith("mode", 1), HasSubstr(kMissing));
    object().erase("mode");
    EXPECT_THAT(test::readFile(builder).error, HasSubstr(kMissing));
}

TEST_F(MeshoptViews, OfTrianglesHaveThreeIndicesEach) {
    object()["mode"] = "TRIANGLES";
    object()["byteStride"] = 2;
    EXPECT_THAT(errorWith("count", 4), HasSubstr(".count is 4, expected a multiple of 3 for triangles"));
    EXPECT_THAT(errorWith("count", 6), Not(HasSubstr("expected a multiple of 3")));
}

TEST_F(MeshoptViews, LieInTheirBuffer) {
    EXPECT_THAT(errorWith("byteLength", 1'000'000), HasSubstr("has 1000000 bytes from byte"));
    EXPECT_THAT(errorWith("buffer", 7), HasSubstr(".buffer is 7, the file has 1"));
    EXPECT_THAT(errorWith("buffer", 1), HasSubstr(".buffer is 1, the file has 1"));
}

TEST_F(MeshoptViews, AreRefusedWhereTheirBytesAreNoStream) {
    const std::size_t length = object()["byteLength"];
    EXPECT_THAT(errorWith("byteLength", length - 1), HasSubstr("no stream of 3 elements"));
}

TEST_F(MeshoptViews, MayNotUnpackToMoreThanTheLimitTogether) {
    // Each view is within its own limit.
    constexpr std::size_t kAll = std::size_t{64} << 20U;
    constexpr std::size_t kPart = std::size_t{2} << 20U;
    constexpr std::size_t kTriangle = 36;
    constexpr std::size_t kStride = 4;
    const auto addViews = [&](std::size_t number, std::size_t size) {
        const std::vector<std::byte> zeros(size);
        const std::vector<std::byte> packed = packStream({.stride = kStride, .count = size / kStride}, zeros);
        const Json place = builder.json["bufferViews"][builder.addView(packed)];
        for (std::size_t i = 0; i < number; ++i) {
            builder.json["bufferViews"].push_back({{"buffer", 0},
                                                   {"byteLength", size},
                                                   {"extensions",
                                                    {{"EXT_meshopt_compression",
                                                      {{"buffer", 0},
                                                       {"byteOffset", place["byteOffset"]},
                                                       {"byteLength", place["byteLength"]},
                                                       {"byteStride", kStride},
                                                       {"count", size / kStride},
                                                       {"mode", "ATTRIBUTES"}}}}}});
        }
    };
    addViews(kAll / kPart - 1, kPart);
    addViews(1, kPart - kTriangle);
    EXPECT_EQ(test::readFile(builder).error, "");
    addViews(1, kStride);
    EXPECT_THAT(test::readFile(builder).error,
                HasSubstr("with it more than 67108864 bytes would be decoded"));
}

}  // namespace
}  // namespace rigkiln::gltf
