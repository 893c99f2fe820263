#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "formats/swat3/field_reader.hpp"
#include "formats/swat3/magic.hpp"
#include "formats/swat3/skeleton_block.hpp"

namespace rigkiln::swat3 {

/// Codec that prints a file: one indented line per field, with its offset. Small records of long lists share
/// a line each, and only the first few of a list are printed. Reads like FieldReader but without checking the
/// laws, so it also shows files that the decoder refuses. Throws FormatError where a size does not fit.
class FieldDumper {
public:
    static constexpr bool kReads = true;
    static constexpr bool kChecks = false;

    explicit FieldDumper(const ByteReader& reader) : reader_(reader) {}

    void magic(const Magic& magic, bool& repeatsTail);
    void constant(std::string_view field, std::uint16_t value);
    void optionalConstant(std::string_view field, std::uint16_t value, bool& isThere);

    template <Scalar Number>
    void number(std::string_view field, Number& value) {
        const std::size_t start = offset();
        reader_.number(field, value);
        if (!isHidden()) tell(start, field, fmt::to_string(value));
    }
    template <Scalar Number, std::size_t count>
    void numbers(std::string_view field, std::array<Number, count>& values) {
        const std::size_t start = offset();
        reader_.numbers(field, values);
        if (!isHidden()) tell(start, field, fmt::format("({})", fmt::join(values, ", ")));
    }
    void rotations(std::string_view field, std::span<Float4> values);
    void index(std::string_view field, std::uint16_t& value, std::size_t /*limit*/,
               std::string_view /*what*/) {
        number(field, value);
    }
    void text(std::string_view field, std::string& text);
    void textureName(std::string_view field, std::string& name, std::uint8_t& countedNuls);
    template <class Element>
    void count(std::string_view field, std::vector<Element>& elements, std::size_t minimumElementSize) {
        const std::size_t start = offset();
        reader_.count(field, elements, minimumElementSize);
        if (!isHidden()) tell(start, field, fmt::to_string(elements.size()));
    }

    /// Ends the element or record when it goes out of scope.
    class [[nodiscard]] Scope {
    public:
        Scope(FieldDumper& dumper, std::string_view name, std::size_t index)
            : dumper_(dumper), path_(dumper.reader_.enter(name, index)) {}
        ~Scope() { dumper_.leave(); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        FieldDumper& dumper_;
        ByteReader::Scope path_;
    };
    Scope enter(std::string_view name, std::size_t index);
    Scope enterRecord(std::string_view name, std::size_t index, std::size_t count);

    [[nodiscard]] std::size_t offset() const { return reader_.offset(); }
    [[nodiscard]] bool isNext(std::uint16_t value) const { return reader_.isNext(value); }

    /// Returns the text. `size` is the size of the file: bytes behind the last field are mentioned.
    [[nodiscard]] std::string finish(std::size_t size) &&;

private:
    enum class Mode : std::uint8_t { Lines, Record, Hidden };

    [[nodiscard]] bool isHidden() const { return mode_ == Mode::Hidden; }
    void tell(std::size_t start, std::string_view field, std::string_view value);
    void line(std::size_t start, std::string_view text);
    void leave();

    FieldReader reader_;
    std::string text_;
    std::size_t depth_ = 0;
    Mode mode_ = Mode::Lines;
    std::size_t fieldsInRecord_ = 0;
};

}  // namespace rigkiln::swat3
