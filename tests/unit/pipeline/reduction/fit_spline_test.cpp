#include "pipeline/reduction/fit_spline.hpp"

#include <cmath>
#include <vector>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>

#include "tests/unit/pipeline/reduction/change_source.hpp"

namespace rigkiln::reduction {
namespace {

/// A translation along x, sampled at `count` frames, with keys at the first and the last.
struct Path {
    std::vector<float> frames;
    MotionTrack track;

    template <class Place>
    Path(double seconds, std::size_t count, Place place) {
        changeSource(track, [&](TrackSource& source) {
            for (std::size_t frame = 0; frame < count; ++frame) {
                const double time = seconds * static_cast<double>(frame) / static_cast<double>(count - 1);
                frames.push_back(static_cast<float>(time));
                source.frames.emplace_back(place(time), 0, 0, 0);
            }
        });
        track.budget.lever.assign(count, 1);
        track.budget.tolerance.assign(count, 0.001);
        track.form.isSpline = true;
        track.choice.keys = {0, static_cast<std::uint32_t>(count - 1)};
    }
};

TEST(FitSpline, FindsTangentsPerSecond) {
    // t^3 - t over two seconds: its slope 3 t^2 - 1 is -1 at first and 11 at last, per second and not per
    // span.
    Path path(2, 401, [](double time) { return time * time * time - time; });
    fitSpline(path.track, path.frames, path.track.source->frames, {});
    ASSERT_EQ(path.track.choice.tangents.size(), 2U);
    EXPECT_NEAR(path.track.choice.values[0].x, 0, 2e-4);
    EXPECT_NEAR(path.track.choice.values[1].x, 6, 2e-4);
    EXPECT_NEAR(path.track.choice.tangents[0].out.x, -1, 2e-3);
    EXPECT_NEAR(path.track.choice.tangents[1].in.x, 11, 2e-3);
    EXPECT_EQ(path.track.choice.tangents[0].in, glm::dvec4(0.0));
    EXPECT_EQ(path.track.choice.tangents[1].out, glm::dvec4(0.0));
}

TEST(FitSpline, IsExpandedAsTheSpecificationSays) {
    // From 1 to 3 in half a second; slopes are 8 per second at first and -4 at last. At a quarter of the span
    // the weights 27/32, 9/64, 5/32, -3/64 give 1 * 27/32 + 0.5 * 8 * 9/64 + 3 * 5/32 + 0.5 * -4 * -3/64.
    const std::vector<float> frames = {0.0F, 0.5F};
    const TimeGrid grid(frames);
    MotionTrack track;
    track.choice.keys = {0, 1};
    track.choice.values = {{1, 0, 0, 0}, {3, 0, 0, 0}};
    track.choice.tangents = {{.in = {}, .out = {8, 0, 0, 0}}, {.in = {-4, 0, 0, 0}, .out = {}}};
    for (std::size_t plane = 0; plane < TimeGrid::kPlanes; ++plane)
        track.reduced[plane].resize(grid.checks[plane].size());
    for (std::size_t plane = 0; plane < TimeGrid::kPlanes; ++plane)
        expandSpline(track, grid, plane);
    EXPECT_DOUBLE_EQ(track.reduced[1].value(0).x, 27.0 / 32 + 36.0 / 64 + 15.0 / 32 + 6.0 / 64);
    EXPECT_DOUBLE_EQ(track.reduced[0].value(1).x, 2 + 0.5 * 8 / 8 + 0.5 * 4 / 8);
    EXPECT_DOUBLE_EQ(track.reduced[0].value(0).x, 1);
    EXPECT_DOUBLE_EQ(track.reduced[0].value(2).x, 3);
}

TEST(FitSpline, TurnsCornersAtItsKeys) {
    Path path(2, 41, [](double time) { return std::abs(time - 1); });
    path.track.choice.keys = {0, 20, 40};
    fitSpline(path.track, path.frames, path.track.source->frames, {});
    EXPECT_NEAR(path.track.choice.tangents[1].in.x, -1, 1e-6);
    EXPECT_NEAR(path.track.choice.tangents[1].out.x, 1, 1e-6);
}

TEST(FitSpline, GivesTheStraightLineBetweenNeighbouringFrames) {
    Path path(0.5, 2, [](double time) { return 4 * time; });
    fitSpline(path.track, path.frames, path.track.source->frames, {});
    EXPECT_NEAR(path.track.choice.tangents[0].out.x, 4, 1e-5);
    EXPECT_NEAR(path.track.choice.tangents[1].in.x, 4, 1e-5);
}

TEST(FitSpline, LeavesPinnedEndsWhereTheSourceHasThem) {
    Path path(2, 41, [](double time) { return std::sin(5 * time) + 0.1; });
    fitSpline(path.track, path.frames, path.track.source->frames, {.first = true, .last = true});
    EXPECT_EQ(path.track.choice.values.front(), glm::dvec4(glm::vec4(path.track.source->frames.front())));
    EXPECT_EQ(path.track.choice.values.back(), glm::dvec4(glm::vec4(path.track.source->frames.back())));
}

TEST(FitSpline, KeepsTangentsOfShortsWithinOne) {
    // A turn by 3 radians in a second around x, the middle of it.
    Path path(1, 61, [](double) { return 0.0; });
    changeSource(path.track, [&path](TrackSource& source) {
        source.part = Part::Rotation;
        for (std::size_t frame = 0; frame < path.frames.size(); ++frame) {
            const double half = 1.5 * (static_cast<double>(path.frames[frame]) - 0.5);
            source.frames[frame] = {std::sin(half), 0, 0, std::cos(half)};
        }
    });
    fitSpline(path.track, path.frames, path.track.source->frames, {});
    EXPECT_EQ(path.track.choice.tangents[0].out.x, 1);
    path.track.choice.isFloat = true;
    fitSpline(path.track, path.frames, path.track.source->frames, {});
    // Half of the speed times the cosine of 0.75 radians.
    EXPECT_NEAR(path.track.choice.tangents[0].out.x, 1.5 * std::cos(0.75), 0.01);
}

}  // namespace
}  // namespace rigkiln::reduction
