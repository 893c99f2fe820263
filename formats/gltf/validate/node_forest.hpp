#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "formats/gltf/validate/document.hpp"

namespace rigkiln::gltf_validation {

/// Trees of nodes by their parents. Parents may form loops; the nodes below a loop count as one tree too.
/// Takes time and memory proportional to the number of nodes.
class NodeForest {
public:
    explicit NodeForest(const ObjectList<Node>& nodes);

    /// Returns a node that stands for the tree: its root, or a node of its loop.
    [[nodiscard]] Integer treeOf(Integer node) const { return tree_[static_cast<std::size_t>(node)]; }
    [[nodiscard]] bool isInLoop(Integer node) const { return isInLoop_[static_cast<std::size_t>(node)]; }
    /// True if the tree has a loop instead of a root.
    [[nodiscard]] bool isLooped(Integer tree) const { return isInLoop(tree); }
    /// True if `node` is one of `others` or above each that exists. Precondition: no loop in the tree of
    /// `others`.
    [[nodiscard]] bool isAbove(Integer node, std::span<const Integer> others) const;

private:
    void findTrees();
    void findOrder();

    std::vector<Integer> parent_;
    std::vector<Integer> tree_;
    std::vector<bool> isInLoop_;
    /// Numbers of the nodes on a walk from each root, children behind parents; and one past the last node
    /// below each.
    std::vector<std::size_t> first_;
    std::vector<std::size_t> end_;
};

}  // namespace rigkiln::gltf_validation
