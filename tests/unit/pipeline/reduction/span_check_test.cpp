#include "pipeline/reduction/span_check.hpp"

#include <cmath>

#include <gmock/gmock.h>

#include "tests/unit/pipeline/reduction/change_source.hpp"

namespace rigkiln::reduction {
namespace {

/// A translation with one value per frame; each unit displaces a point by one metre.
struct Motion {
    explicit Motion(std::size_t frames) {
        track.budget.lever.assign(frames, 1.0);
        track.budget.tolerance.assign(frames, 0.01);
        for (std::size_t frame = 0; frame < frames; ++frame)
            times.push_back(static_cast<float>(frame) / 30);
        changeSource(track, [frames](TrackSource& source) {
            for (std::size_t frame = 0; frame < frames; ++frame)
                source.frames.emplace_back(static_cast<double>(frame), 0, 0, 0);
        });
    }
    void setFrame(std::size_t frame, const glm::dvec4& value) {
        changeSource(track, [&](TrackSource& source) { source.frames[frame] = value; });
    }
    void setHeight(std::size_t frame, double y) {
        changeSource(track, [&](TrackSource& source) { source.frames[frame].y = y; });
    }
    MotionTrack track;
    std::vector<float> times;
};

TEST(SpanCheck, HoldsWhereTheSourceIsALine) {
    const Motion motion(100);
    const SpanCheck check(motion.track, motion.times);
    EXPECT_TRUE(check.holds(0, 99));
    EXPECT_TRUE(check.holds(40, 41));
    EXPECT_TRUE(check.holds(40, 40));
}

TEST(SpanCheck, SeesEveryFrameOfAShortSpan) {
    for (std::size_t length = 2; length < 8; ++length) {
        for (std::size_t wrong = 1; wrong < length; ++wrong) {
            Motion motion(length + 1);
            motion.setHeight(wrong, 0.011);
            EXPECT_FALSE(SpanCheck(motion.track, motion.times).holds(0, length)) << wrong << " of " << length;
            motion.setHeight(wrong, 0.009);
            EXPECT_TRUE(SpanCheck(motion.track, motion.times).holds(0, length)) << wrong << " of " << length;
        }
    }
}

TEST(SpanCheck, SeesTheBendOfALongSpan) {
    Motion motion(200);
    for (std::size_t frame = 0; frame < 200; ++frame)
        motion.setHeight(frame, 0.012 * std::sin(static_cast<double>(frame) / 199 * 3.141592653));
    const SpanCheck check(motion.track, motion.times);
    EXPECT_FALSE(check.holds(0, 199));
    EXPECT_TRUE(check.holds(0, 100));
}

/// Rotates by `angle` radians, measured between quaternions, within 30 frames.
Motion turn(double angle) {
    Motion motion(31);
    changeSource(motion.track, [](TrackSource& source) { source.part = Part::Rotation; });
    for (std::size_t frame = 0; frame <= 30; ++frame) {
        const double part = static_cast<double>(frame) / 30 * angle;
        motion.setFrame(frame, {std::sin(part), 0, 0, std::cos(part)});
    }
    return motion;
}

TEST(SpanCheck, TurnsAlongTheGreatCircle) {
    Motion motion = turn(0.5);
    EXPECT_TRUE(SpanCheck(motion.track, motion.times).holds(0, 30));
    motion.setFrame(15, {std::sin(0.26), 0, 0, std::cos(0.26)});  // off by 0.01, the joint by 0.02
    EXPECT_FALSE(SpanCheck(motion.track, motion.times).holds(0, 30));
}

TEST(SpanCheck, LeavesHalfOfTheToleranceToBlendingOfComponents) {
    // Blending components is off by 0.0161 times the cube of the angle. It may use half of the tolerance of
    // 0.01, which is 0.0025 between quaternions, as a rotation displaces points by twice that.
    const Motion motion = turn(0.6);
    EXPECT_FALSE(SpanCheck(motion.track, motion.times).holds(0, 30));
    EXPECT_TRUE(SpanCheck(motion.track, motion.times).holds(0, 26));
    EXPECT_TRUE(SpanCheck(motion.track, motion.times).holds(0, 1));
}

}  // namespace
}  // namespace rigkiln::reduction
