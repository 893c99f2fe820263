#pragma once

#include <cstddef>
#include <vector>

#include "formats/gltf/engine_rules/engine_file.hpp"

namespace rigkiln::gltf_engine_rules {

/// Nodes by their parents, below one more node that is above all roots: `top()`. Nodes whose parents form a
/// loop are outside of the tree. Takes time and memory proportional to the number of nodes.
class NodeTree {
public:
    explicit NodeTree(const gltf_validation::ObjectList<Node>& nodes);

    [[nodiscard]] std::size_t top() const { return parent_.size() - 1; }
    [[nodiscard]] bool contains(Integer node) const;
    /// Parent of a node; that of `top()` is itself.
    [[nodiscard]] std::size_t parentOf(std::size_t node) const { return parent_[node]; }
    [[nodiscard]] std::size_t depthOf(std::size_t node) const { return depth_[node]; }
    /// All nodes of the tree, parents before their children.
    [[nodiscard]] const std::vector<std::size_t>& order() const { return order_; }
    /// Place of a node in `order()`; the nodes below follow it, up to `endOf`.
    [[nodiscard]] std::size_t placeOf(std::size_t node) const { return place_[node]; }
    [[nodiscard]] std::size_t endOf(std::size_t node) const { return place_[node] + size_[node]; }
    /// Deepest node that is above both or one of them; in time that grows with the logarithm of the depth.
    [[nodiscard]] std::size_t commonAncestor(std::size_t left, std::size_t right) const;

private:
    [[nodiscard]] std::size_t ancestorAt(std::size_t node, std::size_t depth) const;

    std::vector<std::size_t> parent_;
    std::vector<std::size_t> depth_;
    /// An ancestor further up, such that few jumps lead to any depth (E. Myers, "An applicative random-access
    /// stack", 1983).
    std::vector<std::size_t> jump_;
    std::vector<std::size_t> order_;
    std::vector<std::size_t> place_;
    std::vector<std::size_t> size_;  ///< number of nodes from a node on down; 0 outside of the tree
};

}  // namespace rigkiln::gltf_engine_rules
