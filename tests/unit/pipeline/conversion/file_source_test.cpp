#include "pipeline/conversion/file_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using testing::HasSubstr;

/// Says which path it was asked for.
class EveryPath final : public FileSource {
public:
    std::optional<Found> findImage(std::string_view /*name*/) override { return std::nullopt; }

private:
    Result<Found> loadBeside(const std::string& path, std::size_t /*limit*/) override {
        return Found{path, {}};
    }
};

TEST(NoFiles, FindsNoImage) {
    NoFiles files;
    EXPECT_FALSE(files.findImage("skin.tga").has_value());
}

TEST(NoFiles, HasNothingBesideTheAsset) {
    NoFiles files;
    const auto found = files.readBeside("mesh.bin", 1);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().text(), "there is no file 'mesh.bin' beside this one");
}

TEST(FileSource, AsksForCleanPaths) {
    EveryPath files;
    EXPECT_EQ(files.readBeside("./a//b/./mesh.bin", 1)->path, "a/b/mesh.bin");
    EXPECT_EQ(files.readBeside("..a/b..", 1)->path, "..a/b..");
}

TEST(FileSource, NeverLeavesTheFolderOfTheAsset) {
    EveryPath files;
    const std::string_view withZero("a\0b", 3);
    for (const std::string_view path :
         {std::string_view("../a"), std::string_view("a/../../b"), std::string_view("/a"),
          std::string_view("C:a"), std::string_view("a\\b"), std::string_view("http://host/a"), withZero,
          std::string_view(""), std::string_view(".")}) {
        const auto found = files.readBeside(path, 1);
        ASSERT_FALSE(found) << path;
        EXPECT_THAT(found.error().problem, HasSubstr("expected a path below the file's folder"));
    }
}

}  // namespace
}  // namespace rigkiln
