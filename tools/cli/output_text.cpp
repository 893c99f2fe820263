#include "tools/cli/output_text.hpp"

#include <cstdio>

#include <fmt/format.h>

namespace rigkiln::cli {

void print(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

void complain(std::string_view text) {
    const std::string line = fmt::format("rigkiln: {}\n", text);
    std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace rigkiln::cli
