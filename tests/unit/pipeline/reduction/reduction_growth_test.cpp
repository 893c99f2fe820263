#include <cmath>
#include <cstddef>
#include <functional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "pipeline/base/stop.hpp"
#include "pipeline/reduction/pack_keys.hpp"
#include "pipeline/reduction/reduce_clip.hpp"
#include "tests/support/sanitizers.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kFrames = 8;

enum class Hierarchy { Star, Chain };
enum class Motion { Alike, Different, Steps };

struct Kind {
    std::string name;
    Hierarchy hierarchy = Hierarchy::Star;
    Motion motion = Motion::Alike;
    bool turns = false;

    // NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
    friend void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }
};

/// Joints that all move, below one root or each below the one before.
Scene movingJoints(const Kind& kind, std::size_t count) {
    std::mt19937 random(5);
    const auto next = [&] { return static_cast<float>(random()) / 4294967296.0F - 0.5F; };
    const float size = kind.hierarchy == Hierarchy::Chain ? 0.001F : 0.1F;
    Scene scene;
    scene.joints.resize(count + 1);
    Clip clip;
    clip.duration = static_cast<float>(kFrames - 1) / 30;
    for (std::size_t joint = 1; joint <= count; ++joint) {
        scene.joints[joint].parent = IndexOf<Joint>(kind.hierarchy == Hierarchy::Chain ? joint - 1 : 0);
        JointTracks tracks;
        tracks.joint = IndexOf<Joint>(joint);
        const bool isStep = kind.motion == Motion::Steps && joint % 2 == 0;
        if (isStep) tracks.translation.interpolation = Interpolation::Step;
        for (std::size_t frame = 0; frame < kFrames; ++frame) {
            const bool isEnd = frame == 0 || frame + 1 == kFrames;
            if (isStep && !isEnd && random() % 2 == 0) continue;
            tracks.translation.times.push_back(static_cast<float>(frame) / 30);
            const float swing = std::sin(static_cast<float>(frame)) * size;
            tracks.translation.values.push_back(kind.motion == Motion::Alike
                                                    ? glm::vec3(swing, 0, 0)
                                                    : glm::vec3(next(), next(), next()) * size);
            if (!kind.turns) continue;
            tracks.rotation.times.push_back(static_cast<float>(frame) / 30);
            tracks.rotation.values.push_back(
                glm::normalize(glm::quat(1, next() * size, next() * size, next() * size)));
        }
        clip.joints.push_back(tracks);
    }
    scene.clips.push_back(clip);
    return scene;
}

std::size_t workOf(const std::function<void()>& run) {
    const StopSignal never(nullptr);
    const StopScope scope(&never);
    run();
    return scope.checks();
}

class ReductionGrowth : public testing::TestWithParam<Kind> {
protected:
    /// Work is counted where a stop is asked: once per comparison of tracks, sampled track, fitted track,
    /// measured joint, fault and joint above a fault.
    static void expectNLogN(const std::function<void(const Scene&, Clip&)>& use) {
        constexpr std::size_t kFewest = 125;
        constexpr std::size_t kDoublings = test::kHasSanitizer ? 2 : 4;
        double perNode = 0;
        for (std::size_t doubling = 0; doubling <= kDoublings; ++doubling) {
            const std::size_t count = kFewest << doubling;
            const Scene scene = movingJoints(GetParam(), count);
            Clip clip = scene.clips.front();
            const std::size_t work = workOf([&] { use(scene, clip); });
            const auto nLogN = static_cast<double>(count) * std::log2(static_cast<double>(count));
            const double ofThese = static_cast<double>(work) / nLogN;
            EXPECT_GT(work, count);
            if (doubling == 0) perNode = ofThese;
            EXPECT_LT(ofThese, 1.5 * perNode) << count << " joints, " << work << " steps";
        }
    }
};

TEST_P(ReductionGrowth, IsAtMostNLogNInTheJoints) {
    expectNLogN([](const Scene& scene, Clip& clip) {
        Diagnostics diagnostics;
        (void)reduceClip(scene, clip, probePoints(scene, {}), 0.001, diagnostics);
    });
}

TEST_P(ReductionGrowth, IsAtMostNLogNInTheJointsWithSplines) {
    expectNLogN([](const Scene& scene, Clip& clip) {
        Diagnostics diagnostics;
        (void)reduceClip(scene, clip, probePoints(scene, {}), 0.001, diagnostics, {.fitsSplines = true});
    });
}

TEST_P(ReductionGrowth, IsAtMostNLogNInTheJointsForPackedKeys) {
    expectNLogN([](const Scene& scene, Clip& clip) {
        const Clip source = clip;
        (void)packKeys(scene, source, clip, probePoints(scene, {}), 0.001);
    });
}

INSTANTIATE_TEST_SUITE_P(Joints, ReductionGrowth,
                         testing::Values(Kind{"star", Hierarchy::Star, Motion::Alike, false},
                                         Kind{"chain", Hierarchy::Chain, Motion::Alike, false},
                                         Kind{"starOfStrangers", Hierarchy::Star, Motion::Different, false},
                                         Kind{"chainOfStrangers", Hierarchy::Chain, Motion::Different, false},
                                         Kind{"turningStar", Hierarchy::Star, Motion::Different, true},
                                         Kind{"turningChain", Hierarchy::Chain, Motion::Different, true},
                                         Kind{"steps", Hierarchy::Star, Motion::Steps, false}),
                         [](const testing::TestParamInfo<Kind>& kind) { return kind.param.name; });

}  // namespace
}  // namespace rigkiln
