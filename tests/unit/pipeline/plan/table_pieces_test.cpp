#include "pipeline/plan/table_pieces.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(RowNumber, IsNeverTheOneThatStandsForNoRow) {
    EXPECT_EQ(rowNumber(kNoRow - 1), kNoRow - 1);
    EXPECT_THROW(static_cast<void>(rowNumber(kNoRow)), std::length_error);
    EXPECT_THROW(static_cast<void>(rowNumber(std::size_t{kNoRow} + 1)), std::length_error);
}

}  // namespace
}  // namespace rigkiln
