#include "pipeline/cache/moved_record.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TreePlace treeAt(const std::string& folder) {
    const std::vector<std::string> folders = {folder};
    return TreePlace::around(folders);
}

/// The record of a unit that read `/tree/a.alo` and wrote one file.
UnitRecord record() {
    UnitRecord record;
    record.looks = {{.kind = LookKind::Read, .path = "/tree/a.alo", .inode = 7, .digest = ContentDigest()}};
    record.outputs = {{.path = "a.glb"}};
    return record;
}

TEST(MovedRecord, SaysTheSameInAnotherTree) {
    const auto moved = recordWithout(record(), treeAt("/tree"));
    ASSERT_TRUE(moved);
    const auto there = recordIn(*moved, treeAt("/other"));
    ASSERT_TRUE(there);
    EXPECT_EQ(there->looks.at(0).path, "/other/a.alo");
}

// Nothing could tell whether it still is as it was.
TEST(MovedRecord, IsNoneOfAFileThatWasNotReadToItsEnd) {
    auto moved = recordWithout(record(), treeAt("/tree"));
    ASSERT_TRUE(moved);
    for (const auto& [kind, digest] :
         {std::pair(LookKind::Read, std::optional<ContentDigest>()),
          std::pair(LookKind::Unread, std::optional<ContentDigest>(ContentDigest()))}) {
        UnitRecord damaged = *moved;
        damaged.looks[0].kind = kind;
        damaged.looks[0].digest = digest;
        EXPECT_FALSE(recordIn(damaged, treeAt("/other")));
        UnitRecord made = record();
        made.looks[0].kind = kind;
        made.looks[0].digest = digest;
        EXPECT_FALSE(recordWithout(made, treeAt("/tree")));
    }
}

TEST(MovedRecord, IsNoneWithAPathThatTheTreeCannotHave) {
    auto moved = recordWithout(record(), treeAt("/tree"));
    ASSERT_TRUE(moved);
    moved->looks[0].path = "9/a.alo";
    EXPECT_FALSE(recordIn(*moved, treeAt("/other")));
}

}  // namespace
}  // namespace rigkiln
