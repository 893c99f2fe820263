#include "pipeline/wayback/read_kept.hpp"

#include <array>

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

Result<Scene> readToy(const ReadRequest& request, Diagnostics& /*diagnostics*/) {
    if (request.bytes.empty()) return test::kInputError.error("is empty");
    Scene scene;
    scene.name = request.name;
    scene.upAxis = UpAxis::ZUp;
    scene.joints = {test::joint(request.companions.findImage("skin.bmp") ? "image" : "none", {}, {1, 2, 3})};
    return scene;
}

constexpr FormatModule kToyFormat{.id = "toy", .read = readToy};

TEST(ReadKept, GivesACanonicalSceneInTheUnitOfTheOther) {
    const OptionValues options;
    const auto scene =
        readKept({.format = "toy", .bytes = {std::byte{1}}},
                 {.format = kToyFormat, .options = options, .name = "a", .metresPerUnit = 0.5});
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->name, "a");
    EXPECT_EQ(scene->upAxis, UpAxis::YUp);
    EXPECT_EQ(scene->joints[0].name, "image") << "every image is found";
    EXPECT_EQ(scene->joints[0].rest.translation, glm::vec3(0.5F, 1.5F, -1.0F));
}

TEST(ReadKept, IsNothingForBytesThatCannotBeRead) {
    const OptionValues options;
    EXPECT_FALSE(readKept({.format = "toy", .bytes = {}}, {.format = kToyFormat, .options = options}));
}

}  // namespace
}  // namespace rigkiln
