#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/sprites.hpp"

/// Options of `convert`: their effect on files that stay of their format, and the warning about those
/// without an effect.
namespace rigkiln::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ConvertOptions : public testing::Test {
protected:
    ConvertOptions() {
        folder.write("old.gsa", swat3::encodeGsa(swat3::clip41()).value());
        folder.write("new.gsa", swat3::encodeGsa(swat3::clip42()).value());
        folder.write("model.gsm", swat3::encodeGsm(swat3::modelWithEverything()).value());
        folder.write("TROOPER.alo", artFile("Models/TROOPER.alo"));
    }

    [[nodiscard]] Finished convert(std::vector<std::string> arguments) const {
        return convertIn(folder, std::move(arguments));
    }

    [[nodiscard]] std::vector<std::byte> bytesOf(const char* name) const {
        return readBytes(folder.path() / name);
    }

    [[nodiscard]] swat3::GsaFile clipOf(const char* name) const {
        Diagnostics found;
        return swat3::decodeGsa(bytesOf(name), found).value();
    }

    TemporaryFolder folder;
};

/// The clip in version 4.2, with a list of events for each frame.
swat3::GsaFile upgraded(swat3::GsaFile clip) {
    clip.versionMinor = 2;
    clip.hasEventCounts = true;
    clip.events.resize(clip.frames.size());
    return clip;
}

