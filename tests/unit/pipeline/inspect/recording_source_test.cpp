#include "pipeline/inspect/recording_source.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

/// Has one image.
class OneImage final : public FileSource {
private:
    [[nodiscard]] std::optional<Found> loadImage(std::string_view name,
                                                 const ImageRecipe& /*recipe*/) override {
        if (name != "skin.dds") return std::nullopt;
        Found found;
        found.path = "textures/SKIN.DDS";
        return found;
    }
};

TEST(RecordingSource, RecordsWhatWasFoundAndWhatWasNot) {
    OneImage images;
    RecordingSource source(images);
    EXPECT_TRUE(source.findImage("skin.dds"));
    EXPECT_FALSE(source.findImage("bump.dds", {.content = ImageContent::Normal}));
    EXPECT_TRUE(source.findImage("skin.dds"));
    const std::vector<RecordingSource::Request> requests = source.requests();
    ASSERT_EQ(requests.size(), 2U);
    EXPECT_EQ(requests[0].path, "textures/SKIN.DDS");
    EXPECT_EQ(requests[1].name, "bump.dds");
    EXPECT_EQ(requests[1].path, "");
    EXPECT_EQ(requests[1].content, ImageContent::Normal);
}

TEST(RecordingSource, PassesOtherRequestsOn) {
    OneImage images;
    RecordingSource source(images);
    const auto beside = source.readBeside("model.bin", 10);
    ASSERT_FALSE(beside);
    EXPECT_EQ(beside.error().text(), images.readBeside("model.bin", 10).error().text());
    EXPECT_FALSE(source.readShared("../textures/skin.png"));
}

}  // namespace
}  // namespace rigkiln
