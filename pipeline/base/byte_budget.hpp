#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>

namespace rigkiln {

/// Limits the bytes that several threads hold together. A request that does not fit waits, first come, first
/// served. A request above the limit is granted when nothing else is held. Cannot deadlock as long as a
/// thread that holds a lease only waits for computation or the disk, and never for another lease.
class ByteBudget {
public:
    /// Holds bytes of the budget during its lifetime.
    class Lease {
    public:
        Lease() = default;
        Lease(Lease&& other) noexcept
            : budget_(std::exchange(other.budget_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
        Lease& operator=(Lease&& other) noexcept {
            std::swap(budget_, other.budget_);
            std::swap(bytes_, other.bytes_);
            return *this;
        }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        ~Lease() {
            if (budget_ != nullptr) budget_->giveBack(bytes_);
        }

    private:
        friend class ByteBudget;
        Lease(ByteBudget& budget, std::size_t bytes) : budget_(&budget), bytes_(bytes) {}

        ByteBudget* budget_ = nullptr;
        std::size_t bytes_ = 0;
    };

    explicit ByteBudget(std::size_t limit) : limit_(limit) {}

    /// Waits until the bytes fit; returns at once for 0 bytes. The lease must not outlive the budget.
    [[nodiscard]] Lease take(std::size_t bytes);

    /// Returns the largest number of bytes held at one time. Exceeds the limit only when a single request
    /// did.
    [[nodiscard]] std::size_t peak() const;

private:
    void giveBack(std::size_t bytes);

    const std::size_t limit_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t used_ = 0;
    std::size_t peak_ = 0;
    std::uint64_t nextTicket_ = 0;
    std::uint64_t served_ = 0;
};

}  // namespace rigkiln
