#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include <gtest/gtest.h>

#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/formats/swat3/codec_calls.hpp"

namespace rigkiln::swat3 {
namespace {

std::string modelProblem(std::span<const std::byte> bytes) {
    return decodeProblem<GsmFile>(bytes);
}

// Models in every variant, with an element in each list.
std::vector<GsmFile> modelVariants() {
    std::vector<GsmFile> files;
    for (const bool hasMarker : {false, true}) {
        for (const bool hasUnknown : {false, true}) {
            GsmFile file = modelWithEverything();
            file.variant = {.hasMarker = hasMarker, .hasUnknownWithoutMaps = hasUnknown};
            if (!hasUnknown) file.materials.back().unknown = 0;
            files.push_back(std::move(file));
        }
    }
    files.back().repeatsMagicTail = true;
    return files;
}

TEST(MalformedGsm, IsRefusedWhereverItIsCutOff) {
    for (const GsmFile& file : modelVariants()) {
        const Bytes bytes = encoded(file);
        for (std::size_t size = 0; size < bytes.size(); ++size)
            ASSERT_NE(modelProblem(std::span(bytes).first(size)), "no error") << size << " bytes";
    }
}

TEST(MalformedGsm, IsHandledWhicheverByteChanges) {
    for (const GsmFile& file : modelVariants()) {
        Bytes bytes = encoded(file);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const std::byte original = bytes[i];
            for (const unsigned change : {0xFFU, 0x80U, 0x01U, 0x04U}) {
                bytes[i] = original ^ static_cast<std::byte>(change);
                ASSERT_EQ(faultOfHandling<GsmFile>(bytes), "") << "byte " << i << " ^ " << change;
            }
            bytes[i] = original;
        }
    }
}

TEST(MalformedGsm, IsHandledWhereverAnAbsurdNumberStands) {
    const Bytes bytes = encoded(modelWithEverything());
    constexpr auto kAbsurd = std::to_array<std::uint16_t>({0x0000, 0x7FFF, 0x8000, 0xEEEE, 0xFFFE, 0xFFFF});
    for (const std::uint16_t number : kAbsurd) {
        for (std::size_t offset = 0; offset + 2 <= bytes.size(); ++offset) {
            Bytes damaged = bytes;
            overwrite(damaged, offset, number);
            ASSERT_EQ(faultOfHandling<GsmFile>(damaged), "") << number << " at " << offset;
        }
    }
}

TEST(MalformedGsm, IsRefusedWithTrailingBytes) {
    Bytes bytes = encoded(weaponModel());
    bytes.push_back(std::byte{0});
    EXPECT_EQ(modelProblem(bytes),
              fmt::format("grippers at 0x{:X}: 1 bytes follow the end of file", bytes.size() - 1));
}

TEST(MalformedGsm, IsRefusedWhenEmpty) {
    EXPECT_EQ(modelProblem({}), "magic at 0x0: needs 16 bytes, 0 are left in file");
}

TEST(MalformedGsm, SaysWhatAnotherFileIs) {
    EXPECT_EQ(modelProblem(encoded(clip42())),
              "magic at 0x0: this is a SWAT 3 animation (GSA), a SWAT 3 model (GSM) is expected");
}

TEST(MalformedGsm, NeedsTheKnownMajorVersion) {
    Bytes bytes = encoded(weaponModel());
    bytes[17] = std::byte{3};
    EXPECT_EQ(modelProblem(bytes), "versionMajor at 0x11: 3, 4 is expected");
}

TEST(MalformedGsm, IsRefusedForACountThatTheBytesLeftCannotHold) {
    Bytes bytes = encoded(weaponModel());
    overwrite(bytes, 0x12, 0xFFFF);
    EXPECT_EQ(
        modelProblem(bytes),
        fmt::format(
            "skeletonCount at 0x14: 65535 elements of at least 6 bytes do not fit, {} bytes are left in file",
            bytes.size() - 0x14));
}

TEST(MalformedGsm, NeedsDistinctBoneIds) {
    GsmFile file = weaponModel();
    file.skeletons[0].bones[1].id = 0;
    EXPECT_EQ(problemOf(encodeGsm(file)), "skeleton[0].bone[1].id: 0 is the id of bone 0 too");
    Bytes bytes = encoded(weaponModel());
    overwrite(bytes, 0x4B, 0);
    EXPECT_EQ(modelProblem(bytes), "skeleton[0].bone[1].id at 0x4B: 0 is the id of bone 0 too");
}

TEST(MalformedGsm, NeedsLinksToBonesOfTheSkeleton) {
    GsmFile file = weaponModel();
    file.skeletons[0].bones[1].link = 7;
    EXPECT_EQ(problemOf(encodeGsm(file)),
              "skeleton[0].bone[1].link: 7, the id of one of the 2 bones or 65535 is expected");
    Bytes bytes = encoded(weaponModel());
    overwrite(bytes, 0x4B + 4 + 12, 7);
    EXPECT_EQ(modelProblem(bytes),
              "skeleton[0].bone[1].link at 0x5B: 7, the id of one of the 2 bones or 65535 is expected");
}

TEST(MalformedGsm, NeedsLinksThatMakeNoCircle) {
    GsmFile file = weaponModel();
    file.skeletons[0].bones[0].link = 1;
    EXPECT_EQ(problemOf(encodeGsm(file)),
              "skeleton[0].bone[0].link: 1 leads back to this bone, a bone nearer to the root is expected");
    file.skeletons[0].bones[0].link = 0;
    EXPECT_EQ(problemOf(encodeGsm(file)),
              "skeleton[0].bone[0].link: 0 leads back to this bone, a bone nearer to the root is expected");
}

// A change that moves one index out of its list, and the encoder's error.
struct BadIndex {
    void (*change)(GsmFile&);
    const char* problem;
};

class GsmIndices : public testing::TestWithParam<BadIndex> {};

TEST_P(GsmIndices, MustExist) {
    GsmFile file = characterModel();
    GetParam().change(file);
    EXPECT_EQ(problemOf(encodeGsm(file)), GetParam().problem);
}

INSTANTIATE_TEST_SUITE_P(
    All, GsmIndices,
    testing::Values(
        BadIndex{[](GsmFile& file) { file.blends[0][1].position = 7; },
                 "blend[0].position: 7, below 7 is expected: there are 7 positions"},
        BadIndex{[](GsmFile& file) { file.effectiveVertices[2].texCoord = 4; },
                 "effectiveVertex[2].texCoord: 4, below 4 is expected: there are 4 texture coordinates"},
        BadIndex{[](GsmFile& file) { file.effectiveVertices[2].position = 10; },
                 "effectiveVertex[2].position: 10, below 10 is expected: there are 10 positions and blends"},
        BadIndex{[](GsmFile& file) { file.effectiveVertices[2].sharedList = 10; },
                 "effectiveVertex[2].sharedList: 10, below 10 is expected: there are 10 shared lists"},
        BadIndex{[](GsmFile& file) { file.triangles[5].corners[2] = 11; },
                 "triangle[5].corner: 11, below 11 is expected: there are 11 effective vertices"},
        BadIndex{[](GsmFile& file) { file.sharedLists[1][0] = 6; },
                 "sharedList[1].triangle: 6, below 6 is expected: there are 6 triangles"},
        BadIndex{[](GsmFile& file) { file.groups[1].count = 2; },
                 "group[1].first: 5 and count 2 end at 7, at most 6 is expected: there are 6 triangles"}));

TEST(MalformedGsm, NeedsTheIndicesOfEffectiveVerticesToExist) {
    const GsmFile file = weaponModel();
    const Bytes good = encoded(file);
    // Sizes of header, skeletons, runs, positions, blends and texture coordinates, which precede the
    // vertices.
    const std::size_t vertices = 18 + (2 + 9 + 2) + (44 + 46) + 10 + (2 + 84) + 4 + (2 + 32) + 2;
    const auto problemAfter = [&](std::size_t offset, std::uint16_t number) {
        Bytes bytes = good;
        overwrite(bytes, vertices + offset, number);
        return modelProblem(bytes);
    };
    EXPECT_EQ(problemAfter(8, 4),
              fmt::format("effectiveVertex[1].texCoord at 0x{:X}: 4, below 4 is expected: "
                          "there are 4 texture coordinates",
                          vertices + 8));
    EXPECT_EQ(problemAfter(10, 7),
              fmt::format("effectiveVertex[1].position at 0x{:X}: 7, below 7 is expected: "
                          "there are 7 positions and blends",
                          vertices + 10));
    EXPECT_EQ(problemAfter(12, 7), fmt::format("effectiveVertex[1].sharedList at 0x{:X}: 7, below 7 is "
                                               "expected: there are 7 shared lists",
                                               vertices + 12));
}

TEST(MalformedGsm, TakesTheFirstPositionBehindTheLastAsTheFirstBlend) {
    GsmFile file = characterModel();
    ASSERT_EQ(file.effectiveVertices[7].position, file.positions.size());
    EXPECT_EQ(modelProblem(encoded(file)), "no error");
}

TEST(MalformedGsm, NeedsNulsBehindTextureNames) {
    const GsmFile file = weaponModel();
    Bytes bytes = encoded(file);
    const auto name =
        std::search(bytes.begin(), bytes.end(), std::begin("RIFLE.bmp"), std::end("RIFLE.bmp") - 1,
                    [](std::byte left, char right) { return left == static_cast<std::byte>(right); });
    ASSERT_NE(name, bytes.end());
    const auto nul = static_cast<std::size_t>(name - bytes.begin()) + 9;
    bytes[nul + 1] = std::byte{0x41};
    EXPECT_EQ(modelProblem(bytes),
              fmt::format("texture[0].name at 0x{:X}: 0x41 stands behind the name, 2 NUL are expected", nul));
}

TEST(MalformedGsm, IsToldOfTheVariantThatCameFurthest) {
    GsmFile file = modelWithEverything();
    file.variant.hasMarker = true;
    Bytes bytes = encoded(file);
    bytes.pop_back();
    // Without the marker, reading would already fail at the number of runs.
    EXPECT_EQ(modelProblem(bytes),
              fmt::format("gripper[1].bone at 0x{:X}: needs 2 bytes, 1 are left in file", bytes.size() - 1));
}

TEST(GsmEncoding, RefusesMoreElementsThanACountHolds) {
    GsmFile file = weaponModel();
    file.texCoords.resize(65535);
    EXPECT_EQ(problemOf(encodeGsm(file)), "no error");
    file.texCoords.resize(65536);
    EXPECT_EQ(problemOf(encodeGsm(file)), "texCoordCount: 65536 elements, at most 65535 fit");
}

TEST(GsmEncoding, RefusesNamesLongerThanTheirLengthHolds) {
    GsmFile file = weaponModel();
    file.skeletons[0].bones[1].name.assign(65536, 'x');
    EXPECT_EQ(problemOf(encodeGsm(file)), "skeleton[0].bone[1].name: 65536 octets, at most 65535 fit");
}

TEST(GsmEncoding, RefusesAnotherMajorVersion) {
    GsmFile file = weaponModel();
    file.versionMajor = 5;
    EXPECT_EQ(problemOf(encodeGsm(file)), "versionMajor: 5, 4 is expected");
}

TEST(GsmEncoding, RefusesAnUnknownNumberThatTheVariantDoesNotStore) {
    GsmFile file = weaponModel();
    file.variant.hasUnknownWithoutMaps = false;
    EXPECT_EQ(problemOf(encodeGsm(file)),
              "material[1].unknown: 1, 0 is expected: the variant stores none without maps");
}

TEST(GsmEncoding, RefusesTextureNamesThatWouldBeReadOtherwise) {
    GsmFile file = weaponModel();
    file.textures[0].name.push_back('\0');
    EXPECT_EQ(problemOf(encodeGsm(file)),
              "texture[0].name: ends with a NUL, which only a length that counts all 2 NULs can tell apart");
    file.textures[0].countedNuls = 3;
    EXPECT_EQ(problemOf(encodeGsm(file)), "texture[0].countedNuls: 3, at most 2 are counted");
}

}  // namespace
}  // namespace rigkiln::swat3
