#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "formats/image/png.hpp"
#include "pipeline/base/text.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// Tests how a run converts textures, and how it reports them.
namespace rigkiln::test {
namespace {

/// Widths of the PNG images in a GLB, by image name.
std::map<std::string, std::uint32_t> imageWidths(const std::vector<std::byte>& glb) {
    const auto number = [&](std::size_t offset, bool isBigEndian) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const std::size_t place = isBigEndian ? i : 3 - i;
            value = value << 8U | std::to_integer<std::uint32_t>(glb.at(offset + place));
        }
        return value;
    };
    constexpr std::size_t kJsonAt = 20;
    constexpr std::size_t kJsonSizeAt = 12;
    constexpr std::size_t kChunkHeader = 8;
    const std::size_t binary = kJsonAt + number(kJsonSizeAt, false) + kChunkHeader;
    const nlohmann::json gltf = jsonOfGlb(glb);
    std::map<std::string, std::uint32_t> widths;
    for (const nlohmann::json& image : gltf.at("images")) {
        const nlohmann::json& view = gltf.at("bufferViews").at(image.at("bufferView").get<std::size_t>());
        constexpr std::size_t kWidthInPng = 16;
        widths[image.at("name").get<std::string>()] =
            number(binary + view.value("byteOffset", std::size_t{0}) + kWidthInPng, true);
    }
    return widths;
}

TEST(ConvertTextures, MakesTexturesSmaller) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    ASSERT_EQ(convertIn(folder, {"art", "-o", "large"}).exitCode, cli::kDone);
    ASSERT_EQ(convertIn(folder, {"art", "-o", "small", "--max-texture-size", "8"}).exitCode, cli::kDone);
    const auto large = imageWidths(readBytes(folder.path() / "large/Models/TROOPER.glb"));
    const auto small = imageWidths(readBytes(folder.path() / "small/Models/TROOPER.glb"));
    ASSERT_FALSE(large.empty());
    EXPECT_EQ(large.size(), small.size());
    for (const auto& [name, side] : large) {
        EXPECT_EQ(side, 32U) << name;
        EXPECT_EQ(small.at(name), 8U) << name;
    }
}

