#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace rigkiln::test {

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "rigkiln-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder at " + pattern);
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TemporaryFolder::write(const std::string& relative,
                                             std::span<const std::byte> bytes) const {
    std::filesystem::path path = path_ / relative;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream stream(path, std::ios::binary);
    std::ranges::transform(bytes, std::ostreambuf_iterator<char>(stream),
                           [](std::byte byte) { return std::to_integer<char>(byte); });
    return path;
}

std::filesystem::path TemporaryFolder::write(const std::string& relative, std::string_view text) const {
    return write(relative, std::as_bytes(std::span(text)));
}

std::vector<std::byte> readBytes(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream) throw std::runtime_error("cannot read " + path.string());
    std::vector<std::byte> bytes;
    std::transform(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>(),
                   std::back_inserter(bytes),
                   [](char character) { return static_cast<std::byte>(character); });
    return bytes;
}

std::vector<std::string> filesBelow(const std::filesystem::path& folder) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file())
            files.push_back(std::filesystem::relative(entry.path(), folder).string());
    }
    std::ranges::sort(files);
    return files;
}

}  // namespace rigkiln::test
