#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "formats/bfres/animation/evaluate_curve.hpp"
#include "formats/bfres/file/bfres_dump.hpp"
#include "formats/bfres/file/bfres_file.hpp"
#include "tests/unit/formats/bfres/bytes.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"
#include "tools/corpus/bfres.hpp"

namespace rigkiln::bfres {
namespace {

std::string decodeError(std::span<const std::byte> bytes) {
    return errorOf([&] { (void)decodeBfres(bytes); });
}

// Decodes damaged bytes: they are refused, or all curves can be evaluated and the file survives another round
// trip.
void expectHandled(std::span<const std::byte> damaged) {
    BfresFile file;
    try {
        file = decodeBfres(damaged);
    } catch (const FormatError&) {
        return;
    }
    for (const SkeletalAnimation& animation : file.skeletalAnimations) {
        for (const BoneAnimation& bone : animation.bones) {
            for (const Curve& curve : bone.curves)
                (void)(evaluateCurve(curve, -1) + evaluateCurve(curve, 9.5) + evaluateCurve(curve, 1e9));
        }
    }
    Bytes encoded;
    try {
        encoded = encodeBfres(file);
    } catch (const EncodeError&) {
        return;  // duplicate names, or sections that are not read
    }
    EXPECT_EQ(encodeBfres(decodeBfres(encoded)), encoded);
}

class MalformedBfres : public testing::TestWithParam<Layout> {
protected:
    Bytes bytes_ = encodeBfres(corpus::makeBfresFile(GetParam()));
};

TEST_P(MalformedBfres, IsRefusedWhereverItIsCutOff) {
    for (std::size_t size = 0; size < bytes_.size(); ++size)
        EXPECT_NE(decodeError(std::span(bytes_).first(size)), "no error") << size << " bytes";
}

TEST_P(MalformedBfres, IsRefusedWithTrailingBytes) {
    const std::size_t size = bytes_.size();
    bytes_.push_back(std::byte{0});
    EXPECT_EQ(decodeError(bytes_), fmt::format("fileSize at 0x0: {} bytes, 1 more follow", size));
}

TEST_P(MalformedBfres, IsHandledWhicheverByteChanges) {
    constexpr std::array kChanges = {0xFFU, 0x01U, 0x80U};
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
        const std::byte original = bytes_[i];
        bytes_[i] = original ^ static_cast<std::byte>(kChanges[i % kChanges.size()]);
        expectHandled(bytes_);
        bytes_[i] = original;
    }
}

TEST_P(MalformedBfres, IsHandledWhereverAnAbsurdNumberStands) {
    constexpr std::array kNumbers = {"ffffffff", "7fffffff", "80000000"};
    for (std::size_t offset = 0; offset + 4 <= bytes_.size(); offset += 4) {
        Bytes damaged = bytes_;
        overwrite(damaged, offset, kNumbers[offset / 4 % kNumbers.size()]);
        expectHandled(damaged);
    }
}

// For each console, a version before and one after most structs changed.
INSTANTIATE_TEST_SUITE_P(Versions, MalformedBfres,
                         testing::Values(Layout{Console::WiiU, 0x03030000}, kWiiU,
                                         Layout{Console::Switch, 0x00050003},
                                         Layout{Console::Switch, 0x000A0000}),
                         [](const auto& version) {
                             std::string name = version.param.versionText();
                             std::ranges::replace(name, '.', '_');
                             return (version.param.isSwitch() ? "Switch" : "WiiU") + name;
                         });

TEST(MalformedVertices, AreRefusedWithABufferThatIsNotThere) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    VertexArray& array = file.models.front().vertexArrays.front();
    const std::size_t buffers = array.buffers.size();
    array.attributes.front().buffer = static_cast<std::uint8_t>(buffers);
    EXPECT_THAT(
        decodeError(encodeBfres(file)),
        testing::EndsWith(fmt::format("attribute[0].buffer at 0x1EC: {}, there are {}", buffers, buffers)));
}

/// The small file, and the offset of its first FSKA.
class MalformedAnimation : public testing::Test {
protected:
    Bytes bytes_ = encodeBfres(corpus::makeBfresFile(kWiiU));
    std::size_t section_ = find(bytes_, "FSKA");
    std::size_t bone_ = section_ + 0x30 + 8;       // after the bind indices of three bones
    std::size_t curve_ = bone_ + 3 * 0x18 + 0x28;  // after the bones and ten floats

    [[nodiscard]] std::string errorAfter(std::size_t offset, std::string_view hex) {
        overwrite(bytes_, offset, hex);
        return decodeError(bytes_);
    }
    [[nodiscard]] static std::string expected(std::string_view path, std::size_t offset,
                                              std::string_view problem) {
        return fmt::format("FSKA skeletal animations[0].{} at 0x{:X}: {}", path, offset, problem);
    }
};

