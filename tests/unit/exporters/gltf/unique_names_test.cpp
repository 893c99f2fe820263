#include "exporters/gltf/unique_names.hpp"

#include <set>

#include <gtest/gtest.h>

namespace rigkiln::gltf_export {
namespace {

using Names = std::vector<std::string>;

TEST(UniqueNames, KeepsNamesThatDiffer) {
    EXPECT_EQ(uniqueNames(std::vector<NameRequest>{{"a", ""}, {"b", ""}}), (Names{"a", "b"}));
}

TEST(UniqueNames, NumbersRepetitionsFromTwoOn) {
    EXPECT_EQ(uniqueNames(std::vector<NameRequest>{{"a", ""}, {"a", ""}, {"a", ""}}),
              (Names{"a", "a_2", "a_3"}));
}

TEST(UniqueNames, LeavesNamesAloneThatLookLikeNumberedOnes) {
    EXPECT_EQ(uniqueNames(std::vector<NameRequest>{{"a", ""}, {"a", ""}, {"a_2", ""}}),
              (Names{"a", "a_3", "a_2"}));
}

TEST(UniqueNames, UsesTheFallbackForEmptyNames) {
    EXPECT_EQ(uniqueNames(std::vector<NameRequest>{{"", "joint"}, {"", "joint"}}),
              (Names{"joint", "joint_2"}));
}

TEST(UniqueNames, ComparesNamesAsTheyAreWritten) {
    EXPECT_EQ(uniqueNames(std::vector<NameRequest>{{"\xFC", ""}, {"\xC3\xBC", ""}}),
              (Names{"\xC3\xBC", "\xC3\xBC_2"}));
}

TEST(UniqueNames, CopesWithManyThatAskForOneName) {
    constexpr std::size_t kCount = 200000;  // would take minutes if each search began at 2
    const std::vector<NameRequest> requests(kCount, NameRequest{"bone", "joint"});
    const Names names = uniqueNames(requests);
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), kCount);
    EXPECT_EQ(names.back(), "bone_200000");
}

}  // namespace
}  // namespace rigkiln::gltf_export
