#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <xxhash.h>

namespace rigkiln {

/// Counts different paths among a million of them: takes 16 bytes for each that is added, not its text.
class DistinctPaths {
public:
    void add(std::string_view path) {
        const XXH128_hash_t hash = XXH3_128bits(path.data(), path.size());
        // Neighbours are often the same.
        const Digest digest(hash.high64, hash.low64);
        if (digests_.empty() || digests_.back() != digest) digests_.push_back(digest);
    }
    [[nodiscard]] std::size_t count() {
        std::ranges::sort(digests_);
        digests_.erase(std::unique(digests_.begin(), digests_.end()), digests_.end());
        return digests_.size();
    }

private:
    using Digest = std::pair<XXH64_hash_t, XXH64_hash_t>;
    std::vector<Digest> digests_;
};

}  // namespace rigkiln
