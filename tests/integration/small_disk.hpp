#pragma once

#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace rigkiln::test {

/// Runs commands of the shell where `place`, a folder of `folder`, is a tmpfs of 2 MB that only their
/// processes see. "$0" is the program. The exit code is not 0 where this machine lets no test mount one.
[[nodiscard]] inline Finished runOnSmallDisk(const TemporaryFolder& folder, const std::string& place,
                                             const std::string& commands) {
    std::vector<std::string> arguments = {"--mount"};
    if (geteuid() != 0) arguments.emplace_back("--map-root-user");
    const std::string mount = fmt::format("mount -t tmpfs -o size=2m tmpfs {} || exit 99\n", place);
    for (const std::string& argument :
         {std::string("sh"), std::string("-c"), mount + commands, std::string(RIGKILN_PROGRAM)})
        arguments.push_back(argument);
    return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = "unshare"});
}

}  // namespace rigkiln::test
