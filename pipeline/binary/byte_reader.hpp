#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pipeline/binary/format_error.hpp"

namespace rigkiln {

template <class Type>
concept Scalar = std::is_arithmetic_v<Type> && !std::same_as<Type, bool>;

/// A struct that consists of 32-bit fields in the file's order, so that it can be read and written as a
/// block.
template <class Type>
concept WordRecord = std::is_trivially_copyable_v<Type> && std::is_standard_layout_v<Type> && sizeof(Type) %
                             4 ==
                         0 &&
                     alignof(Type) <= 4;

/// The nested elements that a reader is in. Formatted as text ("mesh[3].subMesh[0]") only when an error needs
/// it.
class FieldPath {
public:
    static constexpr std::size_t kNoIndex = static_cast<std::size_t>(-1);

    void push(std::string_view name, std::size_t index) {
        if (depth_ == elements_.size()) elements_.emplace_back();
        elements_[depth_++] = {name, index};
    }
    void pop() { --depth_; }
    [[nodiscard]] std::string text(std::string_view field) const;

private:
    struct Element {
        std::string_view name;
        std::size_t index = kNoIndex;
    };
    std::vector<Element> elements_;  ///< kept after pop(), to avoid an allocation per record
    std::size_t depth_ = 0;
};

/// Bounds-checked cursor over a file in memory or over a part of it. Every read names its field, so that an
/// error says which field of which element failed and where: `bone[3].name at 0x1A4: needs 12 bytes, 5 are
/// left in chunk`.
///
/// Names passed in must outlive the reader, so use string literals. A reader made by `section` shares the
/// FieldPath of its parent and must not outlive that path. All failures are FormatError with absolute file
/// offsets.
class ByteReader {
public:
    ByteReader(std::span<const std::byte> file, FieldPath& path, std::endian order = std::endian::little)
        : ByteReader(file, 0, "file", path, order) {}

    template <Scalar Number>
    Number read(std::string_view field) {
        return fromBytes<Number>(take(field, sizeof(Number)));
    }

    template <Scalar Number, std::size_t count>
    std::array<Number, count> readArray(std::string_view field) {
        const std::span<const std::byte> bytes = take(field, sizeof(Number) * count);
        std::array<Number, count> numbers{};
        for (std::size_t i = 0; i < count; ++i) {
            numbers[i] = fromBytes<Number>(bytes.subspan(i * sizeof(Number), sizeof(Number)));
        }
        return numbers;
    }

    template <Scalar Number>
    std::vector<Number> readVector(std::string_view field, std::size_t count) {
        return readElements<Number, sizeof(Number)>(field, count);
    }

    template <Scalar Number, std::size_t width>
    std::vector<std::array<Number, width>> readArrays(std::string_view field, std::size_t count) {
        return readElements<std::array<Number, width>, sizeof(Number)>(field, count);
    }

    template <WordRecord Record>
    std::vector<Record> readRecords(std::string_view field, std::size_t count) {
        return readElements<Record, 4>(field, count);
    }

    /// Returns the next `size` bytes without copying; fails when fewer are left.
    std::span<const std::byte> take(std::string_view field, std::size_t size);
    std::vector<std::byte> readBytes(std::string_view field, std::size_t size);

    /// Returns a reader over the next `size` bytes and skips them in this reader. `name` names the section in
    /// errors, for example "chunk 0x10007".
    ByteReader section(std::string_view field, std::size_t size, std::string_view name);

    /// Returns `count`, or fails when `count` elements of the minimum size exceed the bytes left. Call before
    /// allocating.
    std::size_t checkedCount(std::string_view field, std::size_t count, std::size_t minimumElementSize) const;

    [[nodiscard]] std::size_t left() const { return bytes_.size() - position_; }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    [[nodiscard]] bool atEnd() const { return left() == 0; }
    /// Absolute offset of the next byte in the file.
    [[nodiscard]] std::size_t offset() const { return base_ + position_; }
    [[nodiscard]] std::endian order() const { return order_; }

    void expectEnd(std::string_view field) const;

    /// Throws FormatError for `field` of the current element, at the given offset or else at that of the next
    /// byte.
    [[noreturn]] void fail(std::string_view field, const std::string& problem) const;
    [[noreturn]] void failAt(std::size_t offset, std::string_view field, const std::string& problem) const;

    /// Names the element that is being read, until the scope ends.
    class [[nodiscard]] Scope {
    public:
        Scope(FieldPath& path, std::string_view name, std::size_t index) : path_(path) {
            path_.push(name, index);
        }
        ~Scope() { path_.pop(); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        FieldPath& path_;
    };
    Scope enter(std::string_view name, std::size_t index = FieldPath::kNoIndex) const {
        return {*path_, name, index};
    }

private:
    ByteReader(std::span<const std::byte> bytes, std::size_t base, std::string_view name, FieldPath& path,
               std::endian order)
        : bytes_(bytes), base_(base), name_(name), path_(&path), order_(order) {}

    template <Scalar Number>
    Number fromBytes(std::span<const std::byte> bytes) const {
        std::array<std::byte, sizeof(Number)> raw{};
        for (std::size_t i = 0; i < sizeof(Number); ++i) {
            raw[i] = bytes[order_ == std::endian::native ? i : sizeof(Number) - 1 - i];
        }
        return std::bit_cast<Number>(raw);
    }

    // Copies elements out of unaligned bytes, so that a vector can be constructed directly from the range.
    // Allocating zeroed elements first and copying afterwards passes over the memory twice and takes twice
    // the time.
    template <class Element>
    class ElementIterator {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = Element;
        using difference_type = std::ptrdiff_t;
        using pointer = const Element*;
        using reference = Element;

        explicit ElementIterator(const std::byte* bytes) : bytes_(bytes) {}
        Element operator*() const {
            Element element{};
            std::memcpy(static_cast<void*>(&element), bytes_, sizeof(Element));
            return element;
        }
        ElementIterator& operator++() {
            bytes_ += sizeof(Element);
            return *this;
        }
        difference_type operator-(const ElementIterator& other) const {
            return (bytes_ - other.bytes_) / static_cast<difference_type>(sizeof(Element));
        }
        bool operator==(const ElementIterator&) const = default;

    private:
        const std::byte* bytes_;
    };

    template <class Element, std::size_t wordSize>
    std::vector<Element> readElements(std::string_view field, std::size_t count) {
        checkedCount(field, count, sizeof(Element));
        const std::span<const std::byte> bytes = take(field, count * sizeof(Element));
        const ElementIterator<Element> first(bytes.data());
        std::vector<Element> elements(first, ElementIterator<Element>(bytes.data() + bytes.size()));
        if (order_ != std::endian::native)
            reverseWords(std::as_writable_bytes(std::span(elements)), wordSize);
        return elements;
    }

    static void reverseWords(std::span<std::byte> bytes, std::size_t wordSize);

    std::span<const std::byte> bytes_;
    std::size_t base_;
    std::string_view name_;
    FieldPath* path_;
    std::endian order_;
    std::size_t position_ = 0;
};

}  // namespace rigkiln
