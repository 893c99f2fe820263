#include "formats/bfres/animation/evaluate_curve.hpp"

#include <bit>
#include <cmath>

#include <gtest/gtest.h>

namespace rigkiln::bfres {
namespace {

Curve makeCurve(CurveType type, RawFrames frames, RawKeys keys, std::uint16_t keyCount) {
    Curve curve;
    curve.keyCount = keyCount;
    curve.flags = curveFlags(type, static_cast<FrameType>(frames.index()),
                             static_cast<KeyType>(keys.index() == 3 ? 0 : keys.index()));
    curve.frames = std::move(frames);
    curve.keys = std::move(keys);
    return curve;
}

void setWraps(Curve& curve, CurveWrap pre, CurveWrap post) {
    curve.flags = curveFlags(curve.type(), curve.frameType(), curve.keyType(), pre, post);
}

std::uint32_t floatBits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

// The value is 10 + 0.5 * (k0 + t (k1 + t (k2 + t k3))): 10.5 at frame 0, and 10 + 0.5 * 10 at frame 4.
Curve makeCubic() {
    Curve curve = makeCurve(CurveType::Cubic, std::vector<std::uint8_t>{0, 4, 8},
                            std::vector<std::int16_t>{1, 2, 3, 4, 10, -6, 0, 0, 4, 0, 0, 0}, 3);
    curve.scale = 0.5F;
    curve.offsetBits = floatBits(10);
    return curve;
}

TEST(EvaluateCurve, AddsTheOffsetOnceToScaledCubics) {
    const Curve curve = makeCubic();
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 0), 10.5);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 2), 10 + 0.5 * (1 + 0.5 * (2 + 0.5 * (3 + 0.5 * 4))));  // t = 0.5
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 4), 15);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 7), 10 + 0.5 * (10 - 0.75 * 6));
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 8), 12);
}

TEST(EvaluateCurve, CountsFixedFramesIn32nds) {
    Curve curve = makeCurve(CurveType::Linear, std::vector<std::int16_t>{0, 48},
                            std::vector<std::int8_t>{-128, 127, -1, 0}, 2);
    EXPECT_DOUBLE_EQ(frameOfKey(curve, 1), 1.5);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 0.75), -128 + 127 * 0.5);
    curve.scale = -2;  // used as stored
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 0), 256);
}

TEST(EvaluateCurve, GoesByTheStoredStepOfLinearKeys) {
    // Two keys share frame 2: the first keeps its own slope up to the jump.
    const Curve curve = makeCurve(CurveType::Linear, std::vector<float>{0, 2, 2, 4},
                                  std::vector<float>{0, 1, 1, 5, 8, -4, 4, 0}, 4);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 1), 0.5);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 1.999), 0.9995);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 2), 8) << "the later of two keys wins";
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 3), 6);
}

TEST(EvaluateCurve, TakesTheOffsetOfStepsForAnInteger) {
    Curve curve = makeCurve(CurveType::StepInt, std::vector<std::uint8_t>{0, 5, 9},
                            std::vector<std::int8_t>{-1, 0, 1}, 3);
    curve.offsetBits = 1;
    curve.scale = 0;
    EXPECT_EQ(evaluateCurve(curve, 4.99), 0);
    EXPECT_EQ(evaluateCurve(curve, 5), 1);
    EXPECT_EQ(evaluateCurve(curve, 100), 2);
    curve.offsetBits = 0xFFFFFFFF;
    EXPECT_EQ(evaluateCurve(curve, 0), -2);
}

TEST(EvaluateCurve, TakesIntegerWordsForSigned) {
    const Curve curve = makeCurve(CurveType::StepInt, std::vector<std::uint8_t>{0, 5},
                                  std::vector<std::uint32_t>{0xFFFFFFFE, 7}, 2);
    EXPECT_EQ(evaluateCurve(curve, 0), -2);
    EXPECT_EQ(evaluateCurve(curve, 5), 7);
}

TEST(EvaluateCurve, ReadsStepBooleansFromTheLowestBitOn) {
    std::vector<std::uint8_t> frames;
    for (std::uint8_t i = 0; i < 34; ++i)
        frames.push_back(i);
    Curve curve = makeCurve(CurveType::StepBool, frames, std::vector<std::uint32_t>{0x80000005, 2}, 34);
    curve.offsetBits = 5;
    EXPECT_EQ(evaluateCurve(curve, 0), 1);
    EXPECT_EQ(evaluateCurve(curve, 1.5), 0);
    EXPECT_EQ(evaluateCurve(curve, 2), 1);
    EXPECT_EQ(evaluateCurve(curve, 31), 1);
    EXPECT_EQ(evaluateCurve(curve, 32), 0);
    EXPECT_EQ(evaluateCurve(curve, 33), 1);
}

