#include "pipeline/files/scratch_file.hpp"

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace rigkiln {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t kPage = 4096;

Bytes bytesOf(std::size_t count, int value) {
    return Bytes(count, static_cast<std::byte>(value));
}

/// Resident bytes of the memory mapping that holds `bytes`, from /proc/self/smaps.
std::size_t residentBytes(const SharedBytes& bytes) {
    std::ifstream maps("/proc/self/smaps");
    bool isWanted = false;
    for (std::string line; std::getline(maps, line);) {
        std::istringstream words(line);
        std::string first;
        words >> first;
        if (first.find('-') != std::string::npos && first.back() != ':') {
            const auto begin = std::stoull(first, nullptr, 16);
            const auto end = std::stoull(first.substr(first.find('-') + 1), nullptr, 16);
            const auto place = reinterpret_cast<std::uintptr_t>(bytes.data());
            isWanted = begin <= place && place < end;
        } else if (isWanted && first == "Rss:") {
            std::size_t kibibytes = 0;
            words >> kibibytes;
            return kibibytes * 1024;
        }
    }
    return 0;
}

class ScratchFileTest : public testing::Test {
protected:
    void SetUp() override {
        if (!scratch_.write(bytesOf(1, 0))) GTEST_SKIP() << "the file system has no files without names";
    }

    test::TemporaryFolder folder_;
    ScratchFile scratch_{folder_.path().string(), 100};
};

TEST_F(ScratchFileTest, GivesBackWhatWasWritten) {
    const Bytes small = bytesOf(3, 1);
    const Bytes large = bytesOf(5 * kPage + 1, 2);
    const std::optional<SharedBytes> first = scratch_.write(small);
    const std::optional<SharedBytes> second = scratch_.write(large);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(*first, SharedBytes(small));
    EXPECT_EQ(*second, SharedBytes(large));
    EXPECT_TRUE(first->isOfFile());
}

TEST_F(ScratchFileTest, PutsPartsBehindEachOther) {
    const Bytes one = bytesOf(3, 1);
    const Bytes two = bytesOf(kPage, 2);
    const std::array<std::span<const std::byte>, 3> parts = {one, std::span<const std::byte>(), two};
    Bytes all = one;
    all.insert(all.end(), two.begin(), two.end());
    EXPECT_EQ(scratch_.write(parts), SharedBytes(all));
}

TEST_F(ScratchFileTest, HoldsNoBytesWithoutAPlace) {
    EXPECT_EQ(scratch_.write(std::span<const std::byte>()), SharedBytes());
}

TEST_F(ScratchFileTest, IsSeenByNobody) {
    const auto held = scratch_.write(bytesOf(kPage, 1));
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(ScratchFileTest, UsesAgainWhatIsNotHeldAnyMore) {
    std::optional<SharedBytes> held = scratch_.write(bytesOf(10 * kPage, 1));
    const std::size_t size = scratch_.fileBytes();
    held.reset();
    const auto first = scratch_.write(bytesOf(4 * kPage, 2));
    const auto second = scratch_.write(bytesOf(6 * kPage, 3));
    EXPECT_EQ(scratch_.fileBytes(), size);
    EXPECT_EQ(first, SharedBytes(bytesOf(4 * kPage, 2)));
    EXPECT_EQ(second, SharedBytes(bytesOf(6 * kPage, 3)));
    const auto third = scratch_.write(bytesOf(1, 4));
    EXPECT_GT(scratch_.fileBytes() + 2 * kPage, size);
    EXPECT_EQ(second, SharedBytes(bytesOf(6 * kPage, 3)));
}

TEST_F(ScratchFileTest, HoldsSoManyPartsAtOnce) {
    std::vector<SharedBytes> held;
    for (std::size_t i = 0; i < ScratchFile::kMostParts; ++i) {
        const auto part = scratch_.write(bytesOf(1, 1));
        ASSERT_TRUE(part);
        held.push_back(*part);
    }
    EXPECT_FALSE(scratch_.write(bytesOf(1, 1)));
    held.pop_back();
    EXPECT_TRUE(scratch_.write(bytesOf(1, 1)));
}

TEST_F(ScratchFileTest, HoldsBytesLongerThanItself) {
    std::optional<SharedBytes> held;
    {
        ScratchFile shortLived(folder_.path().string(), 0);
        held = shortLived.write(bytesOf(2 * kPage, 7));
    }
    EXPECT_EQ(held, SharedBytes(bytesOf(2 * kPage, 7)));
    EXPECT_EQ(held->part(kPage, 5), SharedBytes(bytesOf(5, 7)));
}

TEST_F(ScratchFileTest, GivesBackTheMemoryOfBytesAtRest) {
    const auto held = scratch_.write(bytesOf(64 * kPage, 7));
    EXPECT_EQ(held, SharedBytes(bytesOf(64 * kPage, 7)));
    EXPECT_EQ(residentBytes(*held), 64 * kPage);
    held->part(kPage / 2, 63 * kPage).rest();
    EXPECT_LE(residentBytes(*held), kPage);
    EXPECT_EQ(held, SharedBytes(bytesOf(64 * kPage, 7)));
}

TEST(SharedBytes, StayInMemoryAtRestWhereTheyAreNoFiles) {
    const SharedBytes bytes = bytesOf(64 * kPage, 7);
    EXPECT_FALSE(bytes.isOfFile());
    bytes.rest();
    EXPECT_EQ(bytes, SharedBytes(bytesOf(64 * kPage, 7)));
}

TEST_F(ScratchFileTest, StandsAboveAFolderThatIsNotThere) {
    ScratchFile scratch((folder_.path() / "not" / "yet").string(), 0);
    EXPECT_TRUE(scratch.write(bytesOf(1, 1)));
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST(ScratchFile, RefusesWhereThereAreNoFilesWithoutNames) {
    ScratchFile scratch("/proc/self", 0);
    EXPECT_FALSE(scratch.write(bytesOf(1, 1)));
    EXPECT_EQ(scratch.fileBytes(), 0U);
}

TEST_F(ScratchFileTest, RefusesWhenTheDiskDoes) {
    const auto before = scratch_.write(bytesOf(kPage, 1));
    rlimit limits{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limits), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit few{4 * kPage, limits.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &few), 0);
    const auto tooLarge = scratch_.write(bytesOf(10 * kPage, 2));
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limits), 0);
    std::signal(SIGXFSZ, handler);
    EXPECT_FALSE(tooLarge);
    EXPECT_EQ(before, SharedBytes(bytesOf(kPage, 1)));
}

TEST(ScratchFile, HasRoomInMemoryForSoManyBytes) {
    ScratchFile scratch("/", 100);
    EXPECT_TRUE(scratch.fits(60));
    EXPECT_FALSE(scratch.fits(41));
    EXPECT_TRUE(scratch.fits(40));
    EXPECT_TRUE(scratch.fits(0));
    EXPECT_FALSE(scratch.fits(1));
    EXPECT_FALSE(scratch.fits(SIZE_MAX));
}

TEST_F(ScratchFileTest, IsForManyThreads) {
    constexpr int kThreads = 4;
    constexpr int kRounds = 100;
    std::vector<std::thread> threads;
    threads.reserve(kThreads);
    std::array<int, kThreads> wrong{};
    for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&, thread] {
            for (int round = 0; round < kRounds; ++round) {
                const Bytes bytes =
                    bytesOf(static_cast<std::size_t>(round % 7 + 1) * 1000, thread * 10 + round % 10);
                const auto held = scratch_.write(bytes);
                if (!held || *held != SharedBytes(bytes)) ++wrong.at(static_cast<std::size_t>(thread));
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(wrong, (std::array<int, kThreads>{}));
}

}  // namespace
}  // namespace rigkiln