TEST_F(ConvertOptions, VersionOfAClipIsChangedWithinItsFormat) {
    const Finished finished = convert({"old.gsa", "-o", "out.gsa", "--gsa-version", "4.2"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_EQ(clipOf("out.gsa"), upgraded(swat3::clip41()));
    EXPECT_THAT(finished.errors, IsEmpty());
}

TEST_F(ConvertOptions, VersionOfAClipIsChangedOnItsWayBackThoughNobodyEditedIt) {
    ASSERT_EQ(convert({"old.gsa", "-o", "clip.glb"}).exitCode, cli::kDone);
    ASSERT_EQ(convert({"clip.glb", "-o", "same.gsa"}).exitCode, cli::kDone);
    EXPECT_EQ(bytesOf("same.gsa"), bytesOf("old.gsa"));
    ASSERT_EQ(convert({"clip.glb", "-o", "out.gsa", "--gsa-version", "4.2"}).exitCode, cli::kDone);
    EXPECT_EQ(clipOf("out.gsa"), upgraded(swat3::clip41()));
}

TEST_F(ConvertOptions, VersionThatAClipHasKeepsItsBytes) {
    ASSERT_EQ(convert({"new.gsa", "-o", "out.gsa", "--gsa-version", "4.2"}).exitCode, cli::kDone);
    EXPECT_EQ(bytesOf("out.gsa"), bytesOf("new.gsa"));
}

TEST_F(ConvertOptions, OldVersionTakesNoEventsUnlessForced) {
    const Finished refused = convert({"new.gsa", "-o", "out.gsa", "--gsa-version", "4.1"});
    EXPECT_EQ(refused.exitCode, cli::kSomeFailed) << refused.text();
    EXPECT_THAT(refused.errors, HasSubstr("version 4.1 has room for 0"));
    const Finished forced = convert({"new.gsa", "-o", "out.gsa", "--gsa-version", "4.1", "--force"});
    EXPECT_EQ(forced.exitCode, cli::kDone) << forced.text();
    EXPECT_THAT(forced.errors, HasSubstr("warning: out.gsa: events: version 4.1 has no events"));
    EXPECT_EQ(clipOf("out.gsa").versionMinor, 1);
    EXPECT_FALSE(clipOf("out.gsa").hasEventCounts);
}

TEST_F(ConvertOptions, CountsOfAModelAreChangedWithinItsFormat) {
    ASSERT_EQ(convert({"model.gsm", "-o", "out.gsm", "--texnul", "2", "--blend-unit", "shorts"}).exitCode,
              cli::kDone);
    swat3::GsmFile expected = swat3::modelWithEverything();
    for (swat3::GsmTexture& texture : expected.textures)
        texture.countedNuls = 2;
    expected.blendStreamLength = static_cast<std::uint16_t>(swat3::blendStreamOctets(expected) / 2);
    EXPECT_EQ(bytesOf("out.gsm"), swat3::encodeGsm(expected).value());
}

TEST_F(ConvertOptions, ByteOrderOfASpriteIsChangedWithinItsFormat) {
    for (const corpus::ArtFile& file : corpus::makeSpriteFiles(1)) {
        if (file.path.ends_with("Torch.ctsa")) folder.write("torch.ctsa", file.bytes);
    }
    ASSERT_EQ(convert({"torch.ctsa", "-o", "big.ctsa", "--byte-order", "big"}).exitCode, cli::kDone);
    EXPECT_NE(bytesOf("big.ctsa"), bytesOf("torch.ctsa"));
    ASSERT_EQ(convert({"big.ctsa", "-o", "back.ctsa", "--byte-order", "little"}).exitCode, cli::kDone);
    EXPECT_EQ(bytesOf("back.ctsa"), bytesOf("torch.ctsa"));
}

TEST_F(ConvertOptions, OptionsThatCannotChangeAFileOfItsFormatAreNamed) {
    const Finished finished = convert({"old.gsa", "-o", "out.gsa", "--scale", "2", "--gsa-root", "offset"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    for (const char* option : {"--scale", "--gsa-root"}) {
        EXPECT_THAT(finished.errors, HasSubstr(std::string("warning: ") + option + " does nothing here"));
    }
    EXPECT_THAT(finished.errors, HasSubstr("only --gsa-version and --force can change it"));
    EXPECT_EQ(bytesOf("out.gsa"), bytesOf("old.gsa"));
}

TEST_F(ConvertOptions, OptionsOfFormatsThatAreNotReadAreNamed) {
    const Finished finished = convert({"TROOPER.alo", "-o", "out.glb", "--gsm-strict", "--alo-team-mask",
                                       "tint", "--texture-format", "png"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("warning: --gsm-strict does nothing here: no input is of the "
                                           "format gsm (SWAT 3 model)"));
    EXPECT_THAT(finished.errors, Not(HasSubstr("--alo-team-mask")));
    EXPECT_THAT(finished.errors, Not(HasSubstr("--texture-format")));
}

TEST_F(ConvertOptions, OptionsOfOtherTargetsAreNamed) {
    const Finished finished = convert({"TROOPER.alo", "-o", "out/", "--gsa-version", "4.2", "--force"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("warning: --gsa-version does nothing here: it is an option of "
                                           "outputs of gsa, and the output is gltf"));
    EXPECT_THAT(finished.errors, HasSubstr("--force does nothing here: it is an option of outputs of gsm "
                                           "and gsa"));
}

TEST_F(ConvertOptions, OptionsThatNeedAnotherOptionAreNamed) {
    const Finished without = convert({"TROOPER.alo", "-o", "out.glb", "--position-error", "1mm"});
    EXPECT_THAT(without.errors, HasSubstr("--position-error does nothing here: it needs --profile web"));
    const Finished with =
        convert({"TROOPER.alo", "-o", "out.glb", "--position-error", "1mm", "--profile", "web"});
    EXPECT_THAT(with.errors, IsEmpty());
}

TEST_F(ConvertOptions, EveryOptionOfATableThatLacksAnotherIsNamed) {
    const Finished without =
        convert({"TROOPER.alo", "-o", "out.glb", "--alo-team-color", "#FF0000", "--shell", "1cm",
                 "--character-height", "1.8m", "--shell-only", "--state-max-size", "1GiB", "--keep-source",
                 "true", "--profile", "web"});
    EXPECT_EQ(without.exitCode, cli::kDone) << without.text();
    for (const char* sentence : {"--alo-team-color does nothing here: it needs --alo-team-mask tint\n",
                                 "--shell does nothing here: it needs --max-error above 0\n",
                                 "--character-height does nothing here: it needs --max-error above 0\n",
                                 "--shell-only does nothing here: it needs --max-error above 0\n",
                                 "--state-max-size does nothing here: it needs --state\n",
                                 "--keep-source does nothing here: it needs --profile core or full\n"})
        EXPECT_THAT(without.errors, HasSubstr(std::string("warning: ") + sentence));
    const Finished with = convert({"TROOPER.alo", "-o", "out.glb", "--alo-team-color", "#FF0000",
                                   "--alo-team-mask", "tint", "--shell", "1cm", "--max-error", "1mm",
                                   "--state-max-size", "1GiB", "--state", "state", "--keep-source", "true"});
    EXPECT_THAT(with.errors, IsEmpty());
}

TEST_F(ConvertOptions, OptionsOfAConfigurationThatLackAnotherAreNamedWithTheirPlace) {
    folder.write("art.yaml", std::string_view(R"(rigkiln: 1
jobs:
  files: { uses: scan, root: ., include: ["*.alo"] }
  read:
    uses: decode
    from: files
    alo:
      team_color: "#FF0000"
  keys: { uses: resample, from: read, shell: 1cm }
  glb: { uses: export, from: keys, path: "out/{name}.glb", position_error: 1mm }
)"));
    const std::string expected =
        "art.yaml:8:7: warning: team_color does nothing here: it needs team_mask: tint\n"
        "art.yaml:9:39: warning: shell does nothing here: it needs max_error above 0\n"
        "art.yaml:10:60: warning: position_error does nothing here: it needs profile: "
        "web\n";
    for (const char* command : {"run", "plan"}) {
        const Finished finished =
            runRigkiln({command, "art.yaml"}, {.folder = folder.path(), .environment = {}, .program = {}});
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
        EXPECT_EQ(finished.errors, expected);
    }
}

TEST_F(ConvertOptions, OptionsOfOptimizeThatLackAnotherAreNamed) {
    ASSERT_EQ(convert({"TROOPER.alo", "-o", "out.glb"}).exitCode, cli::kDone);
    const Finished finished =
        runRigkiln({"optimize", "out.glb", "-o", "less.glb", "--max-error", "0mm", "--shell", "1cm"},
                   {.folder = folder.path(), .environment = {}, .program = {}});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_EQ(finished.errors, "rigkiln: warning: --shell does nothing here: it needs --max-error above 0\n");
}

}  // namespace
}  // namespace rigkiln::test
