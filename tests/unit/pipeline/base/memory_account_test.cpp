#include "pipeline/base/memory_account.hpp"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "pipeline/base/run_guarded.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20U;

/// An allocator of which the test says what it holds.
class ToldHeap : public Heap {
public:
    std::size_t usedBytes() override {
        ++looks;
        return used;
    }
    std::size_t freeBytes() override {
        ++looksForFree;
        return free;
    }
    void giveBackFreePages() override { free = 0; }

    std::size_t used = 10 * kMiB;
    std::size_t free = 0;
    int looks = 0;
    int looksForFree = 0;
};

/// Allocates as the program does; the heap then holds it.
void allocate(ToldHeap& heap, std::size_t size) {
    if (!mayAllocate(size)) const MemoryLook look(size);
    heap.used += size;
}

/// Returns the bytes that a unit would need when an allocation is refused.
std::optional<std::size_t> refusalOf(ToldHeap& heap, std::size_t size) {
    try {
        allocate(heap, size);
    } catch (const MemoryRefused& refused) {
        return refused.neededBytes();
    }
    return std::nullopt;
}

TEST(MemoryAccount, RefusesWhatDoesNotFitBesideWhatWasThereBefore) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 100 * kMiB, 100 * kMiB);
    MemoryAccount account(budget, 0);
    const MemoryAccount::Scope scope(&account);
    EXPECT_EQ(refusalOf(heap, 60 * kMiB), std::nullopt);
    EXPECT_EQ(refusalOf(heap, 40 * kMiB), std::nullopt);
    EXPECT_FALSE(account.isRefused());
    EXPECT_EQ(refusalOf(heap, 1 * kMiB), 101 * kMiB);
    EXPECT_TRUE(account.isRefused());
    EXPECT_EQ(account.neededBytes(), 101 * kMiB);
}

TEST(MemoryAccount, RefusesManySmallAllocationsNearTheLimit) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 100 * kMiB, 100 * kMiB);
    MemoryAccount account(budget, 0);
    const MemoryAccount::Scope scope(&account);
    std::size_t allocated = 0;
    while (!refusalOf(heap, 1000) && allocated < 1000 * kMiB)
        allocated += 1000;
    EXPECT_GE(allocated, 99 * kMiB);
    EXPECT_LE(allocated, 101 * kMiB);
    // Threads look seldom: 32 times in the first half, and so on down to the least step.
    EXPECT_LE(heap.looks, 300);
}

TEST(MemoryAccount, LetsThreadsAllocateForNobody) {
    ToldHeap heap;
    MemoryBudget budget(&heap, kMiB, kMiB);
    MemoryAccount account(budget, 0);
    allocate(heap, 100 * kMiB);
    const MemoryAccount::Scope scope(&account);
    {
        const MemoryAccount::Scope ofNobody(nullptr);
        EXPECT_EQ(refusalOf(heap, 100 * kMiB), std::nullopt);
        EXPECT_EQ(MemoryAccount::current(), nullptr);
    }
    EXPECT_EQ(MemoryAccount::current(), &account);
    EXPECT_NE(refusalOf(heap, 1), std::nullopt);
}

TEST(MemoryAccount, ChargesEveryThreadThatWorksForTheUnit) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 10 * kMiB, 10 * kMiB);
    MemoryAccount account(budget, 0);
    std::optional<std::size_t> refusal;
    std::thread([&] {
        const MemoryAccount::Scope scope(&account);
        refusal = refusalOf(heap, 11 * kMiB);
    }).join();
    EXPECT_EQ(refusal, 11 * kMiB);
    EXPECT_TRUE(account.isRefused());
}

TEST(MemoryAccount, RefusesNothingToAUnitThatTakesWhatWasExpectedWhileAnotherTakesMore) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 100 * kMiB, 100 * kMiB);
    MemoryAccount greedy(budget, 10 * kMiB);
    MemoryAccount modest(budget, 50 * kMiB);
    {
        const MemoryAccount::Scope scope(&greedy);
        allocate(heap, 95 * kMiB);
    }
    {
        const MemoryAccount::Scope scope(&modest);
        EXPECT_EQ(refusalOf(heap, 10 * kMiB), std::nullopt);
    }
    const MemoryAccount::Scope scope(&greedy);
    EXPECT_NE(refusalOf(heap, 1), std::nullopt);
    EXPECT_FALSE(modest.isRefused());
    EXPECT_FALSE(greedy.isAlone());
}

TEST(MemoryAccount, RefusesAnythingFarBeyondTheLimit) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 100 * kMiB, 100 * kMiB);
    const MemoryAccount other(budget, 0);
    MemoryAccount modest(budget, 50 * kMiB);
    heap.used += 120 * kMiB;
    const MemoryAccount::Scope scope(&modest);
    EXPECT_NE(refusalOf(heap, 1), std::nullopt);
}

TEST(MemoryAccount, OfAUnitThatIsAloneHasItsMemoryWhateverTheProcessHeldBefore) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 100 * kMiB, 60 * kMiB);
    heap.used += 90 * kMiB;  // a report that has grown, images that are kept
    MemoryAccount account(budget, 0);
    EXPECT_TRUE(account.isAlone());
    const MemoryAccount::Scope scope(&account);
    EXPECT_EQ(refusalOf(heap, 60 * kMiB), std::nullopt);
    EXPECT_EQ(refusalOf(heap, 1 * kMiB), 61 * kMiB);
}

TEST(MemoryAccount, IsNotAloneOnceAnotherWasThere) {
    ToldHeap heap;
    MemoryBudget budget(&heap, kMiB, kMiB);
    const MemoryAccount first(budget, 0);
    EXPECT_TRUE(first.isAlone());
    std::optional<MemoryAccount> second(std::in_place, budget, 0);
    EXPECT_FALSE(first.isAlone());
    EXPECT_FALSE(second->isAlone());
    second.reset();
    EXPECT_FALSE(first.isAlone());
}

