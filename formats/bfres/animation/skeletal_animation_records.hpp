#pragma once

#include <array>
#include <cstdint>

#include "formats/bfres/animation/skeletal_animation.hpp"
#include "formats/bfres/base/record_reader.hpp"

/// Structs of FSKA, described once for both directions.
namespace rigkiln::bfres {

/// Positions and counts in the header.
template <class Target>
struct SkeletalAnimationTargets {
    Target bones{};
    Target skeleton{};  ///< 0 in all known files
    Target bind{};
    UserDataTargets<Target> userData{};
    std::uint16_t boneCount = 0;
};
using SkeletalAnimationPlaces = SkeletalAnimationTargets<Place>;
using SkeletalAnimationLabels = SkeletalAnimationTargets<Label>;

template <class Target>
struct BoneAnimationTargets {
    Target curves{};
    Target base{};
    std::uint8_t curveCount = 0;
};
using BoneAnimationPlaces = BoneAnimationTargets<Place>;
using BoneAnimationLabels = BoneAnimationTargets<Label>;

template <class Codec, class Record, class Places>
void describeSwitchSkeletalAnimation(Codec& codec, Record& animation, Places& places) {
    const bool isShort = codec.layout().isAtLeast(version::kShortHeaders);
    if (isShort) codec.field("flags", animation.flags);
    if (!isShort) codec.pad(12);
    codec.text("name", animation.name);
    codec.text("path", animation.path);
    codec.place("skeleton", places.skeleton);
    codec.place("bindIndices", places.bind);
    codec.place("bones", places.bones);
    codec.place("userData", places.userData.array);
    codec.place("userDataDictionary", places.userData.dictionary);
    if (!isShort) codec.field("flags", animation.flags);
    codec.field("frameCount", animation.frameCount);
    codec.field("curveCount", animation.curveCount);
    codec.field("bakedSize", animation.bakedSize);
    codec.field("boneCount", places.boneCount);
    codec.field("userDataCount", places.userData.count);
    if (!isShort) codec.pad(4);
}

// Below 3.4 frame counts have 16 bits, and sources disagree on the ten bytes behind.
template <class Codec, class Record, class Places>
void describeOldSkeletalAnimation(Codec& codec, Record& animation, Places& places,
                                  std::uint16_t& frameCount) {
    const bool hasNamesFirst = codec.layout().isAtLeast(version::kNamesFirst);
    if (hasNamesFirst) {
        codec.text("name", animation.name);
        codec.text("path", animation.path);
    }
    codec.field("flags", animation.flags);
    codec.field("frameCount", frameCount);
    codec.field("boneCount", places.boneCount);
    codec.field("userDataCount", places.userData.count);
    if (hasNamesFirst) {
        codec.field("unknown0x16", animation.unknown0x16);
    } else {
        codec.field("curveCount", animation.unknown0x16[0]);
        codec.text("name", animation.name);
        codec.text("path", animation.path);
    }
    codec.place("bones", places.bones);
    codec.place("skeleton", places.skeleton);
    codec.place("bindIndices", places.bind);
    if (hasNamesFirst) codec.place("userData", places.userData.dictionary);
}

template <class Codec, class Record, class Places>
void describeWiiUSkeletalAnimation(Codec& codec, Record& animation, Places& places) {
    codec.text("name", animation.name);
    codec.text("path", animation.path);
    codec.field("flags", animation.flags);
    codec.field("frameCount", animation.frameCount);
    codec.field("boneCount", places.boneCount);
    codec.field("userDataCount", places.userData.count);
    codec.field("curveCount", animation.curveCount);
    codec.field("bakedSize", animation.bakedSize);
    codec.place("bones", places.bones);
    codec.place("skeleton", places.skeleton);
    codec.place("bindIndices", places.bind);
    codec.place("userData", places.userData.dictionary);
}

/// `oldFrameCount` holds the frame count below 3.4.
template <class Codec, class Record, class Places>
void describeSkeletalAnimation(Codec& codec, Record& animation, Places& places,
                               std::uint16_t& oldFrameCount) {
    codec.magic("FSKA");
    if (codec.layout().isSwitch()) {
        describeSwitchSkeletalAnimation(codec, animation, places);
    } else if (codec.layout().isAtLeast(version::kWideFrames)) {
        describeWiiUSkeletalAnimation(codec, animation, places);
    } else {
        describeOldSkeletalAnimation(codec, animation, places, oldFrameCount);
    }
}

template <class Codec, class Record, class Places>
void describeBoneCounts(Codec& codec, Record& bone, Places& places) {
    codec.field("firstComponents", bone.firstComponents);
    codec.field("curveCount", places.curveCount);
    codec.field("baseTranslate", bone.baseTranslate);
    codec.littleEndian("firstCurve", bone.firstCurve);
}

template <class Codec, class Record, class Places>
void describeBoneAnimation(Codec& codec, Record& bone, Places& places) {
    if (!codec.layout().isSwitch()) {
        codec.field("flags", bone.flags);
        codec.text("name", bone.name);
        describeBoneCounts(codec, bone, places);
        codec.place("curves", places.curves);
        codec.place("base", places.base);
        return;
    }
    codec.text("name", bone.name);
    codec.place("curves", places.curves);
    codec.place("base", places.base);
    if (codec.layout().isAtLeast(version::kShortHeaders)) codec.pad(16);
    codec.field("flags", bone.flags);
    describeBoneCounts(codec, bone, places);
    codec.pad(4);
}

}  // namespace rigkiln::bfres
