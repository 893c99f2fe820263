#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/swat3/magic.hpp"
#include "formats/swat3/skeleton_block.hpp"
#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::swat3 {

/// Codec that fills a file model from bytes. Each layout in *_layout.hpp is written once, against the common
/// interface of FieldReader, FieldWriter and FieldDumper. Throws FormatError on every failure.
class FieldReader {
public:
    static constexpr bool kReads = true;   ///< fills the model
    static constexpr bool kChecks = true;  ///< refuses files that break a law

    explicit FieldReader(const ByteReader& reader) : reader_(reader) {}

    void magic(const Magic& magic, bool& repeatsTail);
    /// Reads a number that must equal `value`.
    void constant(std::string_view field, std::uint16_t value);
    /// Reads a number if the next bytes equal it. Writers make sure that nothing else in its place can equal
    /// it.
    void optionalConstant(std::string_view field, std::uint16_t value, bool& isThere);

    template <Scalar Number>
    void number(std::string_view field, Number& value) {
        value = reader_.read<Number>(field);
    }
    template <Scalar Number, std::size_t count>
    void numbers(std::string_view field, std::array<Number, count>& values) {
        values = reader_.readArray<Number, count>(field);
    }
    void rotations(std::string_view field, std::span<Float4> values);
    /// Reads an index below `limit`, the number of `what`.
    void index(std::string_view field, std::uint16_t& value, std::size_t limit, std::string_view what);
    /// Reads a 16-bit length and the bytes.
    void text(std::string_view field, std::string& text);
    /// Reads a text with two NULs behind it; its length may count none, one or both.
    void textureName(std::string_view field, std::string& name, std::uint8_t& countedNuls);
    /// Reads a 16-bit count and checks it against the bytes left before it makes the elements.
    template <class Element>
    void count(std::string_view field, std::vector<Element>& elements, std::size_t minimumElementSize) {
        const auto stored = reader_.read<std::uint16_t>(field);
        elements.resize(reader_.checkedCount(field, stored, minimumElementSize));
    }

    [[nodiscard]] ByteReader::Scope enter(std::string_view name, std::size_t index) const {
        return reader_.enter(name, index);
    }
    /// Enters an element of a long list of small ones; `count` is the length of the list.
    [[nodiscard]] ByteReader::Scope enterRecord(std::string_view name, std::size_t index,
                                                std::size_t /*count*/) const {
        return reader_.enter(name, index);
    }

    [[nodiscard]] std::size_t offset() const { return reader_.offset(); }
    /// Whether the next 16 bits are `value`. Does not read them.
    [[nodiscard]] bool isNext(std::uint16_t value) const;
    void expectEnd(std::string_view lastField) const { reader_.expectEnd(lastField); }
    [[noreturn]] void failAt(std::size_t offset, std::string_view field, const std::string& problem) const {
        reader_.failAt(offset, field, problem);
    }

private:
    ByteReader reader_;
};

}  // namespace rigkiln::swat3
