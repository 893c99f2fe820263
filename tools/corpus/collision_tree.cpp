#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "pipeline/binary/byte_writer.hpp"
#include "tools/corpus/shapes.hpp"

namespace rigkiln::corpus {
namespace {

using alamo::AloSubMesh;
using alamo::Float3;

struct Bounds {
    std::array<double, 3> low{};
    std::array<double, 3> high{};
};

struct Node {
    Bounds parent{};        ///< the box its bytes are relative to
    std::size_t first = 0;  ///< first of its triangles in the order of chunk 1203
    std::size_t count = 0;
};

constexpr std::size_t kTrianglesPerLeaf = 2;

Bounds boundsOf(const AloSubMesh& subMesh, const std::vector<std::uint16_t>& triangles, const Node& node) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    Bounds bounds{{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
    for (std::size_t i = node.first; i < node.first + node.count; ++i) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::size_t index = subMesh.indices[triangles[i] * std::size_t{3} + corner];
            const Float3& position = subMesh.vertices[index].position;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                bounds.low[axis] = std::min(bounds.low[axis], double{position[axis]});
                bounds.high[axis] = std::max(bounds.high[axis], double{position[axis]});
            }
        }
    }
    return bounds;
}

std::uint8_t stepIn(double value, double low, double high, bool upwards) {
    const double steps = high > low ? (value - low) / (high - low) * 255 : 0;
    return static_cast<std::uint8_t>(std::clamp(upwards ? std::ceil(steps) : std::floor(steps), 0.0, 255.0));
}

/// Writes the box as bytes relative to the parent's box, and returns the box that a reader gets from them.
Bounds writeBox(ByteWriter& writer, const Bounds& bounds, const Bounds& parent) {
    std::array<std::uint8_t, 6> bytes{};
    Bounds read;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double extent = parent.high[axis] - parent.low[axis];
        bytes[axis] = stepIn(bounds.low[axis], parent.low[axis], parent.high[axis], false);
        bytes[axis + 3] = stepIn(bounds.high[axis], parent.low[axis], parent.high[axis], true);
        read.low[axis] = parent.low[axis] + extent * bytes[axis] / 255;
        read.high[axis] = parent.low[axis] + extent * bytes[axis + 3] / 255;
    }
    writer.writeAll<std::uint8_t>(bytes);
    return read;
}

/// Orders the node's triangles along its longest axis, so that both halves are compact.
void sortAlongLongestAxis(const AloSubMesh& subMesh, std::vector<std::uint16_t>& triangles, const Node& node,
                          const Bounds& bounds) {
    std::size_t longest = 0;
    for (std::size_t axis = 1; axis < 3; ++axis) {
        if (bounds.high[axis] - bounds.low[axis] > bounds.high[longest] - bounds.low[longest]) longest = axis;
    }
    const auto position = [&](std::uint16_t triangle) {
        float sum = 0;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            sum += subMesh.vertices[subMesh.indices[triangle * std::size_t{3} + corner]].position[longest];
        }
        return sum;
    };
    const auto begin = triangles.begin() + static_cast<std::ptrdiff_t>(node.first);
    std::stable_sort(
        begin, begin + static_cast<std::ptrdiff_t>(node.count),
        [&](std::uint16_t left, std::uint16_t right) { return position(left) < position(right); });
}

std::vector<std::byte> boxChunk(const Bounds& root, std::size_t nodeCount, std::size_t triangleCount) {
    ByteWriter writer;
    const auto corner = [&](std::uint8_t id, const std::array<double, 3>& point) {
        writer.write(id);
        writer.write(std::uint8_t{12});
        for (const double component : point)
            writer.write(static_cast<float>(component));
    };
    const auto number = [&](std::uint8_t id, std::size_t count) {
        writer.write(id);
        writer.write(std::uint8_t{4});
        writer.write(static_cast<std::uint32_t>(count));
    };
    corner(0, root.low);
    corner(1, root.high);
    number(2, nodeCount);
    number(3, triangleCount);
    return std::move(writer).finish();
}

}  // namespace

alamo::AloCollisionTree makeCollisionTree(const AloSubMesh& subMesh) {
    std::vector<std::uint16_t> triangles(subMesh.indices.size() / 3);
    std::iota(triangles.begin(), triangles.end(), std::uint16_t{0});

    std::vector<Node> nodes{{.count = triangles.size()}};
    Bounds root = boundsOf(subMesh, triangles, nodes.front());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double margin = (root.high[axis] - root.low[axis]) * 0.005;
        root.low[axis] -= margin;
        root.high[axis] += margin;
    }
    nodes.front().parent = root;

    ByteWriter nodeWriter;
    // Breadth first: the two children stand side by side behind all nodes so far.
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node node = nodes[i];
        const Bounds exact = boundsOf(subMesh, triangles, node);
        const Bounds read = writeBox(nodeWriter, exact, node.parent);
        if (node.count <= kTrianglesPerLeaf) {
            nodeWriter.write(static_cast<std::uint16_t>(node.count));
            nodeWriter.write(static_cast<std::uint16_t>(node.first));
            continue;
        }
        nodeWriter.write(std::uint16_t{0});
        nodeWriter.write(static_cast<std::uint16_t>(nodes.size()));
        sortAlongLongestAxis(subMesh, triangles, node, exact);
        const std::size_t half = node.count / 2;
        nodes.push_back({read, node.first, half});
        nodes.push_back({read, node.first + half, node.count - half});
    }
    ByteWriter triangleWriter;
    triangleWriter.writeAll<std::uint16_t>(triangles);
    alamo::AloCollisionTree tree;
    tree.box = boxChunk(root, nodes.size(), triangles.size());
    tree.nodes = std::move(nodeWriter).finish();
    tree.triangles = std::move(triangleWriter).finish();
    return tree;
}

}  // namespace rigkiln::corpus
