#include <algorithm>
#include <cmath>

#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>

#include "pipeline/animation/probe_points.hpp"
#include "pipeline/reduction/reduce_clip.hpp"

/// Tests the angle between neighbouring keys. Some programs blend the components of quaternions instead of
/// following the arc; the larger the angle, the larger their error.
namespace rigkiln {
namespace {

using testing::AllOf;
using testing::Ge;
using testing::Lt;
using testing::SizeIs;

constexpr double kSpinBound = 0.0002;
constexpr double kShell = 0.03;

/// Reduces a joint that rotates around Z by `degrees` in each frame, and returns its keys.
Track<glm::quat> reducedSpin(std::size_t frames, double degrees) {
    Scene scene;
    scene.joints.resize(1);
    JointTracks tracks;
    tracks.joint = IndexOf<Joint>(0);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const double angle = glm::radians(degrees) * static_cast<double>(frame);
        tracks.rotation.times.push_back(static_cast<float>(static_cast<double>(frame) / 30));
        tracks.rotation.values.push_back(glm::quat(glm::angleAxis(angle, glm::dvec3(0, 0, 1))));
    }
    Clip clip;
    clip.duration = tracks.rotation.times.back();
    clip.joints.push_back(tracks);
    Diagnostics diagnostics;
    reduceClip(scene, clip, probePoints(scene, {.shell = kShell}), kSpinBound, diagnostics);
    return clip.joints.front().rotation;
}

/// Largest displacement of a point at the shell when components are blended between neighbouring keys, in
/// metres.
double largestBlendingError(const Track<glm::quat>& track) {
    double largest = 0;
    for (std::size_t key = 0; key + 1 < track.values.size(); ++key) {
        const glm::dquat from = glm::normalize(glm::dquat(track.values[key]));
        const glm::dquat to = glm::normalize(glm::dquat(track.values[key + 1]));
        for (int part = 1; part < 50; ++part) {
            const double fraction = part / 50.0;
            const glm::dquat apart =
                glm::inverse(glm::slerp(from, to, fraction)) * glm::lerp(from, to, fraction);
            const double sine = glm::length(glm::dvec3(apart.x, apart.y, apart.z)) / glm::length(apart);
            largest = std::max(largest, 2 * kShell * sine);
        }
    }
    return largest;
}

TEST(KeyTurns, AreSoSmallThatBlendingComponentsIsWithinTheBound) {
    // Along an arc, one span could cover thirty frames.
    const Track<glm::quat> track = reducedSpin(121, 6);
    EXPECT_THAT(track.times, SizeIs(AllOf(Ge(10U), Lt(30U))));
    EXPECT_LT(largestBlendingError(track), kSpinBound);
}

TEST(KeyTurns, AreWhatTheyAreFromKeyToKeyOfTheSource) {
    const Track<glm::quat> track = reducedSpin(31, 80);
    EXPECT_THAT(track.times, SizeIs(31));
    EXPECT_GT(largestBlendingError(track), kSpinBound);
}

}  // namespace
}  // namespace rigkiln
