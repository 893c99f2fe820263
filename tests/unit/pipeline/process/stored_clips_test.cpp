#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/process/align_clips.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/process/extract_root_motion.hpp"
#include "pipeline/process/merge_scenes.hpp"
#include "pipeline/process/resample_clips.hpp"
#include "pipeline/process/resolve_scale_compensation.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/scene/add_tracks.hpp"
#include "pipeline/scene/stored_tracks.hpp"
#include "tests/support/heap_scratch.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

constexpr std::uint64_t kSeeds = 40;

/// Scene with work for every step: rotations that go the long way round, and scales that children do not
/// inherit.
Scene demandingScene(std::uint64_t seed) {
    Scene scene = test::randomScene(seed);
    scene.upAxis = UpAxis::ZUp;
    for (Joint& joint : scene.joints) {
        joint.compensatesParentScale = joint.parent.has_value();
        joint.rest.scale = {2, 1, 0.5F};
    }
    for (Clip& clip : scene.clips) {
        for (JointTracks& tracks : clip.joints) {
            tracks.extras = {};  // tracks with extras are not stored
            if (tracks.rotation.values.size() > 1) tracks.rotation.values[1] *= -1.0F;
        }
    }
    return scene;
}

class StoredClips : public testing::Test {
protected:
    /// Expects the same result for stored clips, and that they stay stored.
    void expectTheSame(const std::function<Scene(Scene)>& step) {
        std::size_t storedBefore = 0;
        std::size_t storedAfter = 0;
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            SCOPED_TRACE(seed);
            const Scene expected = step(demandingScene(seed));
            Scene scene = demandingScene(seed);
            for (Clip& clip : scene.clips)
                storeTracks(clip, scratch_);
            storedBefore += storedClips(scene);
            scene = step(std::move(scene));
            storedAfter += storedClips(scene);
            EXPECT_EQ(scene.clips, expected.clips);
            EXPECT_EQ(scene.joints, expected.joints);
        }
        EXPECT_GT(storedBefore, 20U);
        EXPECT_EQ(storedAfter, storedBefore);
    }

    static std::size_t storedClips(const Scene& scene) {
        return static_cast<std::size_t>(
            std::ranges::count_if(scene.clips, [](const Clip& clip) { return clip.joints.isStored(); }));
    }

    std::shared_ptr<Scratch> scratch_ = std::make_shared<test::HeapScratch>(0);
    Diagnostics diagnostics_;
};

TEST_F(StoredClips, AreResampled) {
    expectTheSame([this](Scene scene) {
        resampleClips(scene, 7, diagnostics_);
        return scene;
    });
}

TEST_F(StoredClips, AreAlignedToFrames) {
    expectTheSame([this](Scene scene) {
        alignClips(scene, 24, diagnostics_);
        return scene;
    });
}

TEST_F(StoredClips, GiveTheirTravelToTheRoot) {
    expectTheSame([](Scene scene) {
        resolveScaleCompensation(scene);
        convertCoordinates(scene, 0.01);
        for (Clip& clip : scene.clips) {
            const ClipInHand inHand(clip);
            const Track<glm::vec3> path{.interpolation = Interpolation::Linear,
                                        .times = {0.0F, clip.duration * 0.5F},
                                        .values = {{0, 0, 0}, {1, 0, 1}}};
            if (clip.duration > 0) addToTranslation(clip, scene, IndexOf<Joint>(0), path);
        }
        const std::size_t joints = scene.joints.size();
        extractRootMotion(scene, {});
        EXPECT_EQ(scene.joints.size(), scene.clips.empty() ? joints : joints + 1);
        return scene;
    });
}

TEST_F(StoredClips, AreTurnedAndScaled) {
    expectTheSame([](Scene scene) {
        convertCoordinates(scene, 0.01);
        return scene;
    });
}

TEST_F(StoredClips, GetTheirRotationsAligned) {
    expectTheSame([](Scene scene) {
        alignRotationSigns(scene);
        return scene;
    });
}

TEST_F(StoredClips, GetTheirScalesResolved) {
    expectTheSame([](Scene scene) {
        resolveScaleCompensation(scene);
        return scene;
    });
}

TEST_F(StoredClips, AreBoundToTheirModel) {
    expectTheSame([this](Scene clips) {
        Scene model = clips;
        model.clips.clear();
        std::ranges::reverse(model.joints);
        for (Joint& joint : model.joints)
            joint.parent.reset();
        EXPECT_TRUE(bindClips(model, std::move(clips), diagnostics_));
        return model;
    });
}

TEST_F(StoredClips, MoveTheJointsOfARigidSkin) {
    expectTheSame([this](Scene scene) {
        skinRigidParts(scene, {}, diagnostics_);
        return scene;
    });
}

TEST_F(StoredClips, AreMerged) {
    expectTheSame([this](Scene scene) {
        std::vector<ScenePart> parts(2);
        parts[0] = {.name = "first", .scene = test::smallScene()};
        parts[1] = {.name = "second", .scene = std::move(scene)};
        return mergeScenes(std::move(parts), "both", diagnostics_);
    });
}

}  // namespace
}  // namespace rigkiln
