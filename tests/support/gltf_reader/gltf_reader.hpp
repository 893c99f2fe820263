#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"

/// Reads written files back with a library that shares no code with the exporter.
namespace rigkiln::test {

/// Elements of an accessor, concatenated, as floats; normalised integers are converted to their fractions.
struct ReadValues {
    int componentType = 0;  ///< 5126 float, 5122 short ...
    std::size_t width = 0;  ///< components per element
    std::vector<float> values;

    [[nodiscard]] std::size_t size() const { return width == 0 ? 0 : values.size() / width; }
    [[nodiscard]] std::vector<float> at(std::size_t element) const {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(element * width);
        return {begin, begin + static_cast<std::ptrdiff_t>(width)};
    }
};

struct ReadNode {
    std::string name;
    std::vector<int> children;
    std::vector<float> translation{0, 0, 0};
    std::vector<float> rotation{0, 0, 0, 1};  ///< x, y, z, w
    std::vector<float> scale{1, 1, 1};
    int mesh = -1;
    int skin = -1;
};

struct ReadChannel {
    int node = -1;  ///< -1: the target is a JSON pointer
    std::string path;
    std::string interpolation;
    int input = -1;  ///< accessor index
    int output = -1;
    std::vector<float> times;
    ReadValues keys;
};

struct ReadAnimation {
    std::string name;
    std::vector<ReadChannel> channels;

    /// Finds the channel of a node and path; null when there is none.
    [[nodiscard]] const ReadChannel* find(int node, const std::string& path) const {
        for (const ReadChannel& channel : channels) {
            if (channel.node == node && channel.path == path) return &channel;
        }
        return nullptr;
    }
};

struct ReadPrimitive {
    std::map<std::string, ReadValues> attributes;
    int indexType = 0;
    std::vector<std::uint32_t> indices;
    int material = -1;
};

struct ReadMesh {
    std::string name;
    std::vector<ReadPrimitive> primitives;
};

struct ReadSkin {
    std::vector<int> joints;
    ReadValues inverseBindMatrices;
};

// Moving nlohmann::json does not throw, but its asserts may.
// NOLINTNEXTLINE(bugprone-exception-escape)
struct ReadGltf {
    std::vector<int> roots;
    std::vector<ReadNode> nodes;
    std::vector<ReadMesh> meshes;
    std::vector<ReadSkin> skins;
    std::vector<ReadAnimation> animations;
    std::vector<std::vector<std::byte>> images;
    nlohmann::json json;  ///< the JSON as written

    /// Index of the node with this name; -1 when there is none.
    [[nodiscard]] int nodeNamed(const std::string& name) const {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].name == name) return static_cast<int>(i);
        }
        return -1;
    }
};

/// Concatenates the pieces of a file.
[[nodiscard]] std::string joinedBytes(const OutputFile& file);

/// Reads the main file of a set, which is the last. Its buffer and images are looked up in the set alone.
[[nodiscard]] Result<ReadGltf> readGltf(const OutputSet& set);

}  // namespace rigkiln::test
