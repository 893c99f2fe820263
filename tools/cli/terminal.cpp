#include "tools/cli/terminal.hpp"

#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace rigkiln::cli {
namespace {

std::string_view variable(const char* name) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here sets variables
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

bool hasColor(int descriptor) {
    return ::isatty(descriptor) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

bool isInteractive(int descriptor) {
    return ::isatty(descriptor) == 1 && variable("TERM") != "dumb";
}

std::size_t terminalWidth(int descriptor) {
    constexpr std::size_t kUsual = 80;
    struct winsize size {};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the only way to ask
    const bool isKnown = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return isKnown ? size.ws_col : kUsual;
}

std::string clipped(std::string_view line, std::size_t columns) {
    constexpr unsigned char kContinuationMask = 0xC0U;
    constexpr unsigned char kContinuation = 0x80U;
    std::size_t used = 0;
    std::size_t end = 0;
    while (end < line.size()) {
        const bool isAscii = static_cast<unsigned char>(line[end]) < kContinuation;
        used += isAscii ? 1 : 2;
        if (used > columns) break;
        ++end;
        while (end < line.size() &&
               (static_cast<unsigned char>(line[end]) & kContinuationMask) == kContinuation)
            ++end;
    }
    return std::string(line.substr(0, end));
}

}  // namespace rigkiln::cli
