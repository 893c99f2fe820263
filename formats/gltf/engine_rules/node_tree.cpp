#include "formats/gltf/engine_rules/node_tree.hpp"

#include <algorithm>

namespace rigkiln::gltf_engine_rules {

NodeTree::NodeTree(const gltf_validation::ObjectList<Node>& nodes)
    : parent_(nodes.items.size() + 1, nodes.items.size()),
      depth_(parent_.size(), 0),
      jump_(parent_.size(), nodes.items.size()),
      place_(parent_.size(), 0),
      size_(parent_.size(), 0) {
    std::vector<std::vector<std::size_t>> children(parent_.size());
    for (std::size_t i = 0; i < nodes.items.size(); ++i) {
        if (nodes.items[i] && nodes.items[i]->parent != kNone)
            parent_[i] = static_cast<std::size_t>(nodes.items[i]->parent);
        children[parent_[i]].push_back(i);
    }
    std::vector<std::size_t> open = {top()};
    while (!open.empty()) {
        const std::size_t node = open.back();
        open.pop_back();
        place_[node] = order_.size();
        order_.push_back(node);
        size_[node] = 1;
        if (node != top()) {
            const std::size_t parent = parent_[node];
            depth_[node] = depth_[parent] + 1;
            const std::size_t further = jump_[parent];
            const bool isBalanced =
                depth_[parent] - depth_[further] == depth_[further] - depth_[jump_[further]];
            jump_[node] = isBalanced ? jump_[further] : parent;
        }
        open.insert(open.end(), children[node].rbegin(), children[node].rend());
    }
    std::for_each(order_.rbegin(), order_.rend(), [&](std::size_t node) {
        if (node != top()) size_[parent_[node]] += size_[node];
    });
}

bool NodeTree::contains(Integer node) const {
    return node >= 0 && static_cast<std::size_t>(node) < top() && size_[static_cast<std::size_t>(node)] > 0;
}

std::size_t NodeTree::ancestorAt(std::size_t node, std::size_t depth) const {
    while (depth_[node] > depth)
        node = depth_[jump_[node]] >= depth ? jump_[node] : parent_[node];
    return node;
}

std::size_t NodeTree::commonAncestor(std::size_t left, std::size_t right) const {
    const std::size_t depth = std::min(depth_[left], depth_[right]);
    left = ancestorAt(left, depth);
    right = ancestorAt(right, depth);
    while (left != right) {
        const bool isFar = jump_[left] != jump_[right];
        left = isFar ? jump_[left] : parent_[left];
        right = isFar ? jump_[right] : parent_[right];
    }
    return left;
}

}  // namespace rigkiln::gltf_engine_rules
