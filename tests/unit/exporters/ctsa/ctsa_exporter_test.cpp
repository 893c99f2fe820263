#include "exporters/ctsa/ctsa_exporter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/ctsa/ctsa_export_issues.hpp"
#include "exporters/gltf/gltf_exporter.hpp"
#include "formats/ctsa/ctsa_file.hpp"
#include "formats/ctsa/ctsa_format.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "tests/support/ctsa/ctsa_builders.hpp"

namespace rigkiln::ctsa_export {
namespace {

using ctsa::CtsaFile;
using testing::HasSubstr;
using Bytes = std::vector<std::byte>;

/// One sheet of 256 by 32 pixels beside every animation.
class OneSheet final : public FileSource {
public:
    [[nodiscard]] std::vector<std::string> imagesBeside() override { return {"Sheet.png"}; }

private:
    [[nodiscard]] std::optional<Found> loadImage(std::string_view name,
                                                 const ImageRecipe& /*recipe*/) override {
        constexpr std::array<unsigned char, 45> kPng = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0,
                                                        13,   'I', 'H', 'D', 'R',  0,    0,    1,    0, 0, 0,
                                                        32,   8,   6,   0,   0,    0,    0,    0,    0, 0, 0,
                                                        0,    0,   0,   'I', 'D',  'A',  'T',  0,    0, 0, 0};
        const auto bytes = std::as_bytes(std::span(kPng));
        return Found{.path = std::string(name), .bytes = Bytes(bytes.begin(), bytes.end())};
    }
};

Bytes encoded(const CtsaFile& file) {
    return ctsa::encodeCtsa(file).value();
}

Result<Scene> readAs(const FormatModule& format, const Bytes& bytes, const OptionValues& options) {
    OneSheet companions;
    Diagnostics diagnostics;
    return format.read(
        {.path = "x", .name = "x", .bytes = bytes, .options = options, .companions = companions},
        diagnostics);
}

Scene sceneOf(const CtsaFile& file, const std::string& mode = "nodes") {
    OptionValues options(ctsa::kCtsaFormat.options);
    options.set("mode", mode);
    Result<Scene> scene = readAs(ctsa::kCtsaFormat, encoded(file), options);
    EXPECT_TRUE(scene) << (scene ? "" : scene.error().text());
    return scene ? std::move(*scene) : Scene{};
}

struct GltfSettings {
    std::string profile = "core";
    std::string visibility = "auto";
};

/// Writes the scene to a GLB and reads it back.
Scene throughGlb(const Scene& scene, const GltfSettings& settings = {}) {
    OptionValues options(gltf_export::kGltfExporter.options);
    options.set("profile", settings.profile);
    options.set("visibility", settings.visibility);
    Diagnostics diagnostics;
    Result<OutputSet> set =
        gltf_export::kGltfExporter.write(scene, {.fileName = "x.glb", .options = options}, diagnostics);
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    Bytes bytes;
    for (const auto& piece : set->back().pieces)
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    Result<Scene> again = readAs(gltf::kGltfFormat, bytes, OptionValues(gltf::kGltfFormat.options));
    EXPECT_TRUE(again) << (again ? "" : again.error().text());
    return again ? std::move(*again) : Scene{};
}

struct Written {
    OutputSet files{};
    std::string error{};
    Diagnostics diagnostics{};