TEST_F(MalformedAnimation, NeedsItsMagic) {
    EXPECT_EQ(errorAfter(section_, "46534b42"), expected("magic", section_, "'FSKA' is expected"));
}

TEST_F(MalformedAnimation, HasNoMoreBonesThanTheFile) {
    EXPECT_EQ(errorAfter(section_ + 0x14, "ffff"),
              expected("bindIndices", section_ + 0x30,
                       fmt::format("65535 elements of at least 2 bytes do not fit, {} bytes are left in file",
                                   bytes_.size() - section_ - 0x30)));
}

TEST_F(MalformedAnimation, NeedsBaseDataThatItsFlagsName) {
    EXPECT_EQ(errorAfter(bone_ + 0x14, "00000000"),
              expected("bone[0].base", 0, "is 0, which points at nothing, and is needed"));
}

TEST_F(MalformedAnimation, KnowsItsCurveTypes) {
    EXPECT_EQ(errorAfter(curve_, "0031"),
              expected("bone[0].curve[0].flags", curve_, "curve type 3, 0 to 2 and 4 to 7 are known"));
    EXPECT_EQ(errorAfter(curve_, "0003"),
              expected("bone[0].curve[0].flags", curve_, "frame type 3, 0 to 2 are known"));
    EXPECT_EQ(errorAfter(curve_, "000d"),
              expected("bone[0].curve[0].flags", curve_, "key type 3, 0 to 2 are known"));
}

TEST_F(MalformedAnimation, NeedsAKeyInEachCurve) {
    EXPECT_EQ(errorAfter(curve_ + 2, "0000"),
              expected("bone[0].curve[0].keyCount", curve_, "0, at least 1 is expected"));
}

TEST_F(MalformedAnimation, NeedsAscendingFrames) {
    const std::size_t frames = curve_ + 5 * 0x24;  // after all curves
    EXPECT_EQ(errorAfter(frames + 2, "0300"),
              expected("bone[0].curve[0].frames", curve_,
                       "key 2 at 640 stands behind one at 768, ascending frames are expected"));
}

TEST(MalformedModel, NeedsParentsBeforeTheirChildren) {
    Bytes bytes = encodeBfres(corpus::makeBfresFile(kWiiU));
    const std::size_t bone = find(bytes, "FSKL") + 0x24;
    overwrite(bytes, bone + 0x40 + 6, "0001");
    EXPECT_EQ(
        decodeError(bytes),
        fmt::format(
            "FMDL models[0].skeleton.bone[1].parent at 0x{:X}: 1, -1 or a bone before bone 1 is expected",
            bone + 0x40));
}

TEST(MalformedModel, NeedsTheBuffersThatItsAttributesName) {
    Bytes bytes = encodeBfres(corpus::makeBfresFile(kWiiU));
    const std::size_t vertices = find(bytes, "FVTX");
    overwrite(bytes, vertices + 0x20 + 4, "07");
    EXPECT_EQ(
        decodeError(bytes),
        fmt::format("FMDL models[0].vertexArray[0].attribute[0].buffer at 0x{:X}: 7, there are 2", vertices));
}

TEST(MalformedModel, NeedsRoomForItsVertices) {
    Bytes bytes = encodeBfres(corpus::makeBfresFile(kWiiU));
    const std::size_t vertices = find(bytes, "FVTX");
    overwrite(bytes, vertices + 8, "ffffffff");
    EXPECT_EQ(
        decodeError(bytes),
        fmt::format("FMDL models[0].vertexArray[0].buffer[0].size at 0x{:X}: 48 bytes, 4294967295 vertices "
                    "of 16 bytes need 68719476720",
                    vertices));
}

TEST(BfresDump, NamesEveryFieldWithItsOffset) {
    const Bytes bytes = encodeBfres(corpus::makeBfresFile(kWiiU));
    const std::string text = dumpBfres(bytes);
    const std::size_t section = find(bytes, "FSKA");
    const auto contains = [&](const std::string& line) { return text.find(line) != std::string::npos; };
    EXPECT_TRUE(contains("0x00000004  version: 67436547\n"));
    EXPECT_TRUE(
        contains(fmt::format("0x{:08X}  FSKA skeletal animations[0].frameCount: 20\n", section + 0x10)));
    EXPECT_TRUE(
        contains(fmt::format("0x{:08X}  FSKA skeletal animations[0].bone[0].curve[1].keys: "
                             "(0, 0, 3, -2, 1, 0, -3, 2, ... 12 in all)\n",
                             find(bytes, std::string_view("\0\0\0\0\0\0\0\0\x40\x40\0\0\xc0\0\0\0", 16)))));
    EXPECT_TRUE(contains("skeleton.bone[1].name: 'Tip'\n"));
}

}  // namespace
}  // namespace rigkiln::bfres
