#include <gtest/gtest.h>

namespace rigkiln {
namespace {

struct Floats {
    float x, y, z;
};
struct Doubles {
    double x, y, z;
};

/// Not inlined, so that the compiler sees all components side by side and none of their values.
[[gnu::noinline]] Doubles throughFloats(const Doubles& values) {
    const Floats rounded{static_cast<float>(values.x), static_cast<float>(values.y),
                         static_cast<float>(values.z)};
    return {double{rounded.x}, double{rounded.y}, double{rounded.z}};
}

// Every decoder and every exporter rounds to float and goes on in double. g++ 12 drops the rounding of all
// but the last component when it vectorises this (-ftree-slp-vectorize, part of -O2).
TEST(FloatRounding, IsDoneForEachComponent) {
    const Doubles values{0.1, 0.2, 0.3};
    const Doubles rounded = throughFloats(values);
    EXPECT_EQ(rounded.x, double{0.1F});
    EXPECT_EQ(rounded.y, double{0.2F});
    EXPECT_EQ(rounded.z, double{0.3F});
}

}  // namespace
}  // namespace rigkiln
