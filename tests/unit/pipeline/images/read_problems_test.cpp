#include "pipeline/images/read_problems.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;

Error unread(const std::string& member) {
    return inFile("/art.zip", test::kEnvironmentError.at(member, "cannot read: input/output error"));
}

TEST(ReadProblems, ListsThemInTheSameOrderWhicheverThreadWasFirst) {
    ReadProblems problems(realDisk());
    for (const char* member : {"member 'b'", "member 'a'", "member 'b'", "member 'a'"})
        problems.add(unread(member));
    EXPECT_THAT(problems.list(), ElementsAre(unread("member 'a'"), unread("member 'b'")));
}

}  // namespace
}  // namespace rigkiln
