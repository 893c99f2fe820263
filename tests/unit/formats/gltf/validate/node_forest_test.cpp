#include "formats/gltf/validate/node_forest.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace rigkiln::gltf_validation {
namespace {

NodeForest forestOf(const std::vector<Integer>& parents) {
    ObjectList<Node> nodes;
    for (const Integer parent : parents)
        nodes.items.emplace_back(Node{.parent = parent});
    return NodeForest(nodes);
}

TEST(NodeForest, NamesTreesByTheirRoots) {
    const NodeForest forest = forestOf({1, kNone, 1, kNone, 0});
    EXPECT_EQ(forest.treeOf(0), 1);
    EXPECT_EQ(forest.treeOf(4), 1);
    EXPECT_EQ(forest.treeOf(3), 3);
}

TEST(NodeForest, KnowsWhatIsAbove) {
    const NodeForest forest = forestOf({kNone, 0, 1, 0, kNone});
    EXPECT_TRUE(forest.isAbove(0, std::array<Integer, 4>{0, 1, 2, 3}));
    EXPECT_TRUE(forest.isAbove(1, std::array<Integer, 2>{1, 2}));
    EXPECT_FALSE(forest.isAbove(1, std::array<Integer, 2>{2, 3}));
    EXPECT_FALSE(forest.isAbove(2, std::array<Integer, 1>{1}));
    EXPECT_FALSE(forest.isAbove(0, std::array<Integer, 1>{4}));
}

TEST(NodeForest, IgnoresNodesThatAreNotThere) {
    EXPECT_TRUE(forestOf({kNone, 0}).isAbove(0, std::array<Integer, 3>{1, kNone, 99}));
}

TEST(NodeForest, FindsLoopsAndWhatIsBelowThem) {
    const NodeForest forest = forestOf({2, 0, 1, 0, 3, kNone});
    for (const Integer node : {0, 1, 2})
        EXPECT_TRUE(forest.isInLoop(node)) << node;
    for (const Integer node : {3, 4, 5})
        EXPECT_FALSE(forest.isInLoop(node)) << node;
    EXPECT_EQ(forest.treeOf(4), forest.treeOf(0));
    EXPECT_TRUE(forest.isLooped(forest.treeOf(4)));
}

TEST(NodeForest, TakesANodeAsItsOwnParentForALoop) {
    EXPECT_TRUE(forestOf({0}).isInLoop(0));
}

}  // namespace
}  // namespace rigkiln::gltf_validation
