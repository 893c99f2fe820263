// Converts a model, with its clips, from memory to memory.
//
//   embed OUTPUT.glb MODEL [CLIP...]
//
// A real program takes the bytes from its own archive and hands the result to its own loader; this one reads
// and writes files, so that there is something to look at.
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <rigkiln/convert.hpp>
#include <string>
#include <vector>

namespace {

std::vector<std::byte> readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    const auto* first = reinterpret_cast<const std::byte*>(content.data());
    return {first, first + content.size()};
}

void writeFile(const std::filesystem::path& path, const std::vector<std::byte>& bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::cerr << "usage: embed OUTPUT.glb MODEL [CLIP...]\n";
        return 2;
    }
    const std::filesystem::path output = arguments[1];
    rigkiln::ConvertRequest request;
    request.output = output.filename().string();
    request.options = {{"max-error", "0.5mm"}};
    for (int i = 2; i < count; ++i) {
        const std::filesystem::path input = arguments[i];
        request.files.push_back({.name = input.filename().string(), .bytes = readFile(input)});
    }
    // Textures: everything beside the model.
    const std::filesystem::path folder = std::filesystem::absolute(arguments[2]).parent_path();
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".dds" && extension != ".png") continue;
        request.companions.push_back(
            {.name = entry.path().filename().string(), .bytes = readFile(entry.path())});
    }

    const rigkiln::ConvertResult result = rigkiln::convert(request);
    for (const rigkiln::ConvertIssue& issue : result.issues) {
        if (issue.severity != rigkiln::ConvertSeverity::Information) std::cerr << issue.text() << '\n';
    }
    for (const rigkiln::ConvertError& error : result.errors)
        std::cerr << error.text() << '\n';
    for (const rigkiln::ConvertFile& file : result.files) {
        writeFile(output.parent_path() / file.name, file.bytes);
        std::cout << file.name << ": " << file.bytes.size() << " bytes\n";
    }
    return result.isWhole() ? 0 : 1;
}
