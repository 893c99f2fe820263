#include "tests/fuzz/mutators/bfres_pointers.hpp"

#include <algorithm>
#include <bit>

namespace rigkiln {
namespace {

constexpr std::size_t kHeader = 16;  // magic, version and byte order: other values end the reading

struct PointerKind {
    std::size_t width = 0;
    std::endian order = std::endian::little;
    bool isRelative = false;
};
constexpr PointerKind kSwitchPointer{.width = 8, .order = std::endian::little, .isRelative = false};
constexpr PointerKind kWiiUPointer{.width = 4, .order = std::endian::big, .isRelative = true};

/// Bits from the least significant octet on.
std::size_t shiftOf(std::size_t octet, std::size_t width, std::endian order) {
    return 8 * (order == std::endian::little ? octet : width - 1 - octet);
}

std::uint64_t load(std::span<const std::byte> bytes, std::size_t offset, std::size_t width,
                   std::endian order) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
        value |= std::to_integer<std::uint64_t>(bytes[offset + i]) << shiftOf(i, width, order);
    return value;
}

void store(std::span<std::byte> bytes, std::size_t offset, std::uint64_t value, std::size_t width,
           std::endian order) {
    for (std::size_t i = 0; i < width; ++i)
        bytes[offset + i] = static_cast<std::byte>((value >> shiftOf(i, width, order)) & 0xFFU);
}

struct Pointer {
    std::size_t offset = 0;
    std::size_t target = 0;
};

std::vector<Pointer> pointersOf(std::span<const std::byte> bytes, const PointerKind& kind) {
    constexpr std::size_t kMost = 50'000;
    std::vector<Pointer> pointers;
    for (std::size_t offset = kHeader; offset + kind.width <= bytes.size() && pointers.size() < kMost;
         offset += kind.width) {
        const std::uint64_t value = load(bytes, offset, kind.width, kind.order);
        if (value == 0 || value >= bytes.size()) continue;
        const std::size_t target = value + (kind.isRelative ? offset : 0);
        if (target < bytes.size()) pointers.push_back({offset, target});
    }
    return pointers;
}

void lead(std::span<std::byte> bytes, const Pointer& pointer, std::size_t target, const PointerKind& kind) {
    const std::uint64_t value = std::uint64_t{target} - (kind.isRelative ? pointer.offset : 0);
    store(bytes, pointer.offset, value, kind.width, kind.order);
}

void changeOnce(std::span<std::byte> bytes, std::vector<Pointer>& pointers, const PointerKind& kind,
                Mutation& mutation) {
    Pointer& one = mutation.anyOf(pointers);
    Pointer& other = mutation.anyOf(pointers);
    switch (mutation.below(6)) {
        case 0:
            lead(bytes, one, other.target, kind);
            break;
        case 1:
            lead(bytes, one, other.target, kind);
            lead(bytes, other, one.target, kind);
            break;
        case 2:
            lead(bytes, one, one.target + mutation.below(64) - 32, kind);
            break;
        case 3:
            lead(bytes, one,
                 mutation.oneIn(2) ? one.offset
                                   : bytes.size() - mutation.below(std::min<std::size_t>(bytes.size(), 64)),
                 kind);
            break;
        default: {  // counts and sizes are beside pointers, and at the beginning of what they lead to
            constexpr std::size_t kNear = 64;
            const std::size_t width = std::size_t{1} << mutation.below(3);
            const std::size_t from =
                mutation.oneIn(2) ? one.offset - std::min(one.offset - kHeader, kNear / 2) : one.target;
            const std::size_t offset = from + mutation.below(kNear) / width * width;
            if (offset < kHeader || offset + width > bytes.size()) break;
            store(bytes, offset, mutation.oddNumber(), width, kind.order);
        }
    }
}

std::optional<std::vector<std::byte>> mutatePointers(std::span<const std::byte> input,
                                                     const PointerKind& kind, Mutation& mutation) {
    std::vector<Pointer> pointers = pointersOf(input, kind);
    if (pointers.empty()) return std::nullopt;
    std::vector<std::byte> bytes(input.begin(), input.end());
    for (std::size_t i = 0; i < 1 + mutation.below(4); ++i)
        changeOnce(bytes, pointers, kind, mutation);
    return bytes;
}

}  // namespace

std::optional<std::vector<std::byte>> mutateSwitchPointers(std::span<const std::byte> input,
                                                           Mutation& mutation) {
    return mutatePointers(input, kSwitchPointer, mutation);
}

std::optional<std::vector<std::byte>> mutateWiiUPointers(std::span<const std::byte> input,
                                                         Mutation& mutation) {
    return mutatePointers(input, kWiiUPointer, mutation);
}

}  // namespace rigkiln
