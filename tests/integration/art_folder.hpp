#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// Generated art to convert, and what can be said of any folder of outputs.
namespace rigkiln::test {

struct ArtRequest {
    std::size_t sets = 1;
    bool damaged = false;
};

/// Writes models, clips and textures below the folder.
void writeArt(const std::filesystem::path& folder, const ArtRequest& request = {});

/// One generated file by its path in the art folder: "Models/TROOPER.ALO".
[[nodiscard]] std::vector<std::byte> artFile(const std::string& path);

/// Every file below a folder with its bytes, by relative path.
using Tree = std::map<std::string, std::vector<std::byte>>;
[[nodiscard]] Tree treeBelow(const std::filesystem::path& folder);

/// Relative paths that are in only one of the trees or differ; short enough to print.
[[nodiscard]] std::vector<std::string> differences(const Tree& left, const Tree& right);

/// The JSON of a binary glTF file. Throws when the file is not whole: magic, version, its own length, chunks.
[[nodiscard]] nlohmann::json jsonOfGlb(const std::vector<std::byte>& file);

/// What is wrong with the outputs below a folder: torn .glb files, .gltf files whose buffer or images are not
/// there or are not those that their names say; leftover temporary files.
[[nodiscard]] std::vector<std::string> brokenFilesBelow(const std::filesystem::path& folder);
[[nodiscard]] std::vector<std::string> temporaryFilesBelow(const std::filesystem::path& folder);

[[nodiscard]] std::string textOf(const std::filesystem::path& path);

}  // namespace rigkiln::test
