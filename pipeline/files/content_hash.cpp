#include "pipeline/files/content_hash.hpp"

#include <xxhash.h>

namespace rigkiln {

void ContentHash::Free::operator()(XXH3_state_s* state) const {
    XXH3_freeState(state);
}

ContentHash::ContentHash() : state_(XXH3_createState()) {
    XXH3_128bits_reset(state_.get());
}

void ContentHash::add(std::span<const std::byte> piece) {
    XXH3_128bits_update(state_.get(), piece.data(), piece.size());
}

ContentDigest ContentHash::digest() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
    return {.high = hash.high64, .low = hash.low64};
}

}  // namespace rigkiln
