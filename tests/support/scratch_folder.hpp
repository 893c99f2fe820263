#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace rigkiln {

/// Temporary folder with paths as strings, as the batch expects them.
class ScratchFolder {
public:
    [[nodiscard]] std::string path() const { return folder_.path().string(); }
    [[nodiscard]] std::string path(const std::string& relative) const { return path() + "/" + relative; }

    std::string write(const std::string& relative, std::string_view content) const {
        return folder_.write(relative, content).string();
    }

    [[nodiscard]] std::string read(const std::string& relative) const {
        std::ifstream file(path(relative), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    /// Relative paths of all regular files, including hidden ones, sorted.
    [[nodiscard]] std::vector<std::string> files(const std::string& below = "") const {
        return test::filesBelow(below.empty() ? folder_.path() : folder_.path() / below);
    }

private:
    test::TemporaryFolder folder_;
};

}  // namespace rigkiln
