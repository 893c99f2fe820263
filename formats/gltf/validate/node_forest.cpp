#include "formats/gltf/validate/node_forest.hpp"

#include <algorithm>

namespace rigkiln::gltf_validation {
namespace {

std::size_t place(Integer node) {
    return static_cast<std::size_t>(node);
}

}  // namespace

NodeForest::NodeForest(const ObjectList<Node>& nodes)
    : parent_(nodes.items.size(), kNone),
      tree_(nodes.items.size(), kNone),
      isInLoop_(nodes.items.size(), false),
      first_(nodes.items.size(), 0),
      end_(nodes.items.size(), 0) {
    for (std::size_t i = 0; i < nodes.items.size(); ++i) {
        if (nodes.items[i]) parent_[i] = nodes.items[i]->parent;
    }
    findTrees();
    findOrder();
}

void NodeForest::findTrees() {
    std::vector<bool> isOnWalk(parent_.size(), false);
    std::vector<Integer> walk;
    for (std::size_t start = 0; start < parent_.size(); ++start) {
        walk.clear();
        auto node = static_cast<Integer>(start);
        while (node != kNone && tree_[place(node)] == kNone && !isOnWalk[place(node)]) {
            isOnWalk[place(node)] = true;
            walk.push_back(node);
            node = parent_[place(node)];
        }
        Integer tree = kNone;
        if (node == kNone) {
            tree = walk.back();
        } else if (tree_[place(node)] != kNone) {
            tree = tree_[place(node)];
        } else {
            tree = node;
            const auto loop = std::ranges::find(walk, node);
            std::for_each(loop, walk.end(), [&](Integer member) { isInLoop_[place(member)] = true; });
        }
        for (const Integer member : walk)
            tree_[place(member)] = tree;
    }
}

void NodeForest::findOrder() {
    std::vector<std::vector<Integer>> children(parent_.size());
    std::vector<Integer> open;
    for (std::size_t i = 0; i < parent_.size(); ++i) {
        if (parent_[i] == kNone) {
            open.push_back(static_cast<Integer>(i));
        } else {
            children[place(parent_[i])].push_back(static_cast<Integer>(i));
        }
    }
    std::vector<Integer> order;
    order.reserve(parent_.size());
    while (!open.empty()) {
        const Integer node = open.back();
        open.pop_back();
        first_[place(node)] = order.size();
        order.push_back(node);
        open.insert(open.end(), children[place(node)].begin(), children[place(node)].end());
    }
    std::vector<std::size_t> below(parent_.size(), 1);
    std::for_each(order.rbegin(), order.rend(), [&](Integer node) {
        end_[place(node)] = first_[place(node)] + below[place(node)];
        if (parent_[place(node)] != kNone) below[place(parent_[place(node)])] += below[place(node)];
    });
}

bool NodeForest::isAbove(Integer node, std::span<const Integer> others) const {
    return std::ranges::all_of(others, [&](Integer other) {
        if (other < 0 || place(other) >= parent_.size()) return true;
        return first_[place(other)] >= first_[place(node)] && first_[place(other)] < end_[place(node)];
    });
}

}  // namespace rigkiln::gltf_validation
