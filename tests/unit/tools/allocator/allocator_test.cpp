#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20U;

using Block = std::unique_ptr<char[]>;

Block blockOf(std::size_t bytes) {
    return std::make_unique_for_overwrite<char[]>(bytes);
}

/// Whether huge pages were asked for the memory around an address, as /proc/self/smaps says (flag `hg`).
bool wantsHugePages(const void* address) {
    std::ifstream mappings("/proc/self/smaps");
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    bool isInside = false;
    for (std::string line; std::getline(mappings, line);) {
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;
        if (std::sscanf(line.c_str(), "%zx-%zx ", &begin, &end) == 2) {
            isInside = begin <= wanted && wanted < end;
        } else if (isInside && line.starts_with("VmFlags:")) {
            return line.find(" hg") != std::string::npos;
        }
    }
    ADD_FAILURE() << "no mapping has " << address;
    return false;
}

/// Whether this kernel takes the wish at all.
bool kernelHasHugePages() {
    const std::size_t size = 4 * kMebibyte;
    void* const memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const bool isTaken = ::madvise(memory, size, MADV_HUGEPAGE) == 0;
    ::munmap(memory, size);
    return isTaken;
}

/// Bytes of addresses that this process has taken.
std::size_t addressSpace() {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// As long as no test has taken any.
const std::size_t kSpaceAtStart = addressSpace();

TEST(Allocator, StartsWhereThereIsNoRoomForALargeBlock) {
    const std::string program = std::filesystem::read_symlink("/proc/self/exe");
    const auto statusWithin = [&](std::size_t bytes) {
        return std::system(
            fmt::format("ulimit -v {} && exec '{}' --gtest_list_tests >/dev/null 2>&1", bytes / 1024, program)
                .c_str());
    };
    // Setting up tries a block of 8 MiB.
    EXPECT_EQ(statusWithin(kSpaceAtStart - 4 * kMebibyte), 0);
    // A limit this low is noticed.
    EXPECT_NE(statusWithin(kSpaceAtStart / 4), 0);
}

TEST(Allocator, AsksForHugePagesWhenItHasMappedTwentyMebibytes) {
    std::vector<Block> blocks;
    while (blocks.size() < 8) {
        blocks.push_back(blockOf(kMebibyte));
        EXPECT_FALSE(wantsHugePages(blocks.back().get())) << blocks.size();
    }
    while (blocks.size() < 64) {
        blocks.push_back(blockOf(kMebibyte));
    }
    EXPECT_EQ(wantsHugePages(blocks.back().get()), kernelHasHugePages());

    // Blocks from 8 MiB on have an arena of their own.
    const Block large = blockOf(9 * kMebibyte);
    EXPECT_EQ(wantsHugePages(large.get()), kernelHasHugePages());
}

/// Threads that give back a block before they take one. jemalloc then joins it with its free neighbours, and
/// knows nothing of the thread yet.
void freeOnNewThreads() {
    std::vector<Block> blocks(64);
    for (Block& block : blocks)
        block = blockOf(64 << 10U);
    for (Block& block : blocks) {
        std::thread([&] { ::operator delete[](block.release()); }).join();
    }
}

TEST(Allocator, TakesBackBlocksOnThreadsThatTookNone) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    constexpr unsigned kSecondsToHang = 30;
    const auto free = [] {
        ::alarm(kSecondsToHang);
        freeOnNewThreads();
        std::_Exit(EXIT_SUCCESS);
    };
    EXPECT_EXIT(free(), testing::ExitedWithCode(EXIT_SUCCESS), "");
}

}  // namespace
}  // namespace rigkiln
