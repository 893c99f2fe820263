#include "tools/cli/pager.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {
namespace {

/// Exit code of a shell that does not find the command.
constexpr int kCommandNotFound = 127;

/// Returns whether the pager ran.
bool runPager(const std::string& command, std::string_view text) {
    // NOLINTBEGIN(concurrency-mt-unsafe): no other thread runs when a command prints its result
    ::setenv("LESS", "FRX", 0);
    ::setenv("LV", "-c", 0);
    // NOLINTEND(concurrency-mt-unsafe)
    std::FILE* pipe = ::popen(command.c_str(), "w");
    if (pipe == nullptr) return false;
    // The pager decides what an interrupt means.
    const auto before = std::signal(SIGINT, SIG_IGN);
    std::fwrite(text.data(), 1, text.size(), pipe);
    const int status = ::pclose(pipe);
    std::signal(SIGINT, before);
    return status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != kCommandNotFound;
}

}  // namespace

std::string pagerCommand(const char* pager) {
    if (pager == nullptr) return "less";
    const std::string command(pager);
    return command == "cat" ? std::string() : command;
}

void printPaged(std::string_view text) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): as above
    const std::string command = ::isatty(STDOUT_FILENO) == 1 ? pagerCommand(std::getenv("PAGER")) : "";
    if (command.empty() || !runPager(command, text)) print(text);
}

}  // namespace rigkiln::cli
