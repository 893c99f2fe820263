#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

// Lists files in sorted order, so that every run replays them in the same order. Throws for a folder without
// files, as such a test would test nothing.
std::vector<fs::path> filesOf(const fs::path& argument) {
    if (fs::is_regular_file(argument)) return {argument};
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(argument)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    if (files.empty()) throw std::runtime_error(fmt::format("{}: no files to replay", argument.string()));
    std::ranges::sort(files);
    return files;
}

std::vector<char> contentOf(const fs::path& path) {
    std::vector<char> content(fs::file_size(path));
    std::ifstream stream(path, std::ios::binary);
    stream.read(content.data(), static_cast<std::streamsize>(content.size()));
    if (!stream) throw std::runtime_error(fmt::format("{}: cannot be read", path.string()));
    return content;
}

}  // namespace

// Replays inputs of a fuzz target in builds without libFuzzer: each argument is a file or a folder of files.
int main(int argc, char** argv) {
    try {
        if (argc < 2) throw std::runtime_error("no file or folder given");
        std::size_t count = 0;
        for (int i = 1; i < argc; ++i) {
            for (const fs::path& path : filesOf(argv[i])) {
                fmt::print("{}\n", path.string());
                // Flushed before each input: the last name printed is the one that crashed.
                std::fflush(stdout);
                const std::vector<char> content = contentOf(path);
                LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(content.data()), content.size());
                ++count;
            }
        }
        fmt::print("{} inputs replayed\n", count);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
}
