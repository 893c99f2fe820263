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

/// The codec that fills a file model from bytes. The layouts in *_layout.hpp are written once, against what
/// FieldReader, FieldWriter and FieldDumper have in common. All failures are FormatError.
class FieldReader {
public:
    static constexpr bool kReads = true;   ///< the model is filled, not only looked at
    static constexpr bool kChecks = true;  ///< laws hold, or it fails

    explicit FieldReader(const ByteReader& reader) : reader_(reader) {}

    void magic(const Magic& magic, bool& repeatsTail);
    /// A number that must be this one.
    void constant(std::string_view field, std::uint16_t value);
    /// A number that is there when the bytes say so; writers see to it that nothing else behind it equals it.
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
    /// A number below `limit`, which is how many `what` there are.
    void index(std::string_view field, std::uint16_t& value, std::size_t limit, std::string_view what);
    /// Sixteen bits of length, and the octets.
    void text(std::string_view field, std::string& text);
    /// The same with two NULs behind, of which the length may count none, one or two.
    void textureName(std::string_view field, std::string& name, std::uint8_t& countedNuls);
    /// Sixteen bits, checked against the bytes left before the elements are made.
    template <class Element>
    void count(std::string_view field, std::vector<Element>& elements, std::size_t minimumElementSize) {
        const auto stored = reader_.read<std::uint16_t>(field);
        elements.resize(reader_.checkedCount(field, stored, minimumElementSize));
    }

    [[nodiscard]] ByteReader::Scope enter(std::string_view name, std::size_t index) const {
        return reader_.enter(name, index);
    }
    /// An element of a long list of small ones; `count` is how many the list has.
    [[nodiscard]] ByteReader::Scope enterRecord(std::string_view name, std::size_t index,
                                                std::size_t /*count*/) const {
        return reader_.enter(name, index);
    }

    [[nodiscard]] std::size_t offset() const { return reader_.offset(); }
    /// Whether these sixteen bits come next; they stay unread.
    [[nodiscard]] bool isNext(std::uint16_t value) const;
    void expectEnd(std::string_view lastField) const { reader_.expectEnd(lastField); }
    [[noreturn]] void failAt(std::size_t offset, std::string_view field, const std::string& problem) const {
        reader_.failAt(offset, field, problem);
    }

private:
    ByteReader reader_;
};

}  // namespace rigkiln::swat3
