#include "pipeline/files/content_hash.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(ContentHash, IsThatOfTheJoinedPieces) {
    std::vector<std::byte> bytes(100'000);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::byte(i * 7);
    for (const std::size_t size : {1U, 63U, 240U, 999U, 1000U, 65'537U, 100'000U}) {
        ContentHash hash;
        for (std::size_t at = 0; at < bytes.size(); at += size)
            hash.add(std::span(bytes).subspan(at, std::min(size, bytes.size() - at)));
        EXPECT_EQ(hash.digest(), digestOf(bytes)) << size;
    }
    EXPECT_EQ(ContentHash().digest(), digestOf({}));
}

}  // namespace
}  // namespace rigkiln
