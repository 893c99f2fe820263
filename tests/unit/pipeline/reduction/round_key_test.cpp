#include <gmock/gmock.h>

#include "pipeline/reduction/fit_keys.hpp"
#include "tests/unit/pipeline/reduction/change_source.hpp"

namespace rigkiln::reduction {
namespace {

constexpr glm::dvec4 kValue(0.1, -0.2, 0.3, 0.7);

TEST(RoundKey, GivesWhatFloatsHold) {
    for (const bool isRotation : {false, true}) {
        MotionTrack track;
        changeSource(track, [isRotation](TrackSource& source) {
            source.part = isRotation ? Part::Rotation : Part::Scale;
        });
        track.choice.isFloat = isRotation;
        const glm::dvec4 rounded = roundKey(track, kValue);
        for (int i = 0; i < 4; ++i) {
            EXPECT_EQ(rounded[i], static_cast<double>(static_cast<float>(kValue[i])));
            EXPECT_NE(rounded[i], kValue[i]);
        }
    }
}

TEST(RoundKey, GivesWhatSixteenBitsHold) {
    MotionTrack track;
    changeSource(track, [](TrackSource& source) { source.part = Part::Rotation; });
    const glm::dvec4 rounded = roundKey(track, kValue);
    EXPECT_EQ(rounded.x, static_cast<double>(3277.0F / 32767.0F));
    EXPECT_EQ(rounded.y, static_cast<double>(-6553.0F / 32767.0F));
}

}  // namespace
}  // namespace rigkiln::reduction
