#include "tools/corpus/random.hpp"

#include <gtest/gtest.h>

namespace rigkiln::corpus {
namespace {

TEST(CorpusRandom, GivesTheNumbersOfSplitMix64) {
    Random random(0);
    EXPECT_EQ(random.next(), 0xE220'A839'7B1D'CDAFU);
    EXPECT_EQ(random.next(), 0x6E78'9E6A'A1B9'65F4U);
}

TEST(CorpusRandom, StaysInItsRange) {
    Random random(7);
    for (int i = 0; i < 1000; ++i) {
        const double number = random.between(-2, 3);
        EXPECT_GE(number, -2);
        EXPECT_LT(number, 3);
        EXPECT_LT(random.below(5), 5U);
    }
}

}  // namespace
}  // namespace rigkiln::corpus
