#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace rigkiln {

/// Chances of one mutation: equal seeds give equal results. `change` is the fuzzer's own way to change bytes,
/// with its signature: it changes the first `size` of `capacity` bytes and returns their new number.
class Mutation {
public:
    using ByteChange = std::size_t (*)(std::uint8_t* data, std::size_t size, std::size_t capacity);

    Mutation(std::uint32_t seed, ByteChange byteChange) : random_(seed), change_(byteChange) {}

    /// A number below `limit`. Precondition: limit > 0.
    [[nodiscard]] std::size_t below(std::size_t limit) { return random_() % limit; }
    [[nodiscard]] bool oneIn(std::size_t count) { return below(count) == 0; }
    /// An element. Precondition: there is one.
    template <class Elements>
    [[nodiscard]] auto& anyOf(Elements& elements) {
        return elements[below(elements.size())];
    }
    /// A number that decoders may not expect: near 0, a power of two or the largest of some width, else a
    /// random one.
    [[nodiscard]] std::uint64_t oddNumber();

    /// Changes bytes; they grow by at most 64.
    void change(std::vector<std::byte>& bytes);
    void change(std::string& text);

private:
    std::mt19937 random_;
    ByteChange change_;
};

/// A way to change inputs of one structure. Returns bytes that have it as well, with sizes and counts that
/// fit, so that decoders get past these to what they frame. Nullopt when `input` does not have the structure.
using Mutator = std::optional<std::vector<std::byte>> (*)(std::span<const std::byte> input,
                                                          Mutation& mutation);

/// Changes the first `size` of `capacity` bytes in place by the mutator, or one time in three and where it
/// cannot, by the fuzzer. Returns their new number.
[[nodiscard]] std::size_t mutateInPlace(Mutator mutator, std::span<std::uint8_t> capacity, std::size_t size,
                                        Mutation& mutation, Mutation::ByteChange change);

/// Repeats, removes, exchanges or moves elements of a list. Returns false where it has none.
template <class Element>
bool changeList(std::vector<Element>& list, Mutation& mutation) {
    if (list.empty()) return false;
    const std::size_t at = mutation.below(list.size());
    const auto there = list.begin() + static_cast<std::ptrdiff_t>(at);
    switch (mutation.below(4)) {
        case 0: {
            const Element copy = *there;
            list.insert(there, copy);
            break;
        }
        case 1:
            list.erase(there);
            break;
        case 2:
            std::swap(list[at], mutation.anyOf(list));
            break;
        default: {
            Element moved = std::move(*there);
            list.erase(there);
            list.insert(list.begin() + static_cast<std::ptrdiff_t>(mutation.below(list.size() + 1)),
                        std::move(moved));
        }
    }
    return true;
}

}  // namespace rigkiln

#define FUZZ_CHECK_MUTATOR(mutator) static_assert(std::is_same_v<decltype(&mutator), rigkiln::Mutator>)

/// FUZZ_MUTATOR(mutator); has the inputs of this program's target changed by `mutator`, a Mutator, too.
#ifdef RIGKILN_FUZZ
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t capacity);
#define FUZZ_MUTATOR(mutator)                                                                                \
    extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,                     \
                                                   std::size_t capacity, unsigned int seed) {                \
        rigkiln::Mutation mutation(seed, LLVMFuzzerMutate);                                                  \
        return rigkiln::mutateInPlace(mutator, std::span(data, capacity), size, mutation, LLVMFuzzerMutate); \
    }                                                                                                        \
    FUZZ_CHECK_MUTATOR(mutator)
#else
#define FUZZ_MUTATOR(mutator) FUZZ_CHECK_MUTATOR(mutator)
#endif
