#include "pipeline/files/content_hash.hpp"

#include <xxhash.h>
#if RIGKILN_HASH_DISPATCH
#define XXH_DISPATCH_DISABLE_REPLACE
#include <xxh_x86dispatch.h>
#endif

namespace rigkiln {
namespace {

ContentDigest digestIn(const XXH128_hash_t& hash) {
    return {.high = hash.high64, .low = hash.low64};
}

}  // namespace

// Both give the same values with dispatch, computed with the widest vectors that the processor has.

ContentDigest digestOf(std::span<const std::byte> bytes) {
#if RIGKILN_HASH_DISPATCH
    return digestIn(XXH3_128bits_dispatch(bytes.data(), bytes.size()));
#else
    return digestIn(XXH3_128bits(bytes.data(), bytes.size()));
#endif
}

void ContentHash::Free::operator()(XXH3_state_s* state) const {
    XXH3_freeState(state);
}

ContentHash::ContentHash() : state_(XXH3_createState()) {
    XXH3_128bits_reset(state_.get());
}

void ContentHash::add(std::span<const std::byte> piece) {
#if RIGKILN_HASH_DISPATCH
    XXH3_128bits_update_dispatch(state_.get(), piece.data(), piece.size());
#else
    XXH3_128bits_update(state_.get(), piece.data(), piece.size());
#endif
}

ContentDigest ContentHash::digest() const {
    return digestIn(XXH3_128bits_digest(state_.get()));
}

}  // namespace rigkiln
