#include "tools/cli/output_text.hpp"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <poll.h>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>

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

/// Replaces control characters by \xNN, but ends of lines and tabs: a name of a file could give a terminal
/// orders. U+0080 to U+009F are some too, of two bytes in UTF-8.
std::string withVisibleControls(std::string_view text) {
    const auto isLongControl = [](std::string_view rest) {
        return rest.size() > 1 && rest[0] == '\xC2' && static_cast<unsigned char>(rest[1]) >= 0x80 &&
               static_cast<unsigned char>(rest[1]) < 0xA0;
    };
    std::string visible;
    visible.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool isControl = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
        if (isLongControl(text.substr(i))) {
            visible += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[++i]));
        } else if (isControl) {
            visible += fmt::format("\\x{:02X}", byte);
        } else {
            visible += text[i];
        }
    }
    return visible;
}

void writeError(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

std::string complaint(const StatusLine& status, std::string_view text) {
    return fmt::format("{}rigkiln: {}\n{}", status.text.empty() ? "" : kClearLine, withVisibleControls(text),
                       status.text);
}

/// Calls `textNow` with the status line and writes what it returns, if both are possible within a moment.
/// Writes past the stream: another thread may hold its lock while it waits.
template <class TextNow>
void writeErrorIfPossible(const TextNow& textNow) {
    using namespace std::chrono_literals;
    constexpr auto kMoment = 100ms;
    StatusLine& status = statusLine();
    std::unique_lock lock(status.mutex, std::defer_lock);
    const auto end = std::chrono::steady_clock::now() + kMoment;
    while (!lock.try_lock()) {
        if (std::chrono::steady_clock::now() > end) return;
        std::this_thread::sleep_for(1ms);
    }
    pollfd errors{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
    if (::poll(&errors, 1, static_cast<int>(kMoment.count())) <= 0 || (errors.revents & POLLOUT) == 0) return;
    const std::string text = textNow(status);
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
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
    writeError(complaint(status, text));
}

void complainIfPossible(std::string_view text) {
    writeErrorIfPossible([&](const StatusLine& status) { return complaint(status, text); });
}

void clearStatusLineIfPossible() {
    writeErrorIfPossible([](StatusLine& status) {
        const bool isClear = std::exchange(status.text, {}).empty();
        return std::string(isClear ? std::string_view() : kClearLine);
    });
}

void showStatusLine(std::string_view line) {
    StatusLine& status = statusLine();
    const std::lock_guard lock(status.mutex);
    if (line.empty() && status.text.empty()) return;
    status.text = line;
    writeError(fmt::format("{}{}", kClearLine, line));
}

}  // namespace rigkiln::cli
