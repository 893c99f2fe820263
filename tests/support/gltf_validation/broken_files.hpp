#pragma once

#include <string>
#include <vector>

#include "tests/support/gltf_validation/sound_document.hpp"

namespace rigkiln::gltf_validation::test {

/// A file that breaks one rule or a few, made from the sound document.
struct BrokenFile {
    std::string name{};  ///< of the file: the rule or what is wrong, with extension
    Bytes bytes{};
};

/// Returns files of which each rule is broken by one at least, sorted by name.
[[nodiscard]] std::vector<BrokenFile> brokenFiles();

// Parts of brokenFiles.
void addBrokenContainers(std::vector<BrokenFile>& files);
void addBrokenData(std::vector<BrokenFile>& files);
void addBrokenImages(std::vector<BrokenFile>& files);

/// Changes of the JSON (RFC 6902), by the name of the file without extension.
struct BrokenJson {
    std::string_view name;
    std::string_view patch;
};
[[nodiscard]] std::vector<BrokenJson> brokenMembers();
[[nodiscard]] std::vector<BrokenJson> brokenLinks();
[[nodiscard]] std::vector<BrokenJson> brokenExtensions();

}  // namespace rigkiln::gltf_validation::test
