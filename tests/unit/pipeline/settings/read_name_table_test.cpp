#include "pipeline/settings/read_name_table.hpp"

#include <cstddef>
#include <string>

#include <gmock/gmock.h>

#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string kTable = R"(# names of our skeleton
joints:
  Bip01 L UpperArm: LeftUpperArm
  "B_*_L": '*_left'
  010: ten
required: [LeftUpperArm, "Hips"]
)";

std::string problemOf(std::string_view text) {
    const Result<NameTable> table = readNameTable(text);
    if (table) return "none";
    EXPECT_TRUE(table.error().is(kBadOption));
    return table.error().text();
}

TEST(ReadNameTable, ReadsNamesPatternsAndRequiredNames) {
    const Result<NameTable> table = readNameTable(kTable);
    ASSERT_TRUE(table) << table.error().text();
    EXPECT_THAT(table->patterns(), ElementsAre("Bip01 L UpperArm", "B_*_L", "010"));
    EXPECT_THAT(table->required(), ElementsAre("LeftUpperArm", "Hips"));
    EXPECT_EQ(table->find("B_Hand_L")->name, "Hand_left");
    EXPECT_EQ(table->find("010")->name, "ten");
}

TEST(ReadNameTable, AllowsATableWithoutEntries) {
    const Result<NameTable> table = readNameTable("joints: {}");
    ASSERT_TRUE(table);
    EXPECT_THAT(table->patterns(), IsEmpty());
    EXPECT_EQ(table->find("a"), std::nullopt);
}

TEST(ReadNameTable, NamesLineAndEntryOfAProblem) {
    EXPECT_THAT(problemOf("joints:\n  a: b\n  \"c*\": \"*d*\"\n"),
                StartsWith("line 3: entry 'c*': the new name '*d*' has 2 *, at most the 1 of the pattern"));
    EXPECT_EQ(problemOf("joints:\n  a: [b]\n"),
              "line 2: entry 'a': the new name is a list, a text is expected");
    EXPECT_EQ(problemOf("joints:\n  a:\n"), "line 2: entry 'a': the new name is nothing, a text is expected");
    EXPECT_THAT(problemOf("joints:\n  a: b\n  a: c\n"), StartsWith("line 3: "));
    EXPECT_THAT(problemOf("joints: [a]"), StartsWith("line 1: joints is a list, a map of new names"));
    EXPECT_THAT(problemOf("required: [a]"), StartsWith("line 1: the key joints is missing"));
    EXPECT_THAT(problemOf("joints: {}\nrequired: a"), StartsWith("line 2: required is a text, a list"));
    EXPECT_THAT(problemOf("joints: {}\nrequired: [[a]]"),
                StartsWith("line 2: required has a list among its names"));
    EXPECT_THAT(problemOf("joints: {}\nrequird: [a]"), HasSubstr("did you mean 'required'?"));
    EXPECT_THAT(problemOf("joints: {a: [], b: [], c: []}"), HasSubstr("(3 problems in all)"));
}

TEST(ReadNameTable, RefusesWhatIsNoTable) {
    EXPECT_THAT(problemOf(""), HasSubstr("a map with the key joints is expected"));
    EXPECT_THAT(problemOf("- a"), HasSubstr("the table is a list"));
    EXPECT_NE(problemOf("joints: {"), "none");
    EXPECT_NE(problemOf(std::string("\0\1\2\xff", 4)), "none");
    EXPECT_THAT(problemOf(std::string(1'000'000, '[')), StartsWith("the file has 1000000 bytes"));
    EXPECT_THAT(problemOf("\x89PNG\r\n\x1a\n"), StartsWith("line 1: is not text in UTF-8"));
    EXPECT_THAT(problemOf(std::string("joints: {}\n\0more", 16)), StartsWith("line 2: is not text in UTF-8"));
    EXPECT_THAT(problemOf("joints:\n  a: \xfc"), StartsWith("line 2: is not text in UTF-8"));
}

TEST(ReadNameTable, TakesAnyBytes) {
    for (std::size_t length = 0; length <= kTable.size(); ++length)
        static_cast<void>(problemOf(std::string_view(kTable).substr(0, length)));
    for (std::size_t at = 0; at < kTable.size(); ++at) {
        for (const char byte : {'\0', '\n', ' ', '*', ':', '[', '{', '"', '&', '!', '-', '\x7f', '\xff'}) {
            std::string changed = kTable;
            changed[at] = byte;
            const Result<NameTable> table = readNameTable(changed);
            if (table) {
                static_cast<void>(table->find("B_Hand_L"));
            } else {
                EXPECT_THAT(table.error().place, StartsWith("line ")) << table.error().text();
                EXPECT_FALSE(table.error().problem.empty());
            }
        }
    }
}

}  // namespace
}  // namespace rigkiln::test
