#include "tests/integration/art_folder.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <xxhash.h>

#include "pipeline/base/text.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/bfres_art.hpp"
#include "tools/corpus/sprites.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln::test {
namespace {

constexpr std::uint64_t kSeed = 1;

void write(const std::vector<corpus::ArtFile>& files, const std::filesystem::path& folder) {
    const Status status = corpus::writeFiles(files, folder);
    if (!status) throw std::runtime_error(status.error().text());
}

/// Throws when a buffer or image of a .gltf file is missing, or its content does not have the hash in its
/// name.
void checkFilesOf(const std::filesystem::path& path) {
    const nlohmann::json json = nlohmann::json::parse(textOf(path));
    for (const char* list : {"buffers", "images"}) {
        for (const nlohmann::json& element : json.value(list, nlohmann::json::array())) {
            const auto uri = element.value("uri", std::string());
            if (uri.empty()) continue;  // in the buffer
            const std::vector<std::byte> bytes = readBytes(path.parent_path() / uri);
            const std::string hash = fmt::format(".{:016x}.", XXH3_64bits(bytes.data(), bytes.size()));
            if (uri.find(hash) == std::string::npos) throw std::runtime_error(uri + " has the hash " + hash);
        }
    }
}

std::uint32_t wordAt(std::span<const std::byte> bytes, std::size_t offset) {
    if (offset + 4 > bytes.size()) throw std::runtime_error("ends before offset " + std::to_string(offset));
    std::uint32_t word = 0;
    for (std::size_t i = 4; i-- > 0;)
        word = word << 8U | std::to_integer<std::uint32_t>(bytes[offset + i]);
    return word;
}

}  // namespace

void writeArt(const std::filesystem::path& folder, const ArtRequest& request) {
    for (std::size_t number = 0; number < request.sets; ++number) {
        write(corpus::makeArtFiles(kSeed, number), folder);
        write(corpus::makeSwat3Files(kSeed, number), folder);
    }
    write(corpus::makeTextures(kSeed), folder);
    if (request.sets > 0) {
        write(corpus::makeSpriteFiles(kSeed), folder);
        write(corpus::makeBfresArt(kSeed), folder);
    }
    if (request.damaged) write(corpus::makeDamagedFiles(kSeed), folder);
}

std::vector<std::byte> artFile(const std::string& path) {
    static const std::vector<corpus::ArtFile> kFiles = [] {
        std::vector<corpus::ArtFile> files = corpus::makeArtFiles(kSeed, 0);
        std::ranges::move(corpus::makeTextures(kSeed), std::back_inserter(files));
        return files;
    }();
    const auto found = std::ranges::find(kFiles, path, &corpus::ArtFile::path);
    if (found == kFiles.end()) throw std::runtime_error("no generated file " + path);
    return found->bytes;
}

Tree treeBelow(const std::filesystem::path& folder) {
    Tree tree;
    for (const std::string& file : filesBelow(folder))
        tree.emplace(file, readBytes(folder / file));
    return tree;
}

std::vector<std::string> differences(const Tree& left, const Tree& right) {
    std::vector<std::string> found;
    for (const auto& [path, bytes] : left) {
        const auto other = right.find(path);
        if (other == right.end()) {
            found.push_back("only in the first: " + quote(path));
        } else if (other->second != bytes) {
            found.push_back("differs: " + quote(path));
        }
    }
    for (const auto& [path, bytes] : right) {
        if (!left.contains(path)) found.push_back("only in the second: " + quote(path));
    }
    return found;
}

nlohmann::json jsonOfGlb(const std::vector<std::byte>& file) {
    constexpr std::uint32_t kMagic = 0x46546C67;
    constexpr std::uint32_t kJsonChunk = 0x4E4F534A;
    constexpr std::size_t kHeaderBytes = 12;
    constexpr std::size_t kChunkHeaderBytes = 8;
    if (wordAt(file, 0) != kMagic || wordAt(file, 4) != 2) throw std::runtime_error("is no glTF 2 binary");
    if (wordAt(file, 8) != file.size())
        throw std::runtime_error(
            fmt::format("has {} bytes and says it has {}", file.size(), wordAt(file, 8)));
    if (wordAt(file, kHeaderBytes + 4) != kJsonChunk) throw std::runtime_error("does not begin with JSON");
    const std::size_t size = wordAt(file, kHeaderBytes);
    const auto json = std::span(file).subspan(kHeaderBytes + kChunkHeaderBytes, size);
    std::string text(size, '\0');
    std::ranges::transform(json, text.begin(), [](std::byte byte) { return std::to_integer<char>(byte); });
    return nlohmann::json::parse(text);
}

std::vector<std::string> brokenFilesBelow(const std::filesystem::path& folder) {
    std::vector<std::string> broken;
    if (!std::filesystem::exists(folder)) return broken;
    for (const std::string& file : filesBelow(folder)) {
        try {
            if (file.ends_with(".glb")) (void)jsonOfGlb(readBytes(folder / file));
            if (file.ends_with(".gltf")) checkFilesOf(folder / file);
        } catch (const std::exception& error) {
            broken.push_back(quote(file) + ": " + error.what());
        }
    }
    return broken;
}

std::vector<std::string> temporaryFilesBelow(const std::filesystem::path& folder) {
    std::vector<std::string> files;
    if (!std::filesystem::exists(folder)) return files;
    for (const std::string& file : filesBelow(folder)) {
        if (file.find(".rigkiln-") != std::string::npos) files.push_back(file);
    }
    return files;
}

std::string textOf(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = readBytes(path);
    std::string text(bytes.size(), '\0');
    std::ranges::transform(bytes, text.begin(), [](std::byte byte) { return std::to_integer<char>(byte); });
    return text;
}

nlohmann::json comparableReport(const std::filesystem::path& file, const std::string& name) {
    constexpr std::string_view kInstead = "OUTPUT";
    std::string text = textOf(file);
    for (std::size_t at = text.find(name); at != std::string::npos;
         at = text.find(name, at + kInstead.size()))
        text.replace(at, name.size(), kInstead);
    nlohmann::json report = nlohmann::json::parse(text);
    report.erase("run");
    // Digests of recipes depend on the name of the output folder.
    report.erase("options_digest");
    for (nlohmann::json& unit : report.at("units")) {
        unit.erase("times");
        unit.erase("recipe");
    }
    return report;
}

}  // namespace rigkiln::test
