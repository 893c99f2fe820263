#include "formats/gltf/parse_model.hpp"

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/gltf/json_value.hpp"
#include "pipeline/base/stop.hpp"

namespace rigkiln::gltf {
namespace {

constexpr std::size_t kElements = 40'000;

/// JSON of a file whose list takes several pieces.
Value fileWithLong(std::string_view list, std::string_view element) {
    std::string text = fmt::format(R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{}}],"{}":[)", list);
    for (std::size_t i = 0; i < kElements; ++i)
        text += fmt::format(R"({}{{"name":"element with a long name number {}",{}}})", i > 0 ? "," : "", i,
                            element);
    return parseJson(text + "]}", "json", {});
}

template <class List>
void expectAllInOrder(const List& list) {
    ASSERT_EQ(list.size(), kElements);
    for (std::size_t i = 0; i < list.size(); ++i)
        ASSERT_EQ(list[i].name, fmt::format("element with a long name number {}", i));
}

TEST(ParseModel, HasTheElementsOfAllPiecesInOrder) {
    Diagnostics diagnostics;
    const auto parse = [&](std::string_view list, std::string_view element) {
        return parseModel(fileWithLong(list, element), diagnostics);
    };
    expectAllInOrder(parse("nodes", R"("mesh":7)").nodes);
    expectAllInOrder(parse("accessors", R"("componentType":5126,"count":3,"type":"VEC3")").accessors);
    expectAllInOrder(parse("bufferViews", R"("buffer":0,"byteLength":4)").bufferViews);
    expectAllInOrder(parse("meshes", R"("primitives":[{"attributes":{"POSITION":0}}])").meshes);
    expectAllInOrder(parse("materials", R"("doubleSided":true)").materials);
    expectAllInOrder(parse("textures", R"("source":1)").textures);
    expectAllInOrder(parse("skins", R"("joints":[0,1])").skins);
    const tinygltf::Model model = parse(
        "animations",
        R"("channels":[{"sampler":0,"target":{"node":2,"path":"scale"}}],"samplers":[{"input":0,"output":1}])");
    expectAllInOrder(model.animations);
    EXPECT_EQ(model.animations.back().channels.at(0).target_node, 2);
    EXPECT_EQ(model.defaultScene, 0);
    EXPECT_EQ(model.scenes.size(), 1U);
    EXPECT_TRUE(diagnostics.issues().empty());
}

TEST(ParseModel, AsksForAStopBetweenPieces) {
    const Value file = fileWithLong("nodes", R"("mesh":7)");
    std::atomic<int> level = 0;
    const StopSignal signal(&level);
    const StopScope scope(&signal);
    Diagnostics diagnostics;
    const tinygltf::Model model = parseModel(file, diagnostics);
    EXPECT_GE(scope.checks(), 3U);
    level = 2;
    EXPECT_THROW(static_cast<void>(parseModel(file, diagnostics)), Stopped);
}

}  // namespace
}  // namespace rigkiln::gltf