TEST(EvaluateCurve, FindsBakedValuesByTheFrameAlone) {
    Curve curve = makeCurve(CurveType::BakedFloat, {}, std::vector<float>{1, 2, 4}, 3);
    curve.firstFrame = 10;
    curve.lastFrame = 12;
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 10), 1);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 11.5), 3);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 12), 4);
    curve = makeCurve(CurveType::BakedBool, {}, std::vector<std::uint32_t>{2}, 3);
    EXPECT_EQ(evaluateCurve(curve, 0), 0);
    EXPECT_EQ(evaluateCurve(curve, 1), 1);
    curve = makeCurve(CurveType::BakedInt, {}, std::vector<std::int16_t>{-3, 9}, 2);
    EXPECT_EQ(evaluateCurve(curve, 0.9), -3);
    EXPECT_EQ(evaluateCurve(curve, 1), 9);
}

// Rises from 10 at frame 2 to 14 at frame 6.
Curve makeRamp() {
    return makeCurve(CurveType::Linear, std::vector<std::uint8_t>{2, 6}, std::vector<float>{10, 4, 14, 0}, 2);
}

TEST(EvaluateCurve, ClampsOutsideItsKeys) {
    const Curve curve = makeRamp();
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, -100), 10);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 100), 14);
}

TEST(EvaluateCurve, RepeatsOutsideItsKeys) {
    Curve curve = makeRamp();
    setWraps(curve, CurveWrap::Repeat, CurveWrap::Repeat);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 6), 14) << "the last key is not yet outside";
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 7), 11);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 11), 11);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 1), 13);
}

TEST(EvaluateCurve, MirrorsOutsideItsKeys) {
    Curve curve = makeRamp();
    setWraps(curve, CurveWrap::Mirror, CurveWrap::Mirror);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 7), 13);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 11), 11);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 1), 11);
}

TEST(EvaluateCurve, GoesOnFromItsEndWhenItIsRelative) {
    Curve curve = makeRamp();
    setWraps(curve, CurveWrap::Relative, CurveWrap::Relative);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 7), 15);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 11), 19);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 1), 9);
}

TEST(EvaluateCurve, WrapsEachSideInItsOwnWay) {
    Curve curve = makeRamp();
    setWraps(curve, CurveWrap::Clamp, CurveWrap::Repeat);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 1), 10);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 7), 11);
}

TEST(EvaluateCurve, IsConstantWithASingleKey) {
    Curve curve =
        makeCurve(CurveType::Cubic, std::vector<std::uint8_t>{3}, std::vector<float>{7, 1, 1, 1}, 1);
    setWraps(curve, CurveWrap::Repeat, CurveWrap::Relative);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 0), 7);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 3), 7);
    EXPECT_DOUBLE_EQ(evaluateCurve(curve, 50), 7);
}

// The result does not depend on the key where the search begins, even when time goes back or skips many keys.
TEST(EvaluateCurve, GivesTheSameValueFromAnyKey) {
    std::vector<std::uint8_t> frames;
    std::vector<std::int16_t> keys;
    for (std::uint8_t key = 0; key < 60; ++key) {
        frames.push_back(static_cast<std::uint8_t>(key / 2 * 3));  // two keys per frame
        keys.insert(keys.end(), {static_cast<std::int16_t>(key * key), static_cast<std::int16_t>(7 - key)});
    }
    Curve curve = makeCurve(CurveType::Linear, frames, keys, 60);
    for (const CurveWrap wrap :
         {CurveWrap::Clamp, CurveWrap::Repeat, CurveWrap::Mirror, CurveWrap::Relative}) {
        setWraps(curve, wrap, wrap);
        std::size_t key = 1000;
        for (const double frame :
             {-100.0, 0.0, 0.5, 1.0, 2.9, 3.0, 80.0, 87.0, 86.9, 4.0, 5.5, 200.0, 260.0, 3.0})
            EXPECT_EQ(evaluateCurve(curve, frame, key), evaluateCurve(curve, frame)) << frame;
        EXPECT_EQ(key, 3U);
        for (std::size_t from = 0; from < 62; ++from) {
            key = from;
            EXPECT_EQ(evaluateCurve(curve, 45.25, key), evaluateCurve(curve, 45.25)) << from;
        }
    }
}

TEST(BakedSize, FollowsTheKindOfCurve) {
    Curve curve = makeCubic();
    curve.lastFrame = 8;
    EXPECT_EQ(bakedSize(curve), 4U * 9 + 20);
    curve.flags = curveFlags(CurveType::StepInt, FrameType::U8, KeyType::S8);
    EXPECT_EQ(bakedSize(curve), 9U + 8);
    curve.lastFrame = 40;
    curve.flags = curveFlags(CurveType::StepBool, FrameType::U8, KeyType::Word);
    EXPECT_EQ(bakedSize(curve), 4U * 2 + 8);
    curve.lastFrame = std::nanf("");
    EXPECT_EQ(bakedSize(curve), 0U);
}

}  // namespace
}  // namespace rigkiln::bfres
