#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bfres/base/bfres_layout.hpp"
#include "formats/bfres/base/bfres_reader.hpp"
#include "pipeline/binary/byte_writer.hpp"

namespace rigkiln::bfres {

/// Positions of strings in the file. Wii U: of the first byte; Switch: of the length before it.
using StringPlaces = std::map<std::string, Place, std::less<>>;

/// Handle of BfresWriter for a position in the file, which may be defined later. A default one means none.
/// Records that lead to other parts of the file are templates of their `Target`: Place when they are read,
/// Label when they are written.
class Label {
public:
    Label() = default;
    [[nodiscard]] explicit operator bool() const { return number_ != 0; }

private:
    friend class BfresWriter;
    explicit Label(std::size_t number) : number_(number) {}

    std::size_t number_ = 0;
};

/// Writes a BFRES file, or one section of it, front to back. Offset fields refer to labels, whose positions
/// are defined later. Throws EncodeError on every failure.
class BfresWriter {
public:
    /// `start` is the position in the file of the first byte written here.
    explicit BfresWriter(Layout layout, Place start = 0);

    [[nodiscard]] const Layout& layout() const { return layout_; }
    [[nodiscard]] ByteWriter& bytes() { return out_; }
    [[nodiscard]] Place offset() const { return start_ + out_.offset(); }

    /// Makes a label without a position.
    [[nodiscard]] Label newLabel();
    /// Makes a label at the current position.
    [[nodiscard]] Label here();
    /// Gives a label the current position.
    void define(Label label);

    /// Writes an offset field that leads to the label.
    void place(Label label);
    void text(std::string_view text);
    /// Adds bytes to write behind everything else (vertices, indices, embedded files) and returns their
    /// label. Copies the bytes.
    [[nodiscard]] Label addBulk(std::span<const std::byte> bytes, std::size_t alignment);
    /// Writes a 32-bit field: the distance of the label from the start of the bulk data (Switch).
    void bulkOffset(Label label);
    /// Writes the bytes added by addBulk(). Defines `start` as the position of the first one.
    void writeBulk(Label start);

    /// Writes zeroes up to a multiple of `alignment` in the file.
    void align(std::size_t alignment);
    void zeroes(std::size_t count);

    /// Writes each string referred to so far once: sorted by bytes, the empty one last.
    void writeStringPool();
    void addText(std::string_view text) { strings_.try_emplace(std::string(text), 0); }

    /// Returns all bytes with offsets resolved. Strings not written here are looked up in `strings`. Fails
    /// when a label or string has no position, or when an offset does not fit.
    [[nodiscard]] std::vector<std::byte> finish(const StringPlaces& strings = {}) &&;

private:
    struct Fixup {
        Place field = 0;
        Label label;
    };
    struct TextFixup {
        Place field = 0;
        std::string text;
    };
    struct Bulk {
        Label label;
        std::vector<std::byte> bytes;
        std::size_t alignment = 1;
    };
    void resolve(Place field, Place target);

    Layout layout_;
    Place start_;
    ByteWriter out_;
    std::vector<Place> positions_;  ///< by label; the first means "none"
    std::vector<Fixup> fixups_;
    std::vector<Fixup> bulkFixups_;
    std::vector<TextFixup> textFixups_;
    std::vector<Bulk> bulk_;
    Place bulkStart_ = 0;
    StringPlaces strings_;  ///< 0: not written here
};

/// Counterpart of RecordReader for writing.
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
    void place(std::string_view, Label label) { out_.place(label); }
    void text(std::string_view, const std::string& text) { out_.text(text); }
    void pad(std::size_t size) { out_.zeroes(size); }
    void magic(std::string_view magic) { out_.bytes().writeText(magic); }

private:
    BfresWriter& out_;
};

}  // namespace rigkiln::bfres
