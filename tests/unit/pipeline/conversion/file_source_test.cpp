#include "pipeline/conversion/file_source.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(NoFiles, FindsNoImage) {
    NoFiles files;
    EXPECT_FALSE(files.findImage("skin.tga").has_value());
}

}  // namespace
}  // namespace rigkiln
