#include "pipeline/scene/source_rest.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

/// A joint that was turned and moved from the rest pose of the source.
Joint posedJoint() {
    Joint joint;
    joint.rest.translation = {0, 2, 0};
    joint.rest.rotation = {0, 1, 0, 0};
    recordSourceRest(joint, {.rotation = {1, 0, 0, 0}, .translation = {0, 1, 0}});
    return joint;
}

Transform restoredRest(const Joint& joint) {
    Scene scene;
    scene.joints.push_back(joint);
    restoreSourceRest(scene);
    return scene.joints[0].rest;
}

TEST(SourceRest, ComesBack) {
    const Transform rest = restoredRest(posedJoint());
    EXPECT_EQ(rest.translation, glm::vec3(0, 1, 0));
    EXPECT_EQ(rest.rotation, glm::quat(1, 0, 0, 0));
}

TEST(SourceRest, IsLeftWhereARecordHasOtherNumbers) {
    const Transform posed = posedJoint().rest;
    for (const char* member : {"rotation", "posed_rotation", "translation", "posed_translation"}) {
        for (const Value& damaged : {Value("text"), Value(ValueList{}), Value(ValueList{0.0F, 1.0F})}) {
            Joint joint = posedJoint();
            const Value* record = joint.extras.find(kSourceRest);
            ASSERT_NE(record, nullptr);
            Properties changed = std::get<Properties>(record->content());
            changed.set(member, damaged);
            joint.extras.set(kSourceRest, changed);
            const Transform rest = restoredRest(joint);
            const bool isTurn = std::string_view(member).ends_with("rotation");
            EXPECT_EQ(isTurn, rest.rotation == posed.rotation) << member;
            EXPECT_EQ(!isTurn, rest.translation == posed.translation) << member;
        }
    }
}

}  // namespace
}  // namespace rigkiln
