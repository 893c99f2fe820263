#include "tests/fuzz/mutators/mutation.hpp"

#include <algorithm>
#include <cstring>

namespace rigkiln {
namespace {

constexpr std::size_t kMostGrowth = 64;

std::size_t grown(std::uint8_t* data, std::size_t size, std::size_t capacity, Mutation::ByteChange change) {
    return capacity == 0 ? 0 : std::min(change(data, size, capacity), capacity);
}

}  // namespace

std::uint64_t Mutation::oddNumber() {
    const std::uint64_t nearPower = (std::uint64_t{1} << below(64)) + below(3) - 1;
    switch (below(4)) {
        case 0:
            return below(8);
        case 1:
            return nearPower;
        case 2:
            return ~std::uint64_t{0} - below(3);
        default:
            return std::uint64_t{random_()} << 32U | random_();
    }
}

void Mutation::change(std::vector<std::byte>& bytes) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kMostGrowth);
    bytes.resize(grown(reinterpret_cast<std::uint8_t*>(bytes.data()), size, bytes.size(), change_));
}

void Mutation::change(std::string& text) {
    const std::size_t size = text.size();
    text.resize(size + kMostGrowth);
    text.resize(grown(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size(), change_));
}

std::size_t mutateInPlace(Mutator mutator, std::span<std::uint8_t> capacity, std::size_t size,
                          Mutation& mutation, Mutation::ByteChange change) {
    if (!mutation.oneIn(3)) {
        const auto result = mutator(std::as_bytes(capacity.first(size)), mutation);
        if (result && !result->empty() && result->size() <= capacity.size()) {
            std::memcpy(capacity.data(), result->data(), result->size());
            return result->size();
        }
    }
    return change(capacity.data(), size, capacity.size());
}

}  // namespace rigkiln