TEST(ConvertTextures, MakesSidesPowersOfTwoAndSaysSo) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    const Finished finished = convertIn(folder, {"art", "-o", "out", "--max-texture-size", "20",
                                                 "--power-of-two", "--report", "report.json"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    for (const auto& [name, side] : imageWidths(readBytes(folder.path() / "out/Models/TROOPER.glb")))
        EXPECT_EQ(side, 16U) << name;
    EXPECT_THAT(textOf(folder.path() / "report.json"), testing::HasSubstr("32 x 32 became 16 x 16"));
}

TEST(ConvertTextures, WritesWebpThatComesBackAsTheSamePixels) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    ASSERT_EQ(convertIn(folder, {"art", "-o", "png"}).exitCode, cli::kDone);
    const Finished finished =
        convertIn(folder, {"art", "-o", "webp", "--texture-format", "webp", "--report", "report.json"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    const nlohmann::json gltf = jsonOfGlb(readBytes(folder.path() / "webp/Models/TROOPER.glb"));
    EXPECT_EQ(gltf.at("extensionsRequired"), nlohmann::json::array({"EXT_texture_webp"}));
    for (const nlohmann::json& image : gltf.at("images"))
        EXPECT_EQ(image.at("mimeType"), "image/webp");
    EXPECT_THAT(textOf(folder.path() / "report.json"), testing::HasSubstr("gltf.webp-required"));
    ASSERT_EQ(convertIn(folder, {"webp/Models/TROOPER.glb", "-o", "again.glb"}).exitCode, cli::kDone);
    for (const char* file : {"webp/Models/TROOPER.glb", "again.glb"}) {
        const Finished diff = runRigkiln({"diff", "png/Models/TROOPER.glb", file},
                                         {.folder = folder.path(), .environment = {}, .program = {}});
        EXPECT_EQ(diff.exitCode, cli::kDone) << diff.text();
    }
    ASSERT_EQ(convertIn(folder, {"art", "-o", "web", "--texture-format", "webp", "--profile", "web",
                                 "--report", "web.json"})
                  .exitCode,
              cli::kDone);
    EXPECT_THAT(textOf(folder.path() / "web.json"), testing::Not(testing::HasSubstr("gltf.webp-required")));
}

/// Puts pictures that no lossless encoding makes smaller in the place of all textures.
void writeNoise(const std::filesystem::path& textures) {
    std::mt19937 random(1);
    for (const auto& entry : std::filesystem::directory_iterator(textures)) {
        if (!entry.is_regular_file()) continue;
        Image image{.width = 48, .height = 40};
        for (std::size_t i = 0; i < 4 * std::size_t{48} * 40; ++i)
            image.pixels.push_back(i % 4 == 3 ? 255 : static_cast<std::uint8_t>(random() >> 24U));
        const std::vector<std::byte> png = images::encodePng(std::move(image));
        std::ofstream(entry.path(), std::ios::binary)
            .write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
    }
}

/// Sizes of the images that materials have in a slot.
std::set<std::size_t> imageSizes(const nlohmann::json& gltf, bool isNormal) {
    std::set<std::size_t> sizes;
    for (const nlohmann::json& material : gltf.at("materials")) {
        const nlohmann::json use = isNormal ? material.value("normalTexture", nlohmann::json())
                                            : material.value("pbrMetallicRoughness", nlohmann::json::object())
                                                  .value("baseColorTexture", nlohmann::json());
        if (use.is_null()) continue;
        const nlohmann::json& texture = gltf.at("textures").at(use.at("index").get<std::size_t>());
        const std::size_t image = texture.at("extensions").at("EXT_texture_webp").at("source");
        const std::size_t view = gltf.at("images").at(image).at("bufferView");
        sizes.insert(gltf.at("bufferViews").at(view).at("byteLength").get<std::size_t>());
    }
    return sizes;
}

TEST(ConvertTextures, LosesColoursAloneAsLossyWebp) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    writeNoise(folder.path() / "art/Textures");
    const auto convert = [&](const std::string& output, const std::vector<std::string>& options) {
        std::vector<std::string> arguments = {"art", "-o", output, "--texture-format", "webp"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Finished finished = convertIn(folder, arguments);
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
        return jsonOfGlb(readBytes(folder.path() / output / "Models/TROOPER.glb"));
    };
    const nlohmann::json whole = convert("whole", {});
    const nlohmann::json lossy = convert("lossy", {"--texture-quality", "80", "--jobs", "2"});
    convert("again", {"--texture-quality", "80", "--jobs", "1", "--isolate"});
    EXPECT_TRUE(differences(treeBelow(folder.path() / "lossy"), treeBelow(folder.path() / "again")).empty());
    ASSERT_FALSE(imageSizes(whole, false).empty());
    ASSERT_FALSE(imageSizes(whole, true).empty());
    EXPECT_EQ(imageSizes(lossy, true), imageSizes(whole, true)) << "normal maps";
    EXPECT_LT(2 * *imageSizes(lossy, false).rbegin(), *imageSizes(whole, false).begin());
    const Finished idle = convertIn(folder, {"art", "-o", "idle", "--texture-quality", "80"});
    EXPECT_THAT(idle.errors,
                testing::HasSubstr("--texture-quality does nothing here: it needs --texture-format webp"));
}

TEST(ConvertTextures, TurnsGreenOverInNormalMapsAlone) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    ASSERT_EQ(convertIn(folder, {"art", "-o", "plain"}).exitCode, cli::kDone);
    ASSERT_EQ(convertIn(folder, {"art", "-o", "flipped", "--flip-green", "--jobs", "1"}).exitCode,
              cli::kDone);
    // TROOPER uses the normal map armour_bump.png; the normal map of SERPENT does not exist.
    EXPECT_NE(readBytes(folder.path() / "plain/Models/TROOPER.glb"),
              readBytes(folder.path() / "flipped/Models/TROOPER.glb"));
    EXPECT_EQ(readBytes(folder.path() / "plain/Models/SERPENT.glb"),
              readBytes(folder.path() / "flipped/Models/SERPENT.glb"));
}

TEST(ConvertTextures, RefusesTextureSizesThatAreNone) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    const Finished finished = convertIn(folder, {"art", "-o", "out", "--max-texture-size", "-1"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.text(),
                testing::HasSubstr("--max-texture-size: max_texture_size is '-1', expected 0 to 16384"));
}

TEST(ConvertTextures, SaysOnceWhichTexturesWereNotFound) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    const Finished finished = convertIn(folder, {"art", "-o", "gltf", "--report", "report.json"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.text(), testing::HasSubstr("lack textures ("));
    const nlohmann::json missing =
        nlohmann::json::parse(textOf(folder.path() / "report.json")).at("missing_textures");
    std::vector<std::string> names;
    for (const nlohmann::json& texture : missing) {
        names.push_back(texture.at("name"));
        EXPECT_GE(texture.at("models"), 1);
        EXPECT_FALSE(texture.at("folders").empty());
    }
    EXPECT_THAT(names, testing::Contains("collar.dds"));
}

TEST(ConvertTextures, NamesATextureThatIsCutOff) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    std::size_t cut = 0;
    for (const std::string& file : filesBelow(folder.path() / "art")) {
        if (!foldCase(file).ends_with("armour.dds")) continue;
        std::vector<std::byte> bytes = readBytes(folder.path() / "art" / file);
        bytes.resize(bytes.size() / 2);
        folder.write("art/" + file, bytes);
        ++cut;
    }
    ASSERT_GT(cut, 0U);
    const Finished finished = convertIn(folder, {"art/Models/TROOPER.alo", "-o", "one.glb"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, testing::HasSubstr("1 with warnings"));
    EXPECT_THAT(foldCase(finished.output), testing::HasSubstr("armour.dds: "));
    EXPECT_THAT(finished.output, testing::HasSubstr("[texture.unreadable]"));
    const Finished strict = convertIn(folder, {"art/Models/TROOPER.alo", "-o", "two.glb", "--strict"});
    EXPECT_EQ(strict.exitCode, cli::kSomeFailed) << strict.text();
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "two.glb"));
}

