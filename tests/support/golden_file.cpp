#include "tests/support/golden_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace rigkiln::test {
namespace {

std::filesystem::path pathOf(std::string_view file) {
    return std::filesystem::path(RIGKILN_SOURCE_FOLDER) / file;
}

std::size_t lineOf(const std::string& text, std::ptrdiff_t position) {
    return static_cast<std::size_t>(std::count(text.begin(), text.begin() + position, '\n')) + 1;
}

}  // namespace

bool updatesGolden() {
    const char* update =
        std::getenv("UPDATE_GOLDEN");  // NOLINT(concurrency-mt-unsafe): tests set no variables
    return update != nullptr && std::string_view(update) == "1";
}

std::optional<std::string> readGolden(std::string_view file) {
    std::ifstream stream(pathOf(file), std::ios::binary);
    if (!stream) return std::nullopt;
    return std::string{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void writeGolden(std::string_view file, const std::string& text) {
    std::filesystem::create_directories(pathOf(file).parent_path());
    std::ofstream(pathOf(file), std::ios::binary) << text;
}

std::string differenceFromGolden(std::string_view file, const std::string& actual) {
    if (updatesGolden()) {
        writeGolden(file, actual);
        return {};
    }
    const std::optional<std::string> expected = readGolden(file);
    if (!expected) return fmt::format("{} is not there; UPDATE_GOLDEN=1 makes it", file);
    if (*expected == actual) return {};
    const auto [left, right] = std::ranges::mismatch(*expected, actual);
    return fmt::format("{} differs from line {} on (UPDATE_GOLDEN=1 rewrites it); now it starts with:\n{}",
                       file, lineOf(*expected, left - expected->begin()),
                       actual.substr(static_cast<std::size_t>(right - actual.begin()), 200));
}

}  // namespace rigkiln::test
