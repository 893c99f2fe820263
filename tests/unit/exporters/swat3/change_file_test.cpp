#include "exporters/swat3/change_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/gsa_export_issues.hpp"
#include "exporters/swat3/gsa_exporter.hpp"
#include "exporters/swat3/gsm_exporter.hpp"
#include "tests/support/swat3/swat3_builders.hpp"

namespace rigkiln::swat3_export {
namespace {

using FileBytes = std::vector<std::byte>;

/// Changes a file by options of its exporter and collects the issues.
struct Changing {
    const ExporterModule& exporter;
    OptionValues options{exporter.options};
    Diagnostics diagnostics{};

    Result<FileBytes> change(const FileBytes& file) {
        return exporter.changeFile(file, options, diagnostics);
    }
    FileBytes changed(const FileBytes& file) {
        Result<FileBytes> result = change(file);
        EXPECT_TRUE(result) << (result ? "" : result.error().text());
        return result ? std::move(*result) : FileBytes{};
    }
    std::string errorOf(const FileBytes& file) {
        const Result<FileBytes> result = change(file);
        return result ? "changed" : result.error().text();
    }
};

FileBytes encodedClip(const swat3::GsaFile& file) {
    return swat3::encodeGsa(file).value();
}

FileBytes encodedModel(const swat3::GsmFile& file) {
    return swat3::encodeGsm(file).value();
}

Changing toVersion(const std::string& version) {
    Changing changing{.exporter = kGsaExporter};
    changing.options.set("gsa_version", version);
    return changing;
}

TEST(ChangeGsa, GivesTheSameBytesInTheVersionTheFileHas) {
    const FileBytes old = encodedClip(swat3::clip41());
    const FileBytes recent = encodedClip(swat3::clip42());
    EXPECT_EQ(toVersion("4.1").changed(old), old);
    EXPECT_EQ(toVersion("4.2").changed(recent), recent);
    EXPECT_EQ(toVersion("keep").changed(old), old);
}

TEST(ChangeGsa, GivesEachFrameAnEmptyListOfEventsInTheNewVersion) {
    swat3::GsaFile expected = swat3::clip41();
    expected.versionMinor = 2;
    expected.hasEventCounts = true;
    expected.events.resize(expected.frames.size());
    EXPECT_EQ(toVersion("4.2").changed(encodedClip(swat3::clip41())), encodedClip(expected));
}

TEST(ChangeGsa, DropsEmptyListsOfEventsForTheOldVersionWithoutAnIssue) {
    swat3::GsaFile expected = swat3::partialClip();
    expected.versionMinor = 1;
    expected.hasEventCounts = false;
    expected.events.clear();
    Changing changing = toVersion("4.1");
    EXPECT_EQ(changing.changed(encodedClip(swat3::partialClip())), encodedClip(expected));
    EXPECT_THAT(changing.diagnostics.issues(), testing::IsEmpty());
}

TEST(ChangeGsa, RefusesToDropEventsUnlessForced) {
    swat3::GsaFile clip = swat3::clip42();
    clip.events = {{std::string("sound=STEP\0", 11), std::string("a\0", 2)}, {}, {std::string("b\0", 2)}};
    const FileBytes file = encodedClip(clip);
    Changing changing = toVersion("4.1");
    EXPECT_EQ(changing.errorOf(file),
              "events: 3 events, version 4.1 has room for 0; write version 4.2, or --force (force: true) "
              "leaves them out");
    changing.options.set("force", true);
    clip.versionMinor = 1;
    clip.hasEventCounts = false;
    clip.events.clear();
    EXPECT_EQ(changing.changed(file), encodedClip(clip));
    ASSERT_EQ(changing.diagnostics.issues().size(), 1U);
    EXPECT_EQ(changing.diagnostics.issues().front().kind, &kEventsLost);
    EXPECT_EQ(changing.diagnostics.issues().front().details, "3 events");
}

TEST(ChangeGsa, RefusesAFileThatItCannotRead) {
    EXPECT_NE(toVersion("4.1").errorOf(FileBytes(3)), "changed");
}

Changing withModelOptions(const std::string& unit, const std::string& nuls) {
    Changing changing{.exporter = kGsmExporter};
    changing.options.set("blend_unit", unit);
    changing.options.set("texnul", nuls);
    return changing;
}

TEST(ChangeGsm, CountsBlendsInTheUnitAskedFor) {
    const swat3::GsmFile octets = swat3::characterModel();
    ASSERT_EQ(swat3::blendUnit(octets), swat3::GsmBlendUnit::Octets);
    swat3::GsmFile shorts = octets;
    shorts.blendStreamLength = static_cast<std::uint16_t>(octets.blendStreamLength / 2);
    EXPECT_EQ(withModelOptions("shorts", "auto").changed(encodedModel(octets)), encodedModel(shorts));
    EXPECT_EQ(withModelOptions("bytes", "auto").changed(encodedModel(shorts)), encodedModel(octets));
}

TEST(ChangeGsm, CountsAsManyZerosBehindNamesOfTexturesAsAskedFor) {
    const swat3::GsmFile model = swat3::modelWithEverything();
    ASSERT_GT(model.textures.size(), 1U);
    for (const int nuls : {0, 1, 2}) {
        swat3::GsmFile expected = model;
        for (swat3::GsmTexture& texture : expected.textures)
            texture.countedNuls = static_cast<std::uint8_t>(nuls);
        EXPECT_EQ(withModelOptions("auto", std::to_string(nuls)).changed(encodedModel(model)),
                  encodedModel(expected))
            << nuls;
    }
}

TEST(ChangeGsm, RefusesAFileThatItCannotRead) {
    EXPECT_NE(withModelOptions("shorts", "auto").errorOf(FileBytes(3)), "changed");
    EXPECT_EQ(withModelOptions("auto", "auto").changed(FileBytes(3)), FileBytes(3)) << "nothing is asked for";
}

}  // namespace
}  // namespace rigkiln::swat3_export