/// A single file finds its textures as the files of a folder do.
TEST(ConvertTextures, ConvertsThoseOfASingleFile) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    ASSERT_EQ(convertIn(folder, {"art/Models/TROOPER.alo", "-o", "one.glb"}).exitCode, cli::kDone);
    EXPECT_TRUE(imageWidths(readBytes(folder.path() / "one.glb")).contains("Armour.dds"));
}

/// With little memory only few images fit at a time. The run must neither deadlock nor change its outputs.
TEST(ConvertTextures, KeepsToLittleMemoryWithTheSameBytes) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art", {.sets = 3, .damaged = false});
    ASSERT_EQ(convertIn(folder, {"art", "-o", "much", "--jobs", "1"}).exitCode, cli::kDone);
    ASSERT_EQ(convertIn(folder, {"art", "-o", "little", "--jobs", "8", "--memory", "1MiB"}).exitCode,
              cli::kDone);
    EXPECT_THAT(differences(treeBelow(folder.path() / "much"), treeBelow(folder.path() / "little")),
                testing::IsEmpty());
}

TEST(ConvertTextures, PaintsTheColorOfTheOwner) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art");
    ASSERT_EQ(convertIn(folder, {"art/Models/TROOPER.alo", "-o", "kept.glb"}).exitCode, cli::kDone);
    ASSERT_EQ(convertIn(folder, {"art/Models/TROOPER.alo", "-o", "red.glb", "--alo-team-mask", "tint",
                                 "--alo-team-color", "#FF0000"})
                  .exitCode,
              cli::kDone);
    EXPECT_NE(readBytes(folder.path() / "kept.glb"), readBytes(folder.path() / "red.glb"));
    EXPECT_NE(jsonOfGlb(readBytes(folder.path() / "red.glb")).dump().find("#FF0000"), std::string::npos);
}

TEST(ConvertTextures, AsksForTheNameOfAFolder) {
    const TemporaryFolder folder;
    folder.write("a.alo", artFile("Models/ROOT_ONLY.alo"));
    const Finished finished = convertIn(folder, {"a.alo", "-o", "a.glb", "--textures", ""});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, testing::HasSubstr("--textures: names no folder"));
}

}  // namespace
}  // namespace rigkiln::test
