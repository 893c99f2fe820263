#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bfres/bfres_layout.hpp"
#include "formats/bfres/bfres_reader.hpp"
#include "pipeline/binary/byte_writer.hpp"

namespace rigkiln::bfres {

/// Where strings lie in the file: of the Wii U their first byte, of the Switch their length.
using StringPlaces = std::map<std::string, Place, std::less<>>;

/// Writes a BFRES file, or one section of it, front to back. Offsets are written as labels, which get their
/// positions later. Failures are EncodeError.
class BfresWriter {
public:
    /// `start`: where in the file the first byte that is written here will lie.
    explicit BfresWriter(Layout layout, Place start = 0);

    [[nodiscard]] const Layout& layout() const { return layout_; }
    [[nodiscard]] ByteWriter& bytes() { return out_; }
    [[nodiscard]] Place offset() const { return start_ + out_.offset(); }

    /// A label without a position yet.
    [[nodiscard]] Place newLabel();
    /// A label for the next byte.
    [[nodiscard]] Place here();
    /// Gives the label the position of the next byte.
    void define(Place label);
    [[nodiscard]] Place positionOf(Place label) const { return positions_[label]; }

    /// Offset fields. Label 0: nothing.
    void place(Place label);
    void text(std::string_view text);
    /// A label for bytes that lie behind everything else: vertices, indices, embedded files. They are copied.
    [[nodiscard]] Place addBulk(std::span<const std::byte> bytes, std::size_t alignment);
    /// A field of 32 bits: how far from the start of the bulk data the label lies (Switch).
    void bulkOffset(Place label);
    /// Writes what was added; `start` gets the position of the first byte.
    void writeBulk(Place start);

    /// Zeroes up to a multiple of `alignment` in the file.
    void align(std::size_t alignment);
    void zeroes(std::size_t count);

    /// Writes each string once, those of offset fields so far: sorted by bytes, the empty one last.
    void writeStringPool();
    void addText(std::string_view text) { strings_.try_emplace(std::string(text), 0); }

    /// All bytes, with offsets resolved: to the strings written here or, where there is none, to those of
    /// `strings`. Fails when a label or a string has no position or an offset does not fit.
    [[nodiscard]] std::vector<std::byte> finish(const StringPlaces& strings = {}) &&;

private:
    struct Fixup {
        Place field = 0;
        Place label = 0;
    };
    struct TextFixup {
        Place field = 0;
        std::string text;
    };
    struct Bulk {
        Place label = 0;
        std::vector<std::byte> bytes;
        std::size_t alignment = 1;
    };
    void resolve(Place field, Place target);

    Layout layout_;
    Place start_;
    ByteWriter out_;
    std::vector<Place> positions_;  ///< of labels; the first stands for nothing
    std::vector<Fixup> fixups_;
    std::vector<Fixup> bulkFixups_;
    std::vector<TextFixup> textFixups_;
    std::vector<Bulk> bulk_;
    Place bulkStart_ = 0;
    StringPlaces strings_;  ///< position 0: not written here
};

/// The writing side of RecordReader.
class RecordWriter {
public:
    explicit RecordWriter(BfresWriter& out) : out_(out) {}

    [[nodiscard]] const Layout& layout() const { return out_.layout(); }

    template <Scalar Number>
    void field(std::string_view, Number number) {
        out_.bytes().write(number);
    }
    template <Scalar Number, std::size_t count>
    void field(std::string_view, const std::array<Number, count>& numbers) {
        out_.bytes().writeAll(std::span<const Number>(numbers));
    }
    void littleEndian(std::string_view, std::uint32_t number) {
        for (unsigned shift = 0; shift < 32; shift += 8)
            out_.bytes().write(static_cast<std::uint8_t>(number >> shift & 0xFFU));
    }
    void place(std::string_view, Place label) { out_.place(label); }
    void text(std::string_view, const std::string& text) { out_.text(text); }
    void pad(std::size_t size) { out_.zeroes(size); }
    void magic(std::string_view magic) { out_.bytes().writeText(magic); }

private:
    BfresWriter& out_;
};

}  // namespace rigkiln::bfres
