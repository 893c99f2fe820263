#include "formats/gltf/engine_rules/node_tree.hpp"

#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln::gltf_engine_rules::test {
namespace {

NodeTree treeOf(const std::vector<Integer>& parents) {
    gltf_validation::ObjectList<Node> nodes;
    for (const Integer parent : parents)
        nodes.items.emplace_back(Node{.parent = parent});
    return NodeTree(nodes);
}

/// Returns the ancestors of a node, itself first.
std::vector<std::size_t> pathOf(const NodeTree& tree, std::size_t node) {
    std::vector<std::size_t> path = {node};
    while (path.back() != tree.top())
        path.push_back(tree.parentOf(path.back()));
    return path;
}

std::size_t slowCommonAncestor(const NodeTree& tree, std::size_t left, std::size_t right) {
    const std::vector<std::size_t> path = pathOf(tree, right);
    for (const std::size_t node : pathOf(tree, left)) {
        if (std::ranges::find(path, node) != path.end()) return node;
    }
    return tree.top();
}

TEST(NodeTree, FindsCommonAncestors) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937 random(seed);
        std::vector<Integer> parents;
        for (Integer i = 0; i < 60; ++i) {
            // Long chains for even seeds.
            const Integer least = seed % 2 == 0 ? std::max<Integer>(i - 3, -1) : -1;
            parents.push_back(std::uniform_int_distribution<Integer>(least, i - 1)(random));
        }
        const NodeTree tree = treeOf(parents);
        for (std::size_t left = 0; left <= tree.top(); ++left) {
            for (std::size_t right = 0; right <= tree.top(); ++right)
                ASSERT_EQ(tree.commonAncestor(left, right), slowCommonAncestor(tree, left, right))
                    << "seed " << seed << ", nodes " << left << " and " << right;
        }
    }
}

TEST(NodeTree, OrdersParentsBeforeTheirChildren) {
    const NodeTree tree = treeOf({2, 2, kNone, 0});
    EXPECT_THAT(tree.order(), testing::ElementsAre(4, 2, 0, 3, 1));
    EXPECT_EQ(tree.endOf(0) - tree.placeOf(0), 2U);
    EXPECT_EQ(tree.depthOf(3), 3U);
}

TEST(NodeTree, LeavesOutLoops) {
    const NodeTree tree = treeOf({1, 0, kNone, 0});
    EXPECT_TRUE(tree.contains(2));
    EXPECT_FALSE(tree.contains(0));
    EXPECT_FALSE(tree.contains(3));
    EXPECT_FALSE(tree.contains(kNone));
    EXPECT_FALSE(tree.contains(4));
}

}  // namespace
}  // namespace rigkiln::gltf_engine_rules::test
