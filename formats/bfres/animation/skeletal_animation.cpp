#include "formats/bfres/animation/skeletal_animation.hpp"

#include <limits>

#include <fmt/format.h>

#include "formats/bfres/animation/skeletal_animation_records.hpp"
#include "formats/bfres/base/record_reader.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::uint32_t kBaseFlags =
    bone_flag::kBaseScale | bone_flag::kBaseRotate | bone_flag::kBaseTranslate;

std::size_t boneAnimationSize(const Layout& layout) {
    if (!layout.isSwitch()) return 0x18;
    return layout.isAtLeast(version::kShortHeaders) ? 0x38 : 0x28;
}

std::size_t baseFloats(std::uint32_t flags) {
    return ((flags & bone_flag::kBaseScale) != 0 ? 3U : 0U) +
           ((flags & bone_flag::kBaseRotate) != 0 ? 4U : 0U) +
           ((flags & bone_flag::kBaseTranslate) != 0 ? 3U : 0U);
}

/// Reads the section's header only, not the data it points to.
SkeletalAnimation readHeader(BfresReader& file, Place section, SkeletalAnimationPlaces& places) {
    SkeletalAnimation animation;
    std::uint16_t oldFrameCount = 0;
    ByteReader in = file.open("animation", section);
    RecordReader record(file, in);
    describeSkeletalAnimation(record, animation, places, oldFrameCount);
    if (!file.layout().isSwitch() && !file.layout().isAtLeast(version::kWideFrames))
        animation.frameCount = oldFrameCount;
    return animation;
}

void readBase(BfresReader& file, Place base, BoneAnimation& bone) {
    if ((bone.flags & kBaseFlags) == 0) return;
    ByteReader in = file.openArray("base", base, baseFloats(bone.flags), sizeof(float));
    if ((bone.flags & bone_flag::kBaseScale) != 0) bone.scale = in.readArray<float, 3>("base.scale");
    if ((bone.flags & bone_flag::kBaseRotate) != 0) bone.rotate = in.readArray<float, 4>("base.rotate");
    if ((bone.flags & bone_flag::kBaseTranslate) != 0)
        bone.translate = in.readArray<float, 3>("base.translate");
}

std::vector<BoneAnimation> readBones(BfresReader& file, Place bones, std::size_t count) {
    std::vector<BoneAnimation> list;
    ByteReader in = file.openArray("bones", bones, count, boneAnimationSize(file.layout()));
    list.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto scope = in.enter("bone", i);
        BoneAnimation& bone = list.emplace_back();
        BoneAnimationPlaces places;
        RecordReader record(file, in);
        describeBoneAnimation(record, bone, places);
        readBase(file, places.base, bone);
        bone.curves = readCurves(file, places.curves, places.curveCount);
    }
    return list;
}

void checkForWriting(const SkeletalAnimation& animation, const Layout& layout) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint16_t>::max();
    if (animation.bones.size() > kMost) {
        throw EncodeError("animation.bones",
                          fmt::format("{} bones, at most {} fit", animation.bones.size(), kMost));
    }
    const bool isOld = !layout.isSwitch() && !layout.isAtLeast(version::kWideFrames);
    if (isOld && animation.frameCount > kMost) {
        throw EncodeError("animation.frameCount",
                          fmt::format("{}, below version 3.4 at most {} fits", animation.frameCount, kMost));
    }
    if (animation.bindIndices && animation.bindIndices->size() != animation.bones.size()) {
        throw EncodeError(
            "animation.bindIndices",
            fmt::format("{} for {} bones", animation.bindIndices->size(), animation.bones.size()));
    }
}

BoneAnimationLabels labelsOf(BfresWriter& out, const BoneAnimation& bone) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint8_t>::max();
    if (bone.curves.size() > kMost) {
        throw EncodeError("bone.curves", fmt::format("{} curves, at most {} fit", bone.curves.size(), kMost));
    }
    const std::uint32_t flags = (bone.scale ? bone_flag::kBaseScale : 0U) |
                                (bone.rotate ? bone_flag::kBaseRotate : 0U) |
                                (bone.translate ? bone_flag::kBaseTranslate : 0U);
    if ((bone.flags & kBaseFlags) != flags) {
        throw EncodeError("bone.flags",
                          fmt::format("0x{:X} do not say which base data there is, 0x{:X} would", bone.flags,
                                      (bone.flags & ~kBaseFlags) | flags));
    }
    // A bone with base data or curves stores both offsets; that of missing curves points to where they would
    // be.
    if (!bone.hasBase() && bone.curves.empty()) return {};
    return {.curves = out.newLabel(),
            .base = out.newLabel(),
            .curveCount = static_cast<std::uint8_t>(bone.curves.size())};
}

template <class Number, std::size_t count>
void writePart(BfresWriter& out, const std::optional<std::array<Number, count>>& part) {
    if (part) out.bytes().writeAll(std::span<const Number>(*part));
}

