#include "pipeline/settings/texture_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/settings/settings.hpp"
#include "tests/unit/pipeline/settings/toy_registries.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Configuration with this value of `textures`; the rest of it is valid.
std::string sayingOfTextures(const std::string& textures) {
    return "rigkiln: 1\ntextures: " + textures +
           "\njobs:\n  a: {uses: scan, root: x}\n  b: {uses: export, from: a, to: gltf, path: "
           "'{name}.glb'}\n";
}

TEST(TextureOptions, AreAFolderOrAListOfFolders) {
    EXPECT_THAT(settingsOf(sayingOfTextures("shared")).textureRoots, ElementsAre("/game/config/shared"));
    const Settings settings = settingsOf(sayingOfTextures("[../a, /b]"));
    EXPECT_THAT(settings.textureRoots, ElementsAre("/game/a", "/b"));
    EXPECT_EQ(settings.textures, TextureSettings{});
}

TEST(TextureOptions, AreAMapOfMore) {
    const Settings settings = settingsOf(sayingOfTextures(
        "{search: [../a, /b], max_size: 1024, power_of_two: true, flip_green: true, format: png}"));
    EXPECT_THAT(settings.textureRoots, ElementsAre("/game/a", "/b"));
    EXPECT_EQ(
        settings.textures,
        (TextureSettings{
            .maximumSide = 1024, .powersOfTwo = true, .flipGreen = true, .encoding = ImageEncoding::Png}));
}

TEST(TextureOptions, NameEveryFormat) {
    EXPECT_EQ(settingsOf(sayingOfTextures("{format: keep}")).textures.encoding, ImageEncoding::Keep);
    EXPECT_EQ(settingsOf(sayingOfTextures("{format: webp}")).textures.encoding, ImageEncoding::Webp);
}

TEST(TextureOptions, HaveAQualityOfWebpAlone) {
    EXPECT_EQ(settingsOf(sayingOfTextures("{format: webp, quality: 85}")).textures.quality, 85U);
    EXPECT_EQ(settingsOf(sayingOfTextures("{format: webp}")).textures.quality, 0U);
    EXPECT_EQ(problemsOf(sayingOfTextures("{format: webp, quality: 0}")),
              "c.yaml:2:35: quality is '0', expected 1 to 100\n");
}

TEST(TextureOptions, AreAllOptional) {
    const Settings settings = settingsOf(sayingOfTextures("{}"));
    EXPECT_THAT(settings.textureRoots, IsEmpty());
    EXPECT_EQ(settings.textures, TextureSettings{});
    EXPECT_THAT(settingsOf(sayingOfTextures("{search: /b}")).textureRoots, ElementsAre("/b"));
}

TEST(TextureOptions, AreNamedWhereTheyAreWrong) {
    EXPECT_EQ(problemsOf(sayingOfTextures("{serch: a, max_size: 20000, flip_green: yes, format: jpg}")),
              "c.yaml:2:12: unknown option 'serch' of textures; did you mean 'search'?\n"
              "c.yaml:2:32: max_size is '20000', expected 0 to 16384\n"
              "c.yaml:2:51: flip_green is 'yes', expected true or false; did you mean 'true'?\n"
              "c.yaml:2:64: format is 'jpg', expected keep, png, webp\n");
}

TEST(TextureOptions, SayWhichFolderIsNone) {
    EXPECT_EQ(problemsOf(sayingOfTextures("{search: [a, '']}")),
              "c.yaml:2:24: an element of search is empty, expected a path\n");
    EXPECT_EQ(problemsOf(sayingOfTextures("{search: {a: b}}")),
              "c.yaml:2:20: search is a map, expected one value\n");
}

TEST(TextureOptions, TakeVariables) {
    EXPECT_EQ(settingsOf("rigkiln: 1\nvars: {size: 512}\ntextures: {max_size: '${size}'}\n"
                         "jobs:\n  a: {uses: scan, root: x}\n"
                         "  b: {uses: export, from: a, to: gltf, path: '{name}.glb'}\n")
                  .textures.maximumSide,
              512U);
}

}  // namespace
}  // namespace rigkiln
