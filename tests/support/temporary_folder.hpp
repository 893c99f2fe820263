#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigkiln::test {

/// Unique folder for one test; the destructor removes it with its content.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Writes a file below the folder, creates missing folders, and returns its path.
    std::filesystem::path write(const std::string& relative, std::span<const std::byte> bytes) const;
    std::filesystem::path write(const std::string& relative, std::string_view text) const;

private:
    std::filesystem::path path_;
};

[[nodiscard]] std::vector<std::byte> readBytes(const std::filesystem::path& path);
/// Relative paths of all regular files below the folder, sorted.
[[nodiscard]] std::vector<std::string> filesBelow(const std::filesystem::path& folder);

}  // namespace rigkiln::test
