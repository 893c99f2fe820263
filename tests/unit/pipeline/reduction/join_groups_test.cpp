#include "pipeline/reduction/join_groups.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <gmock/gmock.h>

#include "pipeline/base/stop.hpp"

namespace rigkiln::reduction {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

KeyGroup groupOf(std::uint32_t number, std::vector<std::uint32_t> reach, std::size_t bytesPerKey) {
    KeyGroup group;
    group.tracks = {number};
    group.reach = std::move(reach);
    group.keys = farthestKeys(group.reach);
    group.bytesPerKey = bytesPerKey;
    return group;
}

std::uint32_t below(std::uint32_t limit, std::mt19937& random) {
    return static_cast<std::uint32_t>(random() % limit);
}

/// Returns a reach whose spans are about `length` frames long.
std::vector<std::uint32_t> randomReach(std::size_t frames, std::uint32_t length, std::mt19937& random) {
    std::vector<std::uint32_t> reach(frames);
    std::uint32_t last = 0;
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
        if (frame >= last || below(3, random) == 0)
            last = std::max(last, frame + 1 + below(2 * length, random));
        last = std::max(last, frame + 1);
        reach[frame] = std::min(last, static_cast<std::uint32_t>(frames - 1));
    }
    return reach;
}

/// Few different reaches, so that there are many equal ones and many equal savings.
std::vector<KeyGroup> randomGroups(std::uint32_t seed, std::size_t count) {
    std::mt19937 random(seed);
    const std::size_t frames = 4 + below(40, random);
    std::vector<std::vector<std::uint32_t>> reaches(1 + random() % count);
    for (std::vector<std::uint32_t>& reach : reaches)
        reach = randomReach(frames, 1 + below(6, random), random);
    std::vector<KeyGroup> groups;
    for (std::uint32_t number = 0; number < count; ++number)
        groups.push_back(groupOf(number, reaches[random() % reaches.size()], random() % 2 == 0 ? 12 : 8));
    return groups;
}

std::size_t bytesOfAll(const std::vector<KeyGroup>& groups) {
    return std::accumulate(groups.begin(), groups.end(), std::size_t{0},
                           [](std::size_t sum, const KeyGroup& group) {
                               return sum + bytesOf(group.keys.size(), group.bytesPerKey);
                           });
}

KeyGroup joined(const KeyGroup& left, const KeyGroup& right) {
    KeyGroup both = left;
    for (std::size_t frame = 0; frame < both.reach.size(); ++frame)
        both.reach[frame] = std::min(left.reach[frame], right.reach[frame]);
    both.tracks.insert(both.tracks.end(), right.tracks.begin(), right.tracks.end());
    both.bytesPerKey += right.bytesPerKey;
    both.keys = farthestKeys(both.reach);
    return both;
}

/// Joins the pair that saves most, the first of equal ones, as the contract says: in cubic time.
void joinSlowly(std::vector<KeyGroup>& groups) {
    while (true) {
        std::size_t most = 0;
        std::size_t bestLeft = 0;
        std::size_t bestRight = 0;
        for (std::size_t left = 0; left < groups.size(); ++left) {
            for (std::size_t right = left + 1; right < groups.size(); ++right) {
                const std::size_t apart = bytesOfAll({groups[left], groups[right]});
                const std::size_t together = bytesOfAll({joined(groups[left], groups[right])});
                if (together >= apart || apart - together <= most) continue;
                most = apart - together;
                bestLeft = left;
                bestRight = right;
            }
        }
        if (most == 0) return;
        groups[bestLeft] = joined(groups[bestLeft], groups[bestRight]);
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(bestRight));
    }
}

std::vector<std::vector<std::uint32_t>> tracksOf(const std::vector<KeyGroup>& groups) {
    std::vector<std::vector<std::uint32_t>> tracks;
    for (const KeyGroup& group : groups) {
        tracks.push_back(group.tracks);
        std::ranges::sort(tracks.back());
    }
    return tracks;
}

