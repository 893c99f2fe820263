#include "pipeline/files/journal.hpp"

#include <algorithm>

#include <xxhash.h>
#if RIGKILN_HASH_DISPATCH
#define XXH_DISPATCH_DISABLE_REPLACE
#include <xxh_x86dispatch.h>
#endif

namespace rigkiln {

ContentDigest digestOf(std::span<const std::byte> bytes) {
#if RIGKILN_HASH_DISPATCH
    // As in content_hash.cpp.
    const XXH128_hash_t hash = XXH3_128bits_dispatch(bytes.data(), bytes.size());
#else
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
#endif
    return {.high = hash.high64, .low = hash.low64};
}

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
