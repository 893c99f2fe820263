#include "pipeline/base/memory_account.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

namespace rigkiln {
namespace {

/// A thread asks the allocator after this share of the room that is left, so that many threads together do
/// not take much more than there is.
constexpr std::size_t kRoomShare = 32;
constexpr std::size_t kLeastStep = std::size_t{256} << 10U;
constexpr std::size_t kMostStep = std::size_t{16} << 20U;
/// Below this part of the limit nobody asks for free pages. They were used before, when together with all
/// others they were within the limit.
constexpr std::size_t kHeldShare = 4;
/// Beyond the limit by so much, a unit is refused memory although it allocated no more than was expected.
constexpr std::size_t kTolerated = std::size_t{16} << 20U;
/// Allocations of threads without an account are not looked at.
constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max() / 2;

struct ThreadAccount {
    MemoryAccount* account = nullptr;
    std::int64_t step = 0;      ///< allocationLeft after the last look
    std::size_t seenBytes = 0;  ///< by the last look
};
constinit thread_local ThreadAccount threadAccount;

/// Raises a value that threads share.
void raise(std::atomic<std::size_t>& value, std::size_t to) {
    std::size_t now = value;
    while (now < to && !value.compare_exchange_weak(now, to)) {
    }
}

}  // namespace

constinit thread_local std::int64_t allocationLeft = 0;

MemoryBudget::MemoryBudget(Heap* heap, std::size_t bytes, std::size_t unitBytes)
    : heap_(heap), unitBytes_(unitBytes) {
    if (heap_ != nullptr) limit_ = heap_->usedBytes() + bytes;
}

MemoryAccount::MemoryAccount(MemoryBudget& budget, std::size_t expectedBytes)
    : budget_(budget), expectedBytes_(expectedBytes), number_(++budget.opened_) {
    beganAlone_ = ++budget.accounts_ == 1;
    if (budget.heap_ != nullptr) bytesAtBegin_ = budget.heap_->usedBytes();
}

MemoryAccount::~MemoryAccount() {
    --budget_.accounts_;
}

bool MemoryAccount::isAlone() const {
    return beganAlone_ && budget_.opened_ == number_;
}

std::size_t MemoryAccount::limit() const {
    return isAlone() ? std::max(budget_.limit_, bytesAtBegin_ + budget_.unitBytes_) : budget_.limit_;
}

bool MemoryAccount::isGuilty(std::size_t size, std::size_t over) const {
    return isAlone() || over > kTolerated || allocated_ + size > expectedBytes_;
}

/// Adds to the account what the calling thread allocated since its last look.
void MemoryAccount::settle() const {
    const std::int64_t since = std::exchange(threadAccount.step, 0) - std::exchange(allocationLeft, 0);
    allocated_ += static_cast<std::uint64_t>(std::max<std::int64_t>(since, 0));
}

void MemoryAccount::note(std::size_t usedBytes) const {
    raise(mostUsedBytes_, usedBytes);
}

std::optional<std::size_t> MemoryAccount::measuredBytes() const {
    if (budget_.heap_ == nullptr || !isAlone()) return std::nullopt;
    settle();
    note(budget_.heap_->usedBytes());
    const std::size_t seen = mostUsedBytes_ - std::min<std::size_t>(mostUsedBytes_, bytesAtBegin_);
    return std::max(seen, std::min<std::size_t>(seen + longestStep_, allocated_));
}

/// Gives the calling thread a new step, unless the allocation does not fit: then the next one looks again.
/// Holds the lock when the allocation is large.
bool MemoryAccount::fits(std::size_t size, std::unique_lock<std::mutex>& lock) {
    settle();
    if (budget_.heap_ == nullptr) {
        threadAccount.step = allocationLeft = kMostStep;
        return true;
    }
    if (size >= kLeastStep) lock = std::unique_lock(budget_.mutex_);
    const std::size_t used = budget_.heap_->usedBytes();
    const std::size_t most = limit();
    const std::size_t wanted = used + std::min(size, std::numeric_limits<std::size_t>::max() / 2);
    // An exception while another one is under way would end the program.
    if (wanted > most && isGuilty(size, wanted - most) && std::uncaught_exceptions() == 0) {
        neededBytes_ = std::max<std::size_t>(wanted - std::min(wanted, bytesAtBegin_), 1);
        return false;
    }
    threadAccount.seenBytes = used;
    note(used);
    if (wanted > most / kHeldShare && wanted + budget_.heap_->freeBytes() > most)
        budget_.heap_->giveBackFreePages();
    const std::size_t room = most - std::min(most, wanted);
    const std::size_t step = std::clamp(room / kRoomShare, kLeastStep, kMostStep);
    raise(longestStep_, step);
    threadAccount.step = allocationLeft = static_cast<std::int64_t>(step);
    return true;
}

void MemoryAccount::demand(std::size_t size, std::unique_lock<std::mutex>& lock) {
    if (fits(size, lock)) return;
    isRefused_ = true;
    throw MemoryRefused(neededBytes_);
}

MemoryAccount::Scope::Scope(MemoryAccount* account) : before_(threadAccount.account), account_(account) {
    if (account_ == before_) return;
    if (before_ != nullptr) before_->settle();
    threadAccount.account = account_;
    // The first allocation looks.
    threadAccount.step = allocationLeft = account_ == nullptr ? kUnlimited : 0;
}

MemoryAccount::Scope::~Scope() {
    if (account_ == before_) return;
    if (account_ != nullptr) account_->settle();
    threadAccount.account = before_;
    threadAccount.step = allocationLeft = before_ == nullptr ? kUnlimited : 0;
}

MemoryAccount* MemoryAccount::current() {
    return threadAccount.account;
}

void requireMemory(std::size_t bytes) {
    if (threadAccount.account == nullptr) return;
    std::unique_lock<std::mutex> lock;
    threadAccount.account->demand(bytes, lock);
}

void passOnRefusal() {
    const MemoryAccount* account = threadAccount.account;
    if (account != nullptr && account->isRefused()) throw MemoryRefused(account->neededBytes());
}

bool mayAllocateIfItFits(std::size_t size) noexcept {
    std::unique_lock<std::mutex> lock;
    return mayAllocate(size) || threadAccount.account == nullptr || threadAccount.account->fits(size, lock);
}

MemoryLook::MemoryLook(std::size_t size) {
    if (threadAccount.account == nullptr) {
        threadAccount.step = allocationLeft = kUnlimited;
        return;
    }
    threadAccount.account->demand(size, lock_);
    // Such a block may be freed before the next look.
    threadAccount.account->note(threadAccount.seenBytes + size);
}

}  // namespace rigkiln
