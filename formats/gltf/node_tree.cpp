#include "formats/gltf/node_tree.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "formats/gltf/gltf_error.hpp"

namespace rigkiln::gltf {
namespace {

using Parents = std::vector<std::optional<std::size_t>>;
using Nodes = std::vector<tinygltf::Node>;

Parents findParents(const Nodes& nodes) {
    Parents parents(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (std::size_t c = 0; c < nodes[i].children.size(); ++c) {
            const std::string where = fmt::format("nodes[{}].children[{}]", i, c);
            const std::size_t child = checkedIndex(nodes[i].children[c], nodes.size(), where);
            auto& parent = parents[child];
            if (parent) fail("{} is {}, which is a child of nodes[{}] already", where, child, *parent);
            parent = i;
        }
    }
    return parents;
}

/// Throws if any node is unreachable from the roots. Every node has at most one parent, so it then is in a
/// cycle or below one.
void refuseCycles(const Nodes& nodes, const Parents& parents) {
    std::vector<std::size_t> waiting;
    std::size_t reached = 0;
    std::vector<bool> isReached(nodes.size(), false);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!parents[i]) waiting.push_back(i);
    }
    while (!waiting.empty()) {
        const std::size_t node = waiting.back();
        waiting.pop_back();
        isReached[node] = true;
        ++reached;
        for (const int child : nodes[node].children)
            waiting.push_back(static_cast<std::size_t>(child));
    }
    if (reached == nodes.size()) return;
    const auto lost = std::ranges::find(isReached, false) - isReached.begin();
    fail("nodes[{}] has no root above it: its children come back to themselves", lost);
}

void checkReferences(const tinygltf::Model& model) {
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const auto check = [&](int index, std::size_t count, std::string_view name) {
            if (index != -1) (void)checkedIndex(index, count, fmt::format("nodes[{}].{}", i, name));
        };
        check(model.nodes[i].mesh, model.meshes.size(), "mesh");
        check(model.nodes[i].skin, model.skins.size(), "skin");
    }
    for (std::size_t s = 0; s < model.skins.size(); ++s) {
        const std::vector<int>& joints = model.skins[s].joints;
        for (std::size_t j = 0; j < joints.size(); ++j)
            (void)checkedIndex(joints[j], model.nodes.size(), fmt::format("skins[{}].joints[{}]", s, j));
    }
}

}  // namespace

Parents checkedParents(const GltfFile& file) {
    Parents parents = findParents(file.model.nodes);
    refuseCycles(file.model.nodes, parents);
    checkReferences(file.model);
    return parents;
}

}  // namespace rigkiln::gltf
