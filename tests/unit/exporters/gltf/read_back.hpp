#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/gltf_reader/gltf_reader.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"

namespace rigkiln::gltf_export::test {

using rigkiln::test::joinedBytes;
using rigkiln::test::ReadAnimation;
using rigkiln::test::ReadChannel;
using rigkiln::test::ReadGltf;
using rigkiln::test::readGltf;
using rigkiln::test::ReadNode;
using rigkiln::test::ReadPrimitive;
using rigkiln::test::ReadSkin;
using rigkiln::test::ReadValues;

/// Exports the scene; fails the test and returns nothing when the exporter fails.
inline OutputSet exported(const Scene& scene, const ExportSettings& settings) {
    Result<OutputSet> set = exportScene(scene, settings);
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    return set ? *set : OutputSet{};
}

/// Exports the scene and reads the output; fails the test and returns an empty file when either fails.
inline ReadGltf readBack(const Scene& scene, const ExportSettings& settings = {}) {
    const Result<OutputSet> set = exportScene(scene, settings);
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    if (!set) return {};
    Result<ReadGltf> file = readGltf(*set);
    EXPECT_TRUE(file) << (file ? "" : file.error().text());
    return file ? *file : ReadGltf{};
}

/// Parses a record, which extras store as JSON text: json.at("nodes").at(0).at("extras").at("rigkiln_joint").
inline nlohmann::json record(const nlohmann::json& object, const std::string& key) {
    return nlohmann::json::parse(object.at("extras").at(key).get<std::string>());
}

using Floats = std::vector<float>;

inline std::vector<std::string> namesOf(const OutputSet& set) {
    std::vector<std::string> names;
    for (const OutputFile& file : set)
        names.push_back(file.name);
    return names;
}

/// Parses a file of the set, or the JSON of one that is a GLB; null if there is none of that name.
inline nlohmann::json jsonOf(const OutputSet& set, const std::string& name) {
    const auto file = std::ranges::find(set, name, &OutputFile::name);
    if (file == set.end()) return {};
    const std::string text = joinedBytes(*file);
    if (!text.starts_with("glTF")) return nlohmann::json::parse(text);
    constexpr std::size_t kHeader = 20;
    std::uint32_t size = 0;
    std::memcpy(&size, text.data() + kHeader - 2 * sizeof size, sizeof size);
    return nlohmann::json::parse(text.substr(kHeader, size));
}

}  // namespace rigkiln::gltf_export::test