TEST(JoinGroups, JoinsThePairThatSavesMostFirst) {
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
        std::vector<KeyGroup> groups = randomGroups(seed, 2 + seed % 24);
        std::vector<KeyGroup> expected = groups;
        joinSlowly(expected);
        joinGroups(groups);
        ASSERT_EQ(tracksOf(groups), tracksOf(expected)) << "seed " << seed;
        ASSERT_EQ(bytesOfAll(groups), bytesOfAll(expected)) << "seed " << seed;
    }
}

TEST(JoinGroups, JoinsAllOfEqualReach) {
    std::vector<KeyGroup> groups;
    for (std::uint32_t number = 0; number < 50'000; ++number)
        groups.push_back(groupOf(number, {1, 2, 3, 3}, 12));
    joinGroups(groups);
    ASSERT_THAT(groups, SizeIs(1));
    EXPECT_THAT(groups.front().tracks, SizeIs(50'000));
    EXPECT_EQ(groups.front().bytesPerKey, 12U * 50'000);
}

TEST(JoinGroups, KeepsApartWhatSavesNothing) {
    std::vector<KeyGroup> groups = {groupOf(0, {1, 4, 4, 4, 4}, 12), groupOf(1, {3, 3, 3, 4, 4}, 12)};
    joinGroups(groups);
    EXPECT_THAT(tracksOf(groups), ElementsAre(ElementsAre(0U), ElementsAre(1U)));
}

/// Motions of a few kinds, each a little different, in any order.
std::vector<KeyGroup> manyGroups(std::size_t count) {
    constexpr std::uint32_t kFrames = 48;
    std::mt19937 random(21);
    std::vector<std::vector<std::uint32_t>> kinds(40);
    for (std::vector<std::uint32_t>& kind : kinds)
        kind = randomReach(kFrames, 4, random);
    std::vector<KeyGroup> groups;
    for (std::uint32_t number = 0; number < count; ++number) {
        std::vector<std::uint32_t> reach = kinds[random() % kinds.size()];
        // Not beyond the next one, so that a reach never falls; frames hardly any keys are at.
        const std::size_t frame = 1 + below(kFrames - 2, random);
        reach[frame] = std::min(reach[frame] + 1 + below(2, random), reach[frame + 1]);
        groups.push_back(groupOf(number, std::move(reach), 8 + 4 * below(2, random)));
    }
    return groups;
}

/// Motions that have nothing in common.
std::vector<KeyGroup> strangers(std::size_t count) {
    std::mt19937 random(22);
    std::vector<KeyGroup> groups;
    for (std::uint32_t number = 0; number < count; ++number)
        groups.push_back(groupOf(number, randomReach(48, 1 + below(6, random), random), 12));
    return groups;
}

TEST(JoinGroups, LosesHardlyABytePerTrackWhereAllPairsAreTooMany) {
    std::vector<KeyGroup> groups = manyGroups(3 * kMostGroupsCompared);
    const std::size_t apart = bytesOfAll(groups);
    joinGroups(groups);
    std::size_t tracks = 0;
    for (const KeyGroup& group : groups)
        tracks += group.tracks.size();
    EXPECT_EQ(tracks, 3 * kMostGroupsCompared);
    // The times of 40 kinds are next to nothing, so that a quarter of what vectors and their times take goes.
    EXPECT_LT(static_cast<double>(bytesOfAll(groups)), 0.75 * static_cast<double>(apart));
}

/// Numbers of comparisons and joins, in which the work consists.
std::size_t workOf(std::vector<KeyGroup> groups) {
    const StopSignal never(nullptr);
    const StopScope scope(&never);
    joinGroups(groups);
    return scope.checks();
}

TEST(JoinGroups, TakesTimeInProportionToTheTracks) {
    for (const auto& make : {manyGroups, strangers}) {
        std::size_t before = workOf(make(2000));
        for (std::size_t count = 4000; count <= 32'000; count *= 2) {
            const std::size_t work = workOf(make(count));
            EXPECT_LT(static_cast<double>(work), 2.4 * static_cast<double>(before)) << count << " tracks";
            before = work;
        }
    }
}

}  // namespace
}  // namespace rigkiln::reduction
