#include "tests/unit/pipeline/process/ring_scene.hpp"

#include <cstddef>

#include "tests/support/scene_builder.hpp"

namespace rigkiln::test {

Scene rings() {
    Scene scene;
    scene.name = "rings";
    scene.joints = {joint("arm"), joint("hand", 0, {0, 2, 0})};
    for (std::size_t i = 0; i < 2; ++i) {
        scene.meshes.push_back({.name = "ring", .primitives = {triangle()}, .extras = {}});
        MeshInstance instance;
        instance.name = "ring";
        instance.mesh = IndexOf<Mesh>(i);
        instance.joint = IndexOf<Joint>(i);
        scene.instances.push_back(instance);
    }
    Clip clip;
    clip.name = "turn";
    clip.duration = 1.0F;
    JointTracks arm;
    arm.rotation = {.times = {0.0F, 1.0F}, .values = {turn(0, {0, 0, 1}), turn(90, {0, 0, 1})}};
    clip.joints = {arm};
    scene.clips.push_back(clip);
    return scene;
}

}  // namespace rigkiln::test
