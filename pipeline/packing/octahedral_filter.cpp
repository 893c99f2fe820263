#include "pipeline/packing/octahedral_filter.hpp"

#include <cstring>

namespace rigkiln {
namespace {

template <class Integer>
void undoAll(std::span<std::byte> elements) {
    std::array<Integer, 4> element{};
    for (std::size_t at = 0; at + sizeof element <= elements.size(); at += sizeof element) {
        std::memcpy(element.data(), elements.data() + at, sizeof element);
        element = decodeOctahedral(element);
        std::memcpy(elements.data() + at, element.data(), sizeof element);
    }
}

}  // namespace

void undoOctahedral(std::span<std::byte> elements, std::size_t stride) {
    if (stride == sizeof(std::array<std::int8_t, 4>))
        undoAll<std::int8_t>(elements);
    else
        undoAll<std::int16_t>(elements);
}

}  // namespace rigkiln
