#include "pipeline/files/journal.hpp"

#include <algorithm>

namespace rigkiln {

void Journal::add(Look look) {
    const std::scoped_lock lock(mutex_);
    looks_.push_back(std::move(look));
}

void Journal::addAll(std::span<const Look> looks) {
    const std::scoped_lock lock(mutex_);
    looks_.insert(looks_.end(), looks.begin(), looks.end());
}

std::vector<Look> Journal::looks() const {
    std::vector<Look> sorted;
    {
        const std::scoped_lock lock(mutex_);
        sorted = looks_;
    }
    std::ranges::sort(sorted);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return sorted;
}

}  // namespace rigkiln
