#include "tools/cli/output_text.hpp"

#include <cstdio>
#include <mutex>
#include <string>

#include <fmt/format.h>

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

void writeError(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

void print(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
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
