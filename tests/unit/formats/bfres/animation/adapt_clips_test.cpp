#include "formats/bfres/animation/adapt_clips.hpp"

#include <gtest/gtest.h>

#include "formats/bfres/base/bfres_issues.hpp"

namespace rigkiln::bfres {
namespace {

/// root, arm and hand, one below the other; the hand does not inherit scale.
Scene chain() {
    Scene scene;
    for (const char* name : {"root", "arm", "hand"}) {
        Joint joint;
        joint.name = name;
        joint.sourceIndex = static_cast<std::uint32_t>(scene.joints.size());
        if (!scene.joints.empty()) joint.parent = IndexOf<Joint>(scene.joints.size() - 1);
        scene.joints.push_back(std::move(joint));
    }
    scene.joints[2].compensatesParentScale = true;
    return scene;
}

Scene clips() {
    Scene scene = chain();
    scene.clips.resize(2);
    scene.clips[0].name = "walk";
    scene.clips[1].name = "run";
    return scene;
}

Diagnostics adapted(const Scene& model, Scene moving) {
    Diagnostics diagnostics;
    adaptClipsToModel(model, moving, diagnostics);
    return diagnostics;
}

TEST(AdaptBfresClips, SaysNothingWhereSkeletonsAgree) {
    EXPECT_TRUE(adapted(chain(), clips()).issues().empty());
}

TEST(AdaptBfresClips, TellsOncePerClipWhichBonesDiffer) {
    Scene model = chain();
    model.joints[1].compensatesParentScale = true;
    model.joints[1].name = "ARM";
    const Diagnostics diagnostics = adapted(model, clips());
    ASSERT_EQ(diagnostics.issues().size(), 2U);
    EXPECT_EQ(diagnostics.issues()[0].kind->id, kCompensationDiffers.id);
    EXPECT_EQ(diagnostics.issues()[0].where, "clip 'walk'");
    EXPECT_EQ(diagnostics.issues()[1].where, "clip 'run'");
    EXPECT_EQ(diagnostics.issues()[1].details, "1 of 2 bones, first 'arm'");
}

TEST(AdaptBfresClips, ComparesOnlyBonesThatBothSkeletonsPlace) {
    Scene model = chain();
    model.joints[2].compensatesParentScale = false;
    Scene moving = clips();
    moving.joints[2].sourceIndex.reset();
    EXPECT_TRUE(adapted(model, moving).issues().empty()) << "known by name alone";
    moving = clips();
    moving.joints[2].parent.reset();
    EXPECT_TRUE(adapted(model, moving).issues().empty()) << "a root";
    moving = clips();
    moving.joints[2].name = "tail";
    EXPECT_TRUE(adapted(model, moving).issues().empty()) << "not in the model";
}

}  // namespace
}  // namespace rigkiln::bfres
