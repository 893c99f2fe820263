#include "tools/corpus/clip.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tools/corpus/art.hpp"

namespace rigkiln::corpus {
namespace {

using alamo::AlaBone;
using alamo::AlaFile;
using alamo::AlaVersion;

const AlaFile& clipOf(const ArtSet& set, std::string_view name) {
    const auto found =
        std::find_if(set.clips.begin(), set.clips.end(), [&](const Clip& clip) { return clip.name == name; });
    EXPECT_NE(found, set.clips.end()) << name;
    return found->file;
}

/// Placements of the clip's bones at a frame, in model space.
std::vector<Placement> poseAt(const Skeleton& skeleton, const AlaFile& file, std::size_t frame) {
    std::vector<Placement> world(skeleton.bones.size());
    for (const AlaBone& bone : file.bones) {
        const Placement local{unpack(rotationAt(file, bone, frame)),
                              toVector(translationAt(file, bone, frame))};
        const auto parent = static_cast<std::size_t>(skeleton.bones[bone.index].parent);
        world[bone.index] = compose(world[parent], local);
    }
    return world;
}

double lowestPoint(const Placement& placement, const Box& box) {
    double lowest = 1e9;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 point((corner & 1) != 0 ? box.minimum.x : box.maximum.x,
                               (corner & 2) != 0 ? box.minimum.y : box.maximum.y,
                               (corner & 4) != 0 ? box.minimum.z : box.maximum.z);
        lowest = std::min(lowest, apply(placement, point).z);
    }
    return lowest;
}

TEST(CorpusClip, ListsEveryBoneButTheRootInOrder) {
    for (const Clip& clip : makeArtSet(1, 0).clips) {
        for (std::size_t i = 0; i < clip.file.bones.size(); ++i) {
            EXPECT_EQ(clip.file.bones[i].index, i + 1) << clip.name;
        }
    }
}

TEST(CorpusClip, RestFlagMeansExactlyTheModelsPose) {
    const ArtSet set = makeArtSet(5, 0);
    const Model& trooper = set.models.front();
    std::size_t resting = 0;
    for (const char* name : {"TROOPER_MOVE_00", "TROOPER_IDLE_01", "TROOPER_ATTACK_00"}) {
        const AlaFile& file = clipOf(set, name);
        for (const AlaBone& bone : file.bones) {
            if (bone.rest != 1U) continue;
            ++resting;
            const Placement pose{unpack(rotationAt(file, bone, 0)), toVector(translationAt(file, bone, 0))};
            EXPECT_EQ(matrixRows(pose), trooper.file.bones[bone.index].matrix) << name << ' ' << bone.name;
            EXPECT_FALSE(hasRotationTrack(file, bone) || hasTranslationTrack(file, bone));
        }
    }
    EXPECT_GT(resting, 0U);
}

TEST(CorpusClip, StillBonesAwayFromRestAreNotFlagged) {
    const ArtSet set = makeArtSet(5, 0);
    const AlaFile& file = clipOf(set, "TROOPER_ATTACK_01");
    const auto arm = std::find_if(file.bones.begin(), file.bones.end(),
                                  [](const AlaBone& bone) { return bone.name == "L_UpperArm"; });
    ASSERT_NE(arm, file.bones.end());
    EXPECT_EQ(arm->rest, 0U);
    EXPECT_FALSE(hasRotationTrack(file, *arm));
}

TEST(CorpusClip, HandsOutPoolIndicesWithoutGaps) {
    for (const Clip& clip : makeArtSet(2, 0).clips) {
        if (clip.file.version != AlaVersion::V2) continue;
        std::uint32_t translation = 0;
        std::uint32_t rotation = 0;
        for (const AlaBone& bone : clip.file.bones) {
            if (bone.translationIndex != alamo::kNoTrack) {
                EXPECT_EQ(bone.translationIndex, translation) << clip.name;
                translation += 3;
            }
            if (bone.rotationIndex != alamo::kNoTrack) {
                EXPECT_EQ(bone.rotationIndex, rotation) << clip.name;
                rotation += 4;
            }
        }
        EXPECT_EQ(clip.file.translationBlock, translation) << clip.name;
        EXPECT_EQ(clip.file.rotationBlock, rotation) << clip.name;
    }
}

TEST(CorpusClip, HasVisibilityOnlyWhereABoneHides) {
    std::size_t tracks = 0;
    for (const Clip& clip : makeArtSet(2, 0).clips) {
        for (const AlaBone& bone : clip.file.bones) {
            if (!bone.visibilityBits) continue;
            ++tracks;
            bool hides = false;
            for (std::size_t frame = 0; frame < clip.file.frameCount; ++frame)
                hides |= !visibleAt(bone, frame);
            EXPECT_TRUE(hides) << clip.name << ' ' << bone.name;
        }
    }
    EXPECT_GT(tracks, 0U);
}

TEST(CorpusClip, PackedTranslationsSpanTheirRange) {
    const ArtSet set = makeArtSet(2, 0);
    const AlaFile& file = clipOf(set, "TROOPER_MOVE_01");
    const auto& pelvis = file.bones.front();
    ASSERT_TRUE(pelvis.translations.has_value());
    const auto [low, high] = std::minmax_element(pelvis.translations->begin(), pelvis.translations->end(),
                                                 [](const auto& a, const auto& b) { return a[2] < b[2]; });
    EXPECT_EQ((*low)[2], 0U);
    EXPECT_EQ((*high)[2], 65535U);
    EXPECT_EQ(pelvis.translationScale[0], 0.0F);
}

TEST(CorpusClip, BothVersionsShowTheSamePose) {
    Random random(4);
    const Skeleton skeleton = makePerson(random);
    const AlaFile first = makeClip(skeleton, walk, {.version = AlaVersion::V1}, random);
    const AlaFile second = makeClip(skeleton, walk, {.version = AlaVersion::V2}, random);
    for (std::size_t i = 0; i < first.bones.size(); ++i) {
        EXPECT_EQ(rotationAt(first, first.bones[i], 7), rotationAt(second, second.bones[i], 7));
        EXPECT_EQ(translationAt(first, first.bones[i], 7), translationAt(second, second.bones[i], 7));
    }
}

TEST(CorpusClip, WalksOnTheGround) {
    const ArtSet set = makeArtSet(1, 0);
    const Skeleton& skeleton = set.models.front().skeleton;
    const AlaFile& file = clipOf(set, "TROOPER_MOVE_00");
    for (std::size_t frame = 0; frame < file.frameCount; ++frame) {
        const std::vector<Placement> pose = poseAt(skeleton, file, frame);
        double lowest = 1e9;
        for (const char* name : {"L_Foot", "R_Foot"}) {
            const auto foot = *findBone(skeleton, name);
            lowest = std::min(lowest, lowestPoint(pose[foot], *skeleton.bones[foot].part));
        }
        EXPECT_NEAR(lowest, 0, 0.7) << "frame " << frame;
    }
}

TEST(CorpusClip, FallenTrooperLiesOnTheGround) {
    const ArtSet set = makeArtSet(1, 0);
    const Skeleton& skeleton = set.models.front().skeleton;
    const std::vector<Placement> pose = poseAt(skeleton, clipOf(set, "TROOPER_DIE_00"), 40);
    const auto head = *findBone(skeleton, "B_Head");
    EXPECT_LT(pose[head].translation.z, 2);
    // The front is -Y: the head of a trooper on his back lies at +Y.
    EXPECT_GT(pose[head].translation.y, 2);
}

TEST(CorpusClip, CoversWhatClipsCanHold) {
    bool flips = false;
    bool steps = false;
    bool scalesV1 = false;
    bool scalesV2 = false;
    bool lacksRestFlag = false;
    bool isOneFrame = false;
    for (const Clip& clip : makeArtSet(1, 0).clips) {
        isOneFrame |= clip.file.frameCount == 1;
        scalesV2 |= clip.file.scalePool.has_value();
        for (const AlaBone& bone : clip.file.bones) {
            steps |= bone.stepBits.has_value();
            scalesV1 |= bone.scales.has_value();
            lacksRestFlag |= !bone.rest.has_value();
            if (!hasRotationTrack(clip.file, bone)) continue;
            for (std::size_t frame = 1; frame < clip.file.frameCount; ++frame) {
                flips |= glm::dot(unpack(rotationAt(clip.file, bone, frame - 1)),
                                  unpack(rotationAt(clip.file, bone, frame))) < 0;
            }
        }
    }
    EXPECT_TRUE(flips && steps && scalesV1 && scalesV2 && lacksRestFlag && isOneFrame)
        << flips << steps << scalesV1 << scalesV2 << lacksRestFlag << isOneFrame;
}

}  // namespace
}  // namespace rigkiln::corpus
