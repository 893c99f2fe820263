#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/swat3/magic.hpp"
#include "formats/swat3/skeleton_block.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/byte_writer.hpp"

namespace rigkiln::swat3 {

/// Codec that encodes a file model; the counterpart of FieldReader. Throws EncodeError on every failure.
class FieldWriter {
public:
    static constexpr bool kReads = false;
    static constexpr bool kChecks = true;

    void magic(const Magic& magic, bool repeatsTail);
    void constant(std::string_view field, std::uint16_t value);
    void optionalConstant(std::string_view field, std::uint16_t value, bool isThere);

    template <Scalar Number>
    void number(std::string_view /*field*/, Number value) {
        writer_.write(value);
    }
    template <Scalar Number, std::size_t count>
    void numbers(std::string_view /*field*/, const std::array<Number, count>& values) {
        writer_.writeAll(std::span<const Number>(values));
    }
    void rotations(std::string_view field, std::span<const Float4> values);
    void index(std::string_view field, std::uint16_t value, std::size_t limit, std::string_view what);
    void text(std::string_view field, std::string_view text);
    void textureName(std::string_view field, std::string_view name, std::uint8_t countedNuls);
    template <class Element>
    void count(std::string_view field, const std::vector<Element>& elements,
               std::size_t /*minimumElementSize*/) {
        writer_.write(checked(field, elements.size(), "elements"));
    }

    [[nodiscard]] ByteReader::Scope enter(std::string_view name, std::size_t index) {
        return {path_, name, index};
    }
    [[nodiscard]] ByteReader::Scope enterRecord(std::string_view name, std::size_t index,
                                                std::size_t /*count*/) {
        return {path_, name, index};
    }

    [[nodiscard]] std::size_t offset() const { return writer_.offset(); }
    [[noreturn]] void fail(std::string_view field, const std::string& problem) const;
    /// Same interface as FieldReader::failAt; ignores the offset, because a model has none.
    [[noreturn]] void failAt(std::size_t /*offset*/, std::string_view field,
                             const std::string& problem) const {
        fail(field, problem);
    }

    [[nodiscard]] std::vector<std::byte> finish() && { return std::move(writer_).finish(); }

private:
    [[nodiscard]] std::uint16_t checked(std::string_view field, std::size_t number,
                                        std::string_view unit) const;

    FieldPath path_;
    ByteWriter writer_;
};

}  // namespace rigkiln::swat3
