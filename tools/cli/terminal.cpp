#include "tools/cli/terminal.hpp"

#include <cstdlib>
#include <string_view>
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

}  // namespace rigkiln::cli
