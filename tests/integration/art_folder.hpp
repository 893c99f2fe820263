#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/sanitizers.hpp"

/// Writes generated art for conversions, and checks folders of outputs.
namespace rigkiln::test {

struct ArtRequest {
    std::size_t sets = 1;
    bool damaged = false;
};

/// Sets whose conversion takes long enough to be interrupted.
inline constexpr std::size_t kManySets = kHasSanitizer ? 20 : 100;

/// Writes models, clips and textures below the folder.
void writeArt(const std::filesystem::path& folder, const ArtRequest& request = {});

/// Returns the generated file with this path in the art folder, for example "Models/TROOPER.ALO".
[[nodiscard]] std::vector<std::byte> artFile(const std::string& path);

/// Files below a folder: relative path to bytes.
using Tree = std::map<std::string, std::vector<std::byte>>;
[[nodiscard]] Tree treeBelow(const std::filesystem::path& folder);

/// Lists the relative paths that are in only one of the trees or differ; short enough to print.
[[nodiscard]] std::vector<std::string> differences(const Tree& left, const Tree& right);

/// Returns the JSON of a GLB. Throws unless magic, version, stated length and the type of the first chunk are
/// right.
[[nodiscard]] nlohmann::json jsonOfGlb(const std::vector<std::byte>& file);

/// `brokenFilesBelow` describes broken outputs below a folder: incomplete .glb files, and .gltf files whose
/// buffer or images are missing or differ from the hashes in their names. `temporaryFilesBelow` lists
/// leftover temporary files.
[[nodiscard]] std::vector<std::string> brokenFilesBelow(const std::filesystem::path& folder);
[[nodiscard]] std::vector<std::string> temporaryFilesBelow(const std::filesystem::path& folder);

/// Returns the report of a run without what differs between equal runs: times, digests of recipes, and each
/// `name`, which stands for the folder of the outputs.
[[nodiscard]] nlohmann::json comparableReport(const std::filesystem::path& file, const std::string& name);

[[nodiscard]] std::string textOf(const std::filesystem::path& path);

}  // namespace rigkiln::test
