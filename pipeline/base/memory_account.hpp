#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <optional>

/// Limits what the units of a run allocate. A program that wants this replaces operator new and calls
/// mayAllocate and MemoryLook before each allocation; without that, nothing here limits anything.
///
/// Blocks do not know whose they are: units pass them to each other's threads and to stores that all units
/// share. So nothing is counted back when a block is freed. The allocator knows how much the whole process
/// holds, exactly, and is asked now and then by threads that allocate for a unit. When the process holds as
/// much as it may, an allocation is refused to a unit that allocated more than was expected of it. The last
/// word is spoken where the unit is the only one: all that the process holds beyond what it began with is its
/// own.
namespace rigkiln {

/// The allocator of the process. Must not allocate by operator new.
class Heap {
public:
    virtual ~Heap() = default;
    /// Bytes in blocks, and around them. Asked for every unit several times, so it must cost little.
    [[nodiscard]] virtual std::size_t usedBytes() = 0;
    /// Bytes in pages that are kept for later blocks. May cost microseconds.
    [[nodiscard]] virtual std::size_t freeBytes() = 0;
    /// Gives the free pages back to the system.
    virtual void giveBackFreePages() = 0;
};

/// Thrown instead of an allocation that does not fit. Ends the unit, so that runGuarded lets it pass: the run
/// makes an error of it.
class MemoryRefused : public std::bad_alloc {
public:
    explicit MemoryRefused(std::size_t neededBytes) : neededBytes_(neededBytes) {}
    [[nodiscard]] const char* what() const noexcept override { return "memory refused"; }
    /// Bytes that the unit held, with those that were refused: the least that it needs.
    [[nodiscard]] std::size_t neededBytes() const { return neededBytes_; }

private:
    std::size_t neededBytes_;
};

/// Memory that the units of a run share.
class MemoryBudget {
public:
    /// `heap` must outlive this; null limits nothing. All units together may hold `bytes` beside what the
    /// process holds now, one that is alone `unitBytes` beside what the process holds when it begins.
    MemoryBudget(Heap* heap, std::size_t bytes, std::size_t unitBytes);
    MemoryBudget(const MemoryBudget&) = delete;
    MemoryBudget& operator=(const MemoryBudget&) = delete;
    ~MemoryBudget() = default;

private:
    friend class MemoryAccount;

    Heap* heap_;
    std::size_t limit_ = 0;
    std::size_t unitBytes_;
    std::mutex mutex_;  ///< held between a look and a large allocation, and while one is refused
    std::atomic<std::size_t> accounts_ = 0;  ///< alive
    std::atomic<std::uint64_t> opened_ = 0;
};

/// Memory of one unit.
class MemoryAccount {
public:
    /// `expectedBytes` is what the unit was admitted with: it is not refused memory while it allocated less.
    MemoryAccount(MemoryBudget& budget, std::size_t expectedBytes);
    MemoryAccount(const MemoryAccount&) = delete;
    MemoryAccount& operator=(const MemoryAccount&) = delete;
    ~MemoryAccount();

    /// Whether an allocation was refused. The work of the unit must then be thrown away, also when somebody
    /// caught the exception and went on.
    [[nodiscard]] bool isRefused() const { return isRefused_; }
    /// Whether no other unit has held memory since this one began. If not, it may fit when it is tried alone.
    [[nodiscard]] bool isAlone() const;
    /// Bytes that the unit would need at least. Precondition: isRefused().
    [[nodiscard]] std::size_t neededBytes() const { return neededBytes_; }

    /// Returns the most that the unit held at one time, if it was the only one all the while; nothing
    /// otherwise, and where there is no heap. Looks are apart by what a thread may allocate between two of
    /// them, and this counts as held. Must be called by a thread that is charged.
    [[nodiscard]] std::optional<std::size_t> measuredBytes() const;

    /// Charges what the calling thread allocates to an account, during its lifetime. Null: nothing is
    /// charged, and nothing refused. For what units share and for code that must not be refused memory, such
    /// as destructors that allocate.
    class Scope {
    public:
        explicit Scope(MemoryAccount* account);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        MemoryAccount* before_;
        MemoryAccount* account_;
    };

    /// The account of the calling thread; null when there is none.
    [[nodiscard]] static MemoryAccount* current();

private:
    friend class MemoryLook;
    friend void requireMemory(std::size_t bytes);
    friend bool mayAllocateIfItFits(std::size_t size) noexcept;

    [[nodiscard]] bool fits(std::size_t size, std::unique_lock<std::mutex>& lock);
    void demand(std::size_t size, std::unique_lock<std::mutex>& lock);
    [[nodiscard]] std::size_t limit() const;
    [[nodiscard]] bool isGuilty(std::size_t size, std::size_t over) const;
    void settle() const;
    void note(std::size_t usedBytes) const;

    MemoryBudget& budget_;
    std::size_t expectedBytes_;
    std::size_t bytesAtBegin_ = 0;  ///< held by the process
    bool beganAlone_ = false;
    std::uint64_t number_ = 0;
    mutable std::atomic<std::uint64_t> allocated_ = 0;  ///< in all, freed or not, without the looks under way
    mutable std::atomic<std::size_t> mostUsedBytes_ = 0;  ///< by the process, at any look
    std::atomic<std::size_t> longestStep_ = 0;
    std::atomic<std::size_t> neededBytes_ = 0;  ///< by the last look that found too little
    std::atomic<bool> isRefused_ = false;
};

/// Refuses now what would be refused later: throws MemoryRefused when so many bytes more do not fit. For code
/// that knows what it will take and must not be interrupted. Does nothing without an account.
void requireMemory(std::size_t bytes);

/// Throws MemoryRefused again where somebody caught it, as streams do: when the account of the calling thread
/// was refused memory. To be called before a result is kept that others share, or that is remembered.
void passOnRefusal();

/// Bytes that the calling thread may allocate before the allocator is asked.
extern constinit thread_local std::int64_t allocationLeft;

/// Takes note of an allocation. Returns false when there has to be a MemoryLook first.
inline bool mayAllocate(std::size_t size) {
    allocationLeft = static_cast<std::int64_t>(static_cast<std::uint64_t>(allocationLeft) - size);
    return allocationLeft >= 0;
}

/// Takes note of an allocation that the caller can do without, as algorithms of the standard library can.
/// Returns false when it does not fit; this does not count against the unit.
[[nodiscard]] bool mayAllocateIfItFits(std::size_t size) noexcept;

/// Looks whether an allocation fits, after mayAllocate was false. Lives until the allocation is made, so that
/// two threads do not take the same room.
class MemoryLook {
public:
    /// Throws MemoryRefused.
    explicit MemoryLook(std::size_t size);

private:
    std::unique_lock<std::mutex> lock_;
};

}  // namespace rigkiln
