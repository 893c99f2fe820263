#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

/// Table of the fields of each known chunk. The dump uses it, and so can show files that the decoder refuses.
namespace rigkiln::alamo {

enum class FieldType : std::uint8_t {
    U16,
    I16,
    U32,
    I32,
    F32,
    Text,   ///< to the end of the chunk
    Bytes,  ///< `count` bytes, or to the end of the chunk when count is 0
};

struct FieldLayout {
    std::string_view name{};
    FieldType type = FieldType::U32;
    std::size_t count = 1;
};

enum class ChunkContent : std::uint8_t {
    Container,  ///< `children`
    Minis,      ///< `children`, each a record
    Record,     ///< `fields`, once
    Records,    ///< `fields`, repeated to the end
};

struct ChunkLayout {
    std::uint32_t id = 0;
    std::string_view name{};
    ChunkContent content = ChunkContent::Record;
    bool numbered = false;  ///< shown with an index: "bone[3]"; all kinds with isObject count together
    bool isObject = false;
    const ChunkLayout* children = nullptr;  // not a span: the type is not complete here
    std::size_t childCount = 0;
    std::span<const FieldLayout> fields{};
};

/// Top-level chunks of models and animations.
[[nodiscard]] std::span<const ChunkLayout> alamoLayout();

}  // namespace rigkiln::alamo