TEST(MemoryAccount, HasFreePagesGivenBackBeforeTheProcessHoldsTooMuch) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 100 * kMiB, 100 * kMiB);
    heap.free = 50 * kMiB;
    MemoryAccount account(budget, 0);
    const MemoryAccount::Scope scope(&account);
    allocate(heap, 50 * kMiB);
    EXPECT_EQ(heap.free, 50 * kMiB);
    allocate(heap, 2 * kMiB);  // more than a step
    EXPECT_EQ(heap.free, 0U);
}

TEST(MemoryAccount, AsksForFreePagesOnlyAboveAQuarterOfTheLimit) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 390 * kMiB, 390 * kMiB);
    MemoryAccount account(budget, 0);
    const MemoryAccount::Scope scope(&account);
    heap.free = 390 * kMiB;
    for (int i = 0; i < 80; ++i)
        allocate(heap, kMiB);
    EXPECT_GT(heap.looks, 5);
    EXPECT_EQ(heap.looksForFree, 0);
    for (int i = 0; i < 40; ++i)
        allocate(heap, kMiB);
    EXPECT_GT(heap.looksForFree, 0);
    EXPECT_EQ(heap.free, 0U);
}

TEST(MemoryAccount, RefusesNothingWhileAnExceptionIsUnderWay) {
    ToldHeap heap;
    MemoryBudget budget(&heap, kMiB, kMiB);
    MemoryAccount account(budget, 0);
    const MemoryAccount::Scope scope(&account);
    struct AllocatesAtItsEnd {
        ToldHeap& heap;
        ~AllocatesAtItsEnd() { allocate(heap, 100 * kMiB); }
    };
    EXPECT_THROW(
        {
            const AllocatesAtItsEnd last{heap};
            throw std::runtime_error("on the way");
        },
        std::runtime_error);
}

TEST(MemoryAccount, IsNotHarmedByACallerThatCanDoWithout) {
    ToldHeap heap;
    MemoryBudget budget(&heap, kMiB, kMiB);
    MemoryAccount account(budget, 0);
    EXPECT_TRUE(mayAllocateIfItFits(100 * kMiB));
    const MemoryAccount::Scope scope(&account);
    EXPECT_TRUE(mayAllocateIfItFits(kMiB / 2));
    EXPECT_FALSE(mayAllocateIfItFits(100 * kMiB));
    EXPECT_FALSE(account.isRefused());
}

TEST(MemoryAccount, WithoutAHeapLimitsNothing) {
    ToldHeap heap;
    MemoryBudget budget(nullptr, 0, 0);
    MemoryAccount account(budget, 0);
    const MemoryAccount::Scope scope(&account);
    EXPECT_EQ(refusalOf(heap, 1000 * kMiB), std::nullopt);
}

TEST(RequireMemory, RefusesInAdvance) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 10 * kMiB, 10 * kMiB);
    requireMemory(100 * kMiB);  // for nobody
    MemoryAccount account(budget, 0);
    const MemoryAccount::Scope scope(&account);
    requireMemory(10 * kMiB);
    EXPECT_THROW(requireMemory(11 * kMiB), MemoryRefused);
}

TEST(MemoryRefused, PassesWhatMakesErrorsOfExceptions) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 10 * kMiB, 10 * kMiB);
    MemoryAccount account(budget, 0);
    const MemoryAccount::Scope scope(&account);
    passOnRefusal();
    const auto guardedAllocation = [&] {
        (void)runGuarded([&]() -> Status {
            allocate(heap, 12 * kMiB);
            return Done{};
        });
    };
    EXPECT_THROW(guardedAllocation(), MemoryRefused);
    EXPECT_EQ(account.neededBytes(), 12 * kMiB);
    // Somebody caught it, and goes on.
    EXPECT_THROW(passOnRefusal(), MemoryRefused);
}

TEST(MemoryAccount, MeasuresWhatAUnitHeldThatIsAlone) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 1000 * kMiB, 1000 * kMiB);
    MemoryAccount account(budget, 0);
    const MemoryAccount::Scope scope(&account);
    allocate(heap, 50 * kMiB);
    allocate(heap, 70 * kMiB);
    heap.used = 20 * kMiB;
    allocate(heap, kMiB);
    requireMemory(500 * kMiB);  // asked for, and not taken
    const auto measured = account.measuredBytes();
    ASSERT_TRUE(measured);
    EXPECT_GE(*measured, 120 * kMiB);
    EXPECT_LE(*measured, 121 * kMiB);  // no more than was allocated
}

TEST(MemoryAccount, MeasuresBlocksThatAreFreedBeforeTheNextLook) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 1000 * kMiB, 1000 * kMiB);
    MemoryAccount account(budget, 0);
    const MemoryAccount::Scope scope(&account);
    allocate(heap, 200 * kMiB);
    heap.used = 10 * kMiB;
    EXPECT_EQ(account.measuredBytes(), 200 * kMiB);
}

TEST(MemoryAccount, MeasuresNothingBesideOthersOrWithoutAHeap) {
    ToldHeap heap;
    MemoryBudget budget(&heap, 100 * kMiB, 100 * kMiB);
    MemoryAccount account(budget, 0);
    const MemoryAccount::Scope scope(&account);
    { const MemoryAccount another(budget, 0); }
    EXPECT_EQ(account.measuredBytes(), std::nullopt);
    MemoryBudget unlimited(nullptr, 0, 0);
    const MemoryAccount free(unlimited, 0);
    EXPECT_EQ(free.measuredBytes(), std::nullopt);
}

}  // namespace
}  // namespace rigkiln
