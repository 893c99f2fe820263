#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "pipeline/files/journal.hpp"

struct XXH3_state_s;

namespace rigkiln {

/// Hash of content that comes in pieces, equal to `digestOf` of the joined bytes.
class ContentHash {
public:
    ContentHash();
    void add(std::span<const std::byte> piece);
    [[nodiscard]] ContentDigest digest() const;

private:
    struct Free {
        void operator()(XXH3_state_s* state) const;
    };
    std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace rigkiln
