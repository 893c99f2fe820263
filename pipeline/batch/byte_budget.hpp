#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>

namespace rigkiln {

/// Bytes that many threads share: whoever wants more than are left waits, first come, first served; what is
/// more than all of them is given to one alone. Cannot deadlock as long as nobody who holds some waits for
/// anything but computation or the disk, and so never for more of them.
class ByteBudget {
public:
    /// Bytes held until its end.
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

    /// Waits for them; for none it does not. The lease must not outlive the budget.
    [[nodiscard]] Lease take(std::size_t bytes);

    /// The most that was held at one time: above the limit only when somebody alone wanted more.
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
