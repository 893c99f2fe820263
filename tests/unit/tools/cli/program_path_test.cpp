#include "tools/cli/program_path.hpp"

#include <filesystem>

#include <gtest/gtest.h>

namespace rigkiln::cli {
namespace {

TEST(ProgramPath, IsTheRunningFile) {
    EXPECT_EQ(programPath(), std::filesystem::read_symlink("/proc/self/exe").string());
    EXPECT_EQ(startedBy("/usr/bin/rigkiln"), "/usr/bin/rigkiln");
    EXPECT_EQ(startedBy(""), "");
}

TEST(ProgramPath, IsTheLauncherOfATreeWithALoaderOfItsOwn) {
    EXPECT_EQ(startedBy("/opt/rigkiln-0.1.0/lib/rigkiln/ld-linux-x86-64.so.2"),
              "/opt/rigkiln-0.1.0/bin/rigkiln");
    EXPECT_EQ(startedBy("/lib64/ld-linux-x86-64.so.2"), "/lib64/ld-linux-x86-64.so.2");
}

}  // namespace
}  // namespace rigkiln::cli
