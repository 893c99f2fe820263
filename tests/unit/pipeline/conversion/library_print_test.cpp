#include "pipeline/conversion/library_print.hpp"

#include <functional>
#include <utility>

#include <gmock/gmock.h>

namespace rigkiln {
namespace {

using testing::Optional;

LibraryPrint walker() {
    LibraryPrint print;
    print.joints.push_back({.name = "root"});
    print.joints.push_back({.name = "hip", .parent = 0, .rest = {.translation = {0, 1, 0}}});
    print.joints.push_back({.name = "knee", .parent = 1, .rest = {.translation = {0, -0.5F, 0}}});
    print.clips = {{.name = "walk", .digest = {1, 2}}, {.name = "run", .digest = {3, 4}}};
    return print;
}

std::optional<std::string> differenceAfter(const std::function<void(LibraryPrint&)>& change) {
    LibraryPrint print = walker();
    change(print);
    return firstDifference(print, walker(), "hero");
}

TEST(LibraryPrint, IsLikeAnEqualOne) {
    EXPECT_EQ(firstDifference(walker(), walker(), "hero"), std::nullopt);
}

TEST(LibraryPrint, MayHaveJointsAndClipsInAnotherOrder) {
    EXPECT_EQ(differenceAfter([](LibraryPrint& print) {
                  print.joints = {print.joints[1], print.joints[0], print.joints[2]};
                  print.joints[0].parent = 1;
                  print.joints[2].parent = 0;
                  std::swap(print.clips[0], print.clips[1]);
              }),
              std::nullopt);
}

TEST(LibraryPrint, TellsTheFirstJointThatDiffersWithBothValues) {
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) {
                    print.joints[1].rest.translation.y = 1.25F;
                    print.joints[2].rest.translation.y = 7;
                }),
                Optional(std::string("joint 'hip' rests at 0, 1.25, 0, and in 'hero' 0, 1, 0")));
    EXPECT_THAT(
        differenceAfter([](LibraryPrint& print) {
            print.joints[0].rest.rotation = {0, 1, 0, 0};
        }),
        Optional(std::string("joint 'root' rests with the rotation 1, 0, 0, 0, and in 'hero' 0, 0, 0, 1")));
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) { print.joints[2].rest.scale.z = 2; }),
                Optional(std::string("joint 'knee' rests with the scale 1, 1, 2, and in 'hero' 1, 1, 1")));
}

TEST(LibraryPrint, KnowsNoTolerance) {
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) { print.joints[1].rest.translation.y = 1.0000001F; }),
                Optional(std::string("joint 'hip' rests at 0, 1.0000001, 0, and in 'hero' 0, 1, 0")));
}

TEST(LibraryPrint, TellsAnotherParent) {
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) { print.joints[2].parent = 0; }),
                Optional(std::string("joint 'knee' is below 'root', and in 'hero' below 'hip'")));
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) { print.joints[1].parent.reset(); }),
                Optional(std::string("joint 'hip' is a root, and in 'hero' below 'root'")));
}

TEST(LibraryPrint, TellsWhatImportersWouldTakeOtherwise) {
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) { print.joints[1].isInSkin = true; }),
                Optional(std::string("joint 'hip' is in a skin, and in 'hero' in none")));
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) { print.joints[1].isVisible = false; }),
                Optional(std::string("joint 'hip' is at rest hidden, and in 'hero' shown")));
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) { print.joints[1].shown = "'hat'"; }),
                Optional(std::string("joint 'hip' shows and hides 'hat', and in 'hero' nothing")));
}

TEST(LibraryPrint, TellsJointsThatOneLacks) {
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) { print.joints.push_back({.name = "tail"}); }),
                Optional(std::string("joint 'tail' is not in 'hero'")));
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) { print.joints.pop_back(); }),
                Optional(std::string("joint 'knee' is only in 'hero'")));
}

TEST(LibraryPrint, TellsClipsThatDiffer) {
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) { print.clips[1].digest[1] = 5; }),
                Optional(std::string("clip 'run' has other keys or other data in 'hero'")));
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) { print.clips.push_back({.name = "own"}); }),
                Optional(std::string("clip 'own' is not in 'hero'")));
    EXPECT_THAT(differenceAfter([](LibraryPrint& print) { print.clips.erase(print.clips.begin()); }),
                Optional(std::string("clip 'walk' is only in 'hero'")));
}

}  // namespace
}  // namespace rigkiln
