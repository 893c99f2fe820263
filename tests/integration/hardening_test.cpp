#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/program.hpp"

namespace rigkiln::test {
namespace {

using testing::AnyOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// Reads the program, and the library beside it, with readelf.
class Hardening : public testing::TestWithParam<const char*> {
protected:
    static std::string readelf(const std::string& option) {
        const Finished finished = runRigkiln({"--wide", option, GetParam()},
                                             {.folder = {}, .environment = {}, .program = "readelf"});
        EXPECT_EQ(finished.exitCode, 0) << finished.text();
        return finished.output;
    }
};

INSTANTIATE_TEST_SUITE_P(OfWhatIsInstalled, Hardening, testing::Values(RIGKILN_HARDENED_FILES),
                         [](const auto& file) { return "File" + std::to_string(file.index); });

TEST_P(Hardening, LoadsAtAnyAddress) {
    EXPECT_THAT(readelf("--file-header"), ContainsRegex("Type: +DYN"));
}

TEST_P(Hardening, MakesRelocationsReadOnlyBeforeItRuns) {
    EXPECT_THAT(readelf("--program-headers"), HasSubstr("GNU_RELRO"));
    EXPECT_THAT(readelf("--dynamic"), AnyOf(HasSubstr("BIND_NOW"), ContainsRegex("FLAGS_1.* NOW")));
}

TEST_P(Hardening, HasNoStackThatCanBeExecutedAndNoCodeThatCanBeWritten) {
    const std::string headers = readelf("--program-headers");
    EXPECT_THAT(headers,
                ContainsRegex("GNU_STACK +0x[0-9a-f]+ 0x[0-9a-f]+ 0x[0-9a-f]+ 0x[0-9a-f]+ 0x[0-9a-f]+ RW "));
    EXPECT_THAT(headers, Not(ContainsRegex("LOAD .* RWE ")));
}

/// Looks for the functions that inserted checks call when they fail.
TEST_P(Hardening, ChecksTheStackCopiesAndIndices) {
    const std::string symbols = readelf("--dyn-syms");
    EXPECT_THAT(symbols, HasSubstr(" __stack_chk_fail@"));
    EXPECT_THAT(symbols, ContainsRegex(" __mem[a-z]+_chk@"));
    EXPECT_THAT(symbols, HasSubstr("__glibcxx_assert_fail"));
}

}  // namespace
}  // namespace rigkiln::test
