#include "tools/corpus/heavy.hpp"

#include <cstddef>
#include <variant>

#include <gtest/gtest.h>

#include "formats/alamo/alo_file.hpp"

namespace rigkiln::corpus {
namespace {

TEST(HeavyModel, IsAboutAsLargeAsAskedFor) {
    for (const std::size_t bytes : {std::size_t{1'000}, std::size_t{1'000'000}, std::size_t{25'000'000}}) {
        const auto size = static_cast<double>(makeHeavyModel(3, bytes).bytes.size());
        const auto wanted = static_cast<double>(bytes);
        EXPECT_NEAR(size, wanted, 0.08 * wanted + 1'000) << bytes;
    }
}

}  // namespace
}  // namespace rigkiln::corpus
