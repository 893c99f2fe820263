#include <gtest/gtest.h>

#include "tests/unit/tools/optimize/animated_gltf.hpp"
#include "tools/optimize/references.hpp"

/// Tests the indices of accessors and buffer views, and the bytes that they refer to.
namespace rigkiln::optimize::test {
namespace {

const std::vector<float> kMarkers = {7, 8, 9, 10, 11, 12};

/// A file with a second mesh whose accessor follows those of the animation.
GltfBuilder withLateMesh() {
    GltfBuilder builder = swing();
    const std::size_t accessor = builder.addFloats(kMarkers, "VEC3");
    builder.json["meshes"].push_back(
        {{"primitives", {{{"attributes", {{"POSITION", accessor}}}, {"mode", 0}}}}});
    return builder;
}

std::size_t lateAccessor(const Json& json) {
    return json["meshes"].back()["primitives"][0]["attributes"]["POSITION"].get<std::size_t>();
}

TEST(Numbers, FollowWhatMovesUp) {
    const GltfBuilder builder = withLateMesh();
    const Optimized result = optimized(builder.glb());
    const Json json = result.json();
    EXPECT_LE(json["accessors"].size(), builder.json["accessors"].size());
    EXPECT_EQ(floatsOf(result.main, lateAccessor(json)), kMarkers);
}

TEST(Numbers, StayWhereAnUnknownExtensionMayNameThem) {
    GltfBuilder builder = withLateMesh();
    const std::size_t accessor = lateAccessor(builder.json);
    builder.json["extensionsUsed"] = {"EXT_of_somebody"};
    builder.json["extensions"] = {{"EXT_of_somebody", {{"accessor", accessor}}}};
    const Optimized result = optimized(builder.glb());
    EXPECT_LT(result.main.size(), builder.glb().size());
    EXPECT_EQ(lateAccessor(result.json()), accessor);
    EXPECT_EQ(floatsOf(result.main, accessor), kMarkers);
}

/// An unknown extension may refer to the old keys of the animation.
TEST(Numbers, OfOldKeysThatAnUnknownExtensionMayNameKeepTheirBytes) {
    GltfBuilder builder = swing();
    const std::size_t accessor = builder.json["animations"][0]["samplers"][3]["output"];
    builder.json["extensionsUsed"] = {"EXT_of_somebody"};
    builder.json["extensions"] = {{"EXT_of_somebody", {{"keys", accessor}}}};
    const std::vector<float> before = floatsOf(builder.glb(), accessor);
    EXPECT_EQ(floatsOf(optimized(builder.glb()).main, accessor), before);
}

TEST(Numbers, StayWhereExtrasMayNameThem) {
    GltfBuilder builder = withLateMesh();
    builder.json["extras"] = {{"what", 3}};
    const std::size_t accessor = lateAccessor(builder.json);
    EXPECT_EQ(lateAccessor(optimized(builder.glb()).json()), accessor);
}

/// One buffer view for all accessors, as some exporters write it.
TEST(Numbers, OfBytesFollowWhatLeavesASharedView) {
    GltfBuilder builder = withLateMesh();
    std::size_t end = 0;
    for (Json& accessor : builder.json["accessors"]) {
        const Json& view = builder.json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
        accessor["byteOffset"] = view["byteOffset"];
        end = view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>();
        accessor["bufferView"] = 0;
    }
    builder.json["bufferViews"] = Json::array({{{"buffer", 0}, {"byteLength", end}}});
    const std::vector<std::byte> file = builder.glb();
    const Optimized result = optimized(file);
    ASSERT_EQ(result.error, "");
    EXPECT_LT(bufferSize(result.main), bufferSize(file) / 2);
    EXPECT_EQ(floatsOf(result.main, lateAccessor(result.json())), kMarkers);
    EXPECT_EQ(sceneOf(result.main).meshes, sceneOf(file).meshes);
}

TEST(Numbers, OfAccessorsThatTwoAnimationsShareStay) {
    GltfBuilder builder = swing();
    Json still = builder.json["animations"][0];
    still["extensions"] = {{"EXT_of_somebody", {{"sampler", 0}}}};
    builder.json["extensionsUsed"] = {"EXT_of_somebody"};
    builder.json["animations"].push_back(still);
    const Optimized result = optimized(builder.glb());
    const Json samplers = result.json()["animations"][1]["samplers"];
    for (std::size_t number = 0; number < samplers.size(); ++number) {
        EXPECT_EQ(floatsOf(result.main, samplers[number]["output"]),
                  floatsOf(builder.glb(), still["samplers"][number]["output"]));
    }
}

TEST(Numbers, InExtensionsAreFoundAtAnyDepth) {
    const UnknownNumbers found = findUnknownNumbers(
        {{"nodes",
          {{{"extensions",
             {{"KHR_materials_unlit", {{"a", 5}}}, {"EXT_x", {{"list", {{{"deep", 7}}, 2.0, 0.5}}}}}}}}}});
    EXPECT_EQ(found.inExtensions, (std::set<std::size_t>{2, 7}));
    EXPECT_FALSE(found.isInExtras);
}

TEST(Numbers, OfOurOwnExtrasMeanNothing) {
    EXPECT_FALSE(findUnknownNumbers({{"extras", {{"rigkiln_joint", {{"n", 1}}}}}}).mayBeIndices());
    EXPECT_TRUE(findUnknownNumbers({{"extras", {{"joint", {{"n", 1}}}}}}).mayBeIndices());
}

}  // namespace
}  // namespace rigkiln::optimize::test
