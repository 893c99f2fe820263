#include <cstddef>
#include <string>

#include <gtest/gtest.h>

#include "formats/bfres/file/bfres_file.hpp"
#include "pipeline/binary/format_error.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"
#include "tools/corpus/bfres.hpp"

namespace rigkiln::bfres {
namespace {

/// Message of the writer for a generated file that was changed so that no file can hold it; empty when it
/// can.
template <class Change>
std::string refusalOf(const Change& change, const Layout& layout = kWiiU) {
    BfresFile file = corpus::makeBfresFile(layout);
    change(file);
    try {
        (void)encodeBfres(file);
    } catch (const EncodeError& error) {
        return error.what();
    }
    return "";
}

Skeleton& skeletonOf(BfresFile& file) {
    return file.models.front().skeleton.value();
}

TEST(EncodeBfres, TakesTheGeneratedFiles) {
    EXPECT_EQ(refusalOf([](BfresFile&) {}), "");
    EXPECT_EQ(refusalOf([](BfresFile&) {}, kSwitch), "");
}

TEST(EncodeBfres, RefusesSkeletonsWhoseTablesHaveOtherSizes) {
    EXPECT_EQ(refusalOf([](BfresFile& file) { skeletonOf(file).matrixToBone.emplace_back(); }).substr(0, 21),
              "skeleton.matrixToBone");
    EXPECT_EQ(refusalOf([](BfresFile& file) { skeletonOf(file).inverseBinds.emplace_back(); }).substr(0, 21),
              "skeleton.inverseBinds");
}

TEST(EncodeBfres, RefusesBuffersThatAreNotWholeCopies) {
    EXPECT_EQ(refusalOf([](BfresFile& file) {
                  VertexBuffer& buffer = file.models.front().vertexArrays.front().buffers.front();
                  buffer.copies = 2;
                  buffer.bytes.resize(25);
              }),
              "buffer: 25 bytes are not 2 copies");
    EXPECT_EQ(refusalOf([](BfresFile& file) {
                  VertexBuffer& buffer = file.models.front().vertexArrays.front().buffers.front();
                  buffer.copies = 0;
                  buffer.bytes.resize(25);
              }),
              "buffer: 25 bytes are not 0 copies");
}

TEST(EncodeBfres, RefusesShapesWithAnotherNumberOfRadii) {
    EXPECT_EQ(refusalOf([](BfresFile& file) {
                  file.models.front().shapes.front().radii.assign(9, 1.0F);
              }).substr(0, 11),
              "shape.radii");
}

TEST(EncodeBfres, RefusesBindIndicesForAnotherNumberOfTargets) {
    EXPECT_EQ(refusalOf([](BfresFile& file) {
                  SkeletalAnimation& animation = file.skeletalAnimations.front();
                  animation.bindIndices.emplace(animation.bones.size() + 1);
              }).substr(0, 21),
              "animation.bindIndices");
    EXPECT_EQ(refusalOf([](BfresFile& file) {
                  PatternAnimation& animation = file.patternAnimations.front();
                  animation.bindIndices.emplace(animation.materials.size() + 1);
              }).substr(0, 20),
              "patterns.bindIndices");
    EXPECT_EQ(refusalOf([](BfresFile& file) {
                  VisibilityAnimation& animation = file.boneVisibility.front();
                  animation.bindIndices.emplace(animation.targets.size() + 1);
              }).substr(0, 22),
              "visibility.bindIndices");
}

TEST(EncodeBfres, RefusesBaseBitsForAnotherNumberOfTargets) {
    EXPECT_EQ(
        refusalOf([](BfresFile& file) { file.boneVisibility.front().baseBits.emplace_back(); }).substr(0, 19),
        "visibility.baseBits");
}

TEST(EncodeBfres, RefusesFlagsThatSayOtherBaseData) {
    EXPECT_EQ(refusalOf([](BfresFile& file) {
                  BoneAnimation& bone = file.skeletalAnimations.front().bones.front();
                  bone.scale.reset();
                  bone.flags |= 8U;
              }).substr(0, 10),
              "bone.flags");
}

TEST(EncodeBfres, RefusesCurvesWithAnotherNumberOfKeys) {
    EXPECT_EQ(refusalOf([](BfresFile& file) {
                  for (BoneAnimation& bone : file.skeletalAnimations.front().bones) {
                      for (Curve& curve : bone.curves)
                          ++curve.keyCount;
                  }
              }).substr(0, 6),
              "curve.");
}

TEST(EncodeBfres, RefusesWhatHasMoreElementsThanItsCountCanSay) {
    EXPECT_EQ(refusalOf([](BfresFile& file) { skeletonOf(file).bones.resize(32'768); }),
              "skeleton.bones: 32768 bones, at most 32767 fit");
    EXPECT_EQ(refusalOf([](BfresFile& file) { skeletonOf(file).bones.resize(32'767); }).find("at most 32767"),
              std::string::npos);
    EXPECT_EQ(refusalOf([](BfresFile& file) { file.boneVisibility.front().targets.resize(65'536); }),
              "visibility: 65536 targets, at most 65535 fit");
    EXPECT_EQ(refusalOf([](BfresFile& file) {
                  file.boneVisibility.front().targets.resize(65'535);
              }).find("at most 65535"),
              std::string::npos);
    EXPECT_EQ(refusalOf([](BfresFile& file) { file.patternAnimations.front().textures.resize(65'536); }),
              "patterns: 65536 textures, at most 65535 fit");
    EXPECT_EQ(refusalOf([](BfresFile& file) { file.skeletalAnimations.front().bones.resize(65'536); }),
              "animation.bones: 65536 bones, at most 65535 fit");
    EXPECT_EQ(refusalOf([](BfresFile& file) {
                  file.models.front().shapes.front().skinBones.resize(65'536);
              }).substr(0, 5),
              "shape");
    EXPECT_EQ(
        refusalOf([](BfresFile& file) { file.skeletalAnimations.front().bones.front().curves.resize(256); }),
        "bone.curves: 256 curves, at most 255 fit");
    EXPECT_EQ(
        refusalOf([](BfresFile& file) { file.models.front().vertexArrays.front().attributes.resize(256); }),
        "vertices: 256 attributes in 2 buffers, at most 255 fit");
    EXPECT_EQ(
        refusalOf([](BfresFile& file) { file.models.front().vertexArrays.front().buffers.resize(256); }),
        "vertices: 5 attributes in 256 buffers, at most 255 fit");
    EXPECT_EQ(refusalOf([](BfresFile& file) { file.embeddedFiles.resize(65'536); }),
              "embedded files: 65536 sections, at most 65535 fit");
}

TEST(EncodeBfres, RefusesMaterialsWithMoreElementsThanTheirCountsCanSay) {
    const auto refusal = [](const auto& change) {
        return refusalOf([&](BfresFile& file) { change(file.models.front().materials.front()); });
    };
    EXPECT_EQ(refusal([](Material& material) { material.textures.resize(256); }),
              "material: 256 textures, at most 255 fit");
    EXPECT_EQ(refusal([](Material& material) { material.textures.resize(255); }), "");
    EXPECT_EQ(refusal([](Material& material) { material.parameterData.resize(65'536); }),
              "material: 65536 bytes of parameters, at most 65535 fit");
    EXPECT_EQ(refusal([](Material& material) { material.parameterData.resize(65'535); }), "");
}

TEST(EncodeBfres, RefusesUserDataOfTheWiiUWithMoreValuesThanItsCountCanSay) {
    const auto refusal = [](std::size_t count, const Layout& layout) {
        return refusalOf(
            [&](BfresFile& file) {
                file.models.front().userData = {{"bytes", std::vector<std::byte>(count)}};
            },
            layout);
    };
    EXPECT_EQ(refusal(65'536, kWiiU), "userData: 65536 values, at most 65535 fit");
    EXPECT_EQ(refusal(65'535, kWiiU), "");
    EXPECT_EQ(refusal(65'536, kSwitch), "") << "its counts have 32 bits";
}

TEST(EncodeBfres, RefusesStringsOfTheSwitchThatAreLongerThanTheirLengthCanSay) {
    const auto refusal = [](std::size_t size, const Layout& layout) {
        return refusalOf([&](BfresFile& file) { file.name.assign(size, 'x'); }, layout);
    };
    EXPECT_EQ(refusal(65'536, kSwitch), "string pool: a string has 65536 bytes, at most 65535 fit");
    EXPECT_EQ(refusal(65'535, kSwitch), "");
    EXPECT_EQ(refusal(65'536, kWiiU), "") << "its lengths have 32 bits";
}

TEST(EncodeBfres, RefusesSectionsThatAreNotReadInTheVersion) {
    const BfresFile wiiU = corpus::makeBfresFile(kWiiU);
    EXPECT_EQ(refusalOf([&](BfresFile& file) { file.textures = wiiU.textures; }, kSwitch),
              "FTEX textures: cannot be written in version 0.10.0.0");
    EXPECT_EQ(refusalOf([&](BfresFile& file) { file.patternAnimations = wiiU.patternAnimations; }, kSwitch),
              "FTXP texture patterns: cannot be written in version 0.10.0.0");
}

}  // namespace
}  // namespace rigkiln::bfres