void writeBoneContents(BfresWriter& out, const BoneAnimation& bone, const BoneAnimationLabels& labels) {
    if (!labels.base) return;
    out.align(out.layout().offsetSize());
    out.define(labels.base);
    writePart(out, bone.scale);
    writePart(out, bone.rotate);
    writePart(out, bone.translate);
    out.align(out.layout().offsetSize());
    out.define(labels.curves);
    writeCurves(out, bone.curves);
}

SkeletalAnimationLabels labelsOf(BfresWriter& out, const SkeletalAnimation& animation) {
    checkForWriting(animation, out.layout());
    SkeletalAnimationLabels labels;
    labels.bones = out.newLabel();
    if (animation.bindIndices) labels.bind = out.newLabel();
    labels.boneCount = static_cast<std::uint16_t>(animation.bones.size());
    labels.userData = userDataLabels(out, animation.userData);
    return labels;
}

void writeHeader(BfresWriter& out, const SkeletalAnimation& animation, SkeletalAnimationLabels& labels) {
    auto oldFrameCount = static_cast<std::uint16_t>(animation.frameCount);
    RecordWriter record(out);
    describeSkeletalAnimation(record, animation, labels, oldFrameCount);
}

void writeContents(BfresWriter& out, const SkeletalAnimation& animation,
                   const SkeletalAnimationLabels& labels) {
    if (labels.bind) {
        out.define(labels.bind);
        out.bytes().writeAll(std::span<const std::uint16_t>(*animation.bindIndices));
        out.align(out.layout().offsetSize());
    }
    out.define(labels.bones);
    std::vector<BoneAnimationLabels> boneLabels;
    boneLabels.reserve(animation.bones.size());
    for (const BoneAnimation& bone : animation.bones) {
        BoneAnimationLabels& one = boneLabels.emplace_back(labelsOf(out, bone));
        RecordWriter record(out);
        describeBoneAnimation(record, bone, one);
    }
    for (std::size_t i = 0; i < boneLabels.size(); ++i)
        writeBoneContents(out, animation.bones[i], boneLabels[i]);
    writeUserData(out, animation.userData, labels.userData);
}

}  // namespace

std::size_t skeletalAnimationSize(const Layout& layout) {
    if (!layout.isSwitch()) return 0x30;
    return layout.isAtLeast(version::kShortHeaders) ? 0x50 : 0x60;
}

std::vector<std::string> readAnimatedBoneNames(BfresReader& file, Place section) {
    SkeletalAnimationPlaces places;
    (void)readHeader(file, section, places);
    std::vector<std::string> names;
    ByteReader bones =
        file.openArray("bones", places.bones, places.boneCount, boneAnimationSize(file.layout()));
    for (std::size_t i = 0; i < places.boneCount; ++i) {
        const auto scope = bones.enter("bone", i);
        BoneAnimation bone;
        BoneAnimationPlaces bonePlaces;
        RecordReader boneRecord(file, bones);
        describeBoneAnimation(boneRecord, bone, bonePlaces);
        names.push_back(std::move(bone.name));
    }
    return names;
}

SkeletalAnimation readSkeletalAnimation(BfresReader& file, Place section) {
    SkeletalAnimationPlaces places;
    SkeletalAnimation animation = readHeader(file, section, places);
    if (places.bind != 0)
        animation.bindIndices = file.readArray<std::uint16_t>("bindIndices", places.bind, places.boneCount);
    animation.bones = readBones(file, places.bones, places.boneCount);
    animation.userData = readUserData(file, places.userData);
    return animation;
}

void writeSkeletalAnimations(BfresWriter& out, std::span<const SkeletalAnimation> animations,
                             std::span<const Label> labels) {
    std::vector<SkeletalAnimationLabels> targets;
    targets.reserve(animations.size());
    for (std::size_t i = 0; i < animations.size(); ++i) {
        targets.push_back(labelsOf(out, animations[i]));
        out.define(labels[i]);
        writeHeader(out, animations[i], targets[i]);
        if (!out.layout().isSwitch()) writeContents(out, animations[i], targets[i]);
    }
    if (!out.layout().isSwitch()) return;
    for (std::size_t i = 0; i < animations.size(); ++i)
        writeContents(out, animations[i], targets[i]);
}

std::vector<std::byte> encodeSkeletalAnimation(const SkeletalAnimation& animation, const Layout& layout,
                                               Place section, const StringPlaces& strings) {
    if (layout.isSwitch()) throw EncodeError("animation", "sections of the Switch are not in one piece");
    BfresWriter out(layout, section);
    const Label label = out.newLabel();
    writeSkeletalAnimations(out, {&animation, 1}, {&label, 1});
    return std::move(out).finish(strings);
}

}  // namespace rigkiln::bfres
