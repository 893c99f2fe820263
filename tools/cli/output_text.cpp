#include "tools/cli/output_text.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <mutex>
#include <string>

#include <fmt/format.h>

#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/read_file.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::cli {
namespace {

constexpr std::string_view kClearLine = "\r\x1B[K";

/// The status line of this process; it has one terminal.
struct StatusLine {
    std::mutex mutex;
    std::string text;
};

StatusLine& statusLine() {
    static StatusLine line;
    return line;
}

/// The first error of standard output.
std::atomic<int>& outputProblem() {
    static std::atomic<int> problem{0};
    return problem;
}

void writeError(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

void print(std::string_view text) {
    errno = 0;
    const bool isWritten = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (isWritten && std::fflush(stdout) == 0) return;
    int none = 0;
    outputProblem().compare_exchange_strong(none, errno == 0 ? EIO : errno);
}

int finishOutput(int exitCode) {
    // Some file systems tell of an error only when a file is closed.
    errno = 0;
    if (std::fclose(stdout) != 0) {
        int none = 0;
        outputProblem().compare_exchange_strong(none, errno == 0 ? EIO : errno);
    }
    const int problem = outputProblem();
    // A closed pipe is no error: its reader needs no more output.
    if (problem == 0 || problem == EPIPE) return exitCode;
    complain(systemError(kCannotWrite, "standard output", "write", problem).text());
    return exitCode == kDone || exitCode == kSomeFailed ? kEnvironmentFailed : exitCode;
}

void complain(std::string_view text) {
    StatusLine& status = statusLine();
    const std::lock_guard lock(status.mutex);
    writeError(fmt::format("{}rigkiln: {}\n{}", status.text.empty() ? "" : kClearLine, text, status.text));
}

void showStatusLine(std::string_view line) {
    StatusLine& status = statusLine();
    const std::lock_guard lock(status.mutex);
    if (line.empty() && status.text.empty()) return;
    status.text = line;
    writeError(fmt::format("{}{}", kClearLine, line));
}

}  // namespace rigkiln::cli