    [[nodiscard]] Bytes bytes() const {
        if (files.empty()) return {};
        const SharedBytes& piece = files.front().pieces.front();
        return {piece.begin(), piece.end()};
    }
    [[nodiscard]] CtsaFile file() const {
        const Result<CtsaFile> file = ctsa::decodeCtsa(bytes());
        return file ? *file : CtsaFile{};
    }
};

Written write(const Scene& scene, const std::string& fileName = "out.ctsa",
              const std::string& byteOrder = "keep") {
    OptionValues options(kCtsaExporter.options);
    options.set("byte_order", byteOrder);
    Written written;
    Result<OutputSet> set =
        kCtsaExporter.write(scene, {.fileName = fileName, .options = options}, written.diagnostics);
    if (set) {
        written.files = std::move(*set);
    } else {
        written.error = set.error().text();
    }
    return written;
}

/// Removes the extras that say where the scene came from.
Scene stripped(Scene scene) {
    for (Joint& joint : scene.joints)
        joint.extras = {};
    for (Clip& clip : scene.clips)
        clip.extras = {};
    return scene;
}

std::vector<CtsaFile> someFiles() {
    CtsaFile odd = ctsa::waveFile();
    odd.bodyOrder = std::endian::big;
    odd.prefixSize = 2;
    odd.name = {u'x', char16_t{0xDC00}};
    odd.trailing = {std::byte{1}};
    CtsaFile brief = ctsa::walkFile(2);
    brief.frames[0].time = brief.frames[1].time = 1e-44F;
    return {brief,
            ctsa::walkFile(),
            ctsa::walkFile(1),
            ctsa::waveFile(),
            ctsa::emptyFile(),
            ctsa::fileWithLongName(64),
            odd};
}

TEST(CtsaExporter, WritesWhatNobodyEditedToTheByteInEveryMode) {
    for (const CtsaFile& file : someFiles()) {
        for (const char* mode : {"nodes", "pointer"}) {
            for (const GltfSettings& settings :
                 {GltfSettings{}, GltfSettings{.profile = "full"},
                  GltfSettings{.profile = "full", .visibility = "extension"}}) {
                const Written written = write(throughGlb(sceneOf(file, mode), settings));
                EXPECT_EQ(written.error, "");
                EXPECT_EQ(written.bytes(), encoded(file)) << mode << " " << settings.profile;
                EXPECT_TRUE(written.diagnostics.has(kUnchanged)) << mode << " " << settings.profile;
            }
        }
    }
}

TEST(CtsaExporter, MakesTheSameRowAndTimesWithoutExtras) {
    for (const char* mode : {"nodes", "pointer"}) {
        const Written written = write(stripped(sceneOf(ctsa::walkFile(4), mode)));
        EXPECT_EQ(written.error, "") << mode;
        const CtsaFile file = written.file();
        EXPECT_EQ(file.name, u"Walk");
        EXPECT_FLOAT_EQ(file.leftU, 0);
        EXPECT_FLOAT_EQ(file.frameWidth, 0.25F);
        EXPECT_FLOAT_EQ(file.bottomV, 0);
        EXPECT_FLOAT_EQ(file.topV, 1);
        ASSERT_EQ(file.frames.size(), 4U) << mode;
        for (const ctsa::CtsaFrame& frame : file.frames) {
            EXPECT_NEAR(frame.time, 50, 1e-4);
            EXPECT_EQ(frame.swapType, ctsa::kSwapByTime);
        }
    }
}

/// Moves the start of frame 1 of the wave. Unedited, it is shown from 0.1 s to 0.2 s, and frame 2 for 33.5
/// ms.
Scene editedWave(float start) {
    Scene scene = sceneOf(ctsa::waveFile());
    scene.clips[0].joints[0].visibility.times[1] = start;
    scene.clips[0].joints[1].visibility.times[1] = start;
    return scene;
}

TEST(CtsaExporter, KeepsTheNumbersOfFramesThatLastAsLongAsBefore) {
    const CtsaFile file = write(editedWave(0.15F)).file();
    ASSERT_EQ(file.frames.size(), 3U);
    EXPECT_FLOAT_EQ(file.frames[0].time, 150);
    EXPECT_EQ(file.frames[2], ctsa::waveFile().frames[2]);
    EXPECT_EQ(file.leftU, ctsa::waveFile().leftU);
}

TEST(CtsaExporter, KeepsSwappingByUpdatesWhereTheyAreWhole) {
    // The duration shrinks from 0.1 s to 0.05 s, which is three updates.
    const CtsaFile whole = write(editedWave(0.15F)).file();
    EXPECT_EQ(whole.frames.at(1),
              (ctsa::CtsaFrame{.time = 0, .updates = 3, .swapType = ctsa::kSwapByUpdates}));
    const CtsaFile broken = write(editedWave(0.161F)).file();
    EXPECT_EQ(broken.frames.at(1).swapType, ctsa::kSwapByTime);
    EXPECT_NEAR(broken.frames.at(1).time, 39, 1e-3);
}

TEST(CtsaExporter, TakesARowThatWasMoved) {
    Scene scene = sceneOf(ctsa::waveFile());
    for (Mesh& mesh : scene.meshes) {
        for (glm::vec2& uv : mesh.primitives[0].texCoordSets[0])
            uv += glm::vec2(0.125F, -0.25F);
    }
    const CtsaFile file = write(scene).file();
    EXPECT_FLOAT_EQ(file.leftU, 0.375F);
    EXPECT_FLOAT_EQ(file.bottomV, 0.75F);
    EXPECT_FLOAT_EQ(file.topV, 1);
    EXPECT_FLOAT_EQ(file.frameWidth, 0.125F);
    EXPECT_EQ(file.frames, ctsa::waveFile().frames);
}

TEST(CtsaExporter, NamesTheFrameThatTheRowCannotHold) {
    Scene scene = sceneOf(ctsa::walkFile(4));
    for (glm::vec2& uv : scene.meshes[2].primitives[0].texCoordSets[0])
        uv.x += 0.125F;
    EXPECT_EQ(
        write(scene).error,
        "clip 'Walk', frame 2 (node 'Walk_002'): covers U 0.625 to 0.875, expected 0.5 to 0.75: frames of "
        "one width, side by side in the order they are shown");
    scene = sceneOf(ctsa::walkFile(4));
    for (glm::vec2& uv : scene.meshes[3].primitives[0].texCoordSets[0])
        uv.y *= 0.5F;
    EXPECT_THAT(write(scene).error,
                HasSubstr("frame 3 (node 'Walk_003'): covers V 0.5 to 1, expected 0 to 1"));
}

TEST(CtsaExporter, TakesANewNameFromTheClip) {
    Scene scene = sceneOf(ctsa::walkFile());
    scene.clips[0].name = "Run";
    CtsaFile expected = ctsa::walkFile();
    expected.name = u"Run";
    EXPECT_EQ(write(scene).file(), expected);
}

TEST(CtsaExporter, WritesTheByteOrderItIsAskedFor) {
    CtsaFile big = ctsa::walkFile();
    big.bodyOrder = std::endian::big;
    EXPECT_EQ(write(sceneOf(ctsa::walkFile()), "x.ctsa", "big").bytes(), encoded(big));
    EXPECT_EQ(write(sceneOf(big), "x.ctsa", "little").bytes(), encoded(ctsa::walkFile()));
    EXPECT_EQ(write(sceneOf(big)).bytes(), encoded(big));
}

TEST(CtsaExporter, MakesAFileOfEachClip) {
    Scene scene = sceneOf(ctsa::walkFile());
    scene.clips.push_back(scene.clips[0]);
    scene.clips[1].name = "A/b";
    EXPECT_EQ(
        write(scene).error,
        "has 2 animations, and a CTSA holds one; put {clip} into the name of the output, or give a folder");
    const Written written = write(scene, "{clip}.ctsa");
    ASSERT_EQ(written.files.size(), 2U) << written.error;
    EXPECT_EQ(written.files[0].name, "Walk.ctsa");
    EXPECT_EQ(written.files[1].name, "A_b.ctsa");
}

TEST(CtsaExporter, SaysWhatIsMissingFromScenesWithoutSprites) {
    EXPECT_EQ(write(Scene{}).error, "has no sprite animation to make a CTSA from");
    Scene scene = stripped(sceneOf(ctsa::walkFile()));
    scene.clips[0].joints.clear();
    EXPECT_EQ(write(scene).error,
              "clip 'Walk': shows no frames: it hides and shows no textured mesh, and moves no texture");
}

TEST(CtsaExporter, GoesByWhatIsShownWhereTheRecordIsDamaged) {
    Scene scene = sceneOf(ctsa::walkFile());
    for (Joint& joint : scene.joints)
        joint.extras = {};
    scene.clips[0].extras.set("ctsa", "broken");
    const Written written = write(scene);
    EXPECT_EQ(written.error, "");
    EXPECT_TRUE(written.diagnostics.has(kRecordDamaged));
    EXPECT_EQ(written.file().frames.size(), 4U);
}

TEST(CtsaExporter, ChangesTheByteOrderOfAFileAndNothingElse) {
    CtsaFile big = ctsa::waveFile();
    big.bodyOrder = std::endian::big;
    const auto changed = [](const CtsaFile& file, const std::string& byteOrder) {
        OptionValues options(kCtsaExporter.options);
        options.set("byte_order", byteOrder);
        Diagnostics diagnostics;
        return kCtsaExporter.changeFile(encoded(file), options, diagnostics).value();
    };
    EXPECT_EQ(changed(ctsa::waveFile(), "big"), encoded(big));
    EXPECT_EQ(changed(big, "little"), encoded(ctsa::waveFile()));
    EXPECT_EQ(changed(big, "keep"), encoded(big));
}

TEST(CtsaExporter, ChangesNoFileThatItCannotRead) {
    const OptionValues options(kCtsaExporter.options);
    Diagnostics diagnostics;
    EXPECT_FALSE(kCtsaExporter.changeFile(Bytes(3), options, diagnostics));
}

}  // namespace
}  // namespace rigkiln::ctsa_export
