#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln {

/// Appends to a file that grows in memory, in a fixed byte order. Offsets count from the start of the file.
class ByteWriter {
public:
    explicit ByteWriter(std::endian order = std::endian::little) : order_(order) {}

    /// Reserves memory for a file of about `size` bytes, to avoid reallocation.
    void reserve(std::size_t size) { bytes_.reserve(size); }

    template <Scalar Number>
    void write(Number number) {
        appendWords(&number, sizeof(Number), sizeof(Number));
    }

    template <Scalar Number>
    void writeAll(std::span<const Number> numbers) {
        appendWords(numbers.data(), numbers.size_bytes(), sizeof(Number));
    }

    template <Scalar Number, std::size_t width>
    void writeArrays(std::span<const std::array<Number, width>> arrays) {
        appendWords(arrays.data(), arrays.size_bytes(), sizeof(Number));
    }

    template <WordRecord Record>
    void writeRecords(std::span<const Record> records) {
        appendWords(records.data(), records.size_bytes(), 4);
    }

    void writeBytes(std::span<const std::byte> bytes);
    void writeText(std::string_view text);

    /// Overwrites a number written earlier, such as a size or count that is known only afterwards.
    /// Precondition: the number lies inside the bytes written so far.
    template <Scalar Number>
    void patch(std::size_t offset, Number number) {
        ByteWriter patched(order_);
        patched.write(number);
        overwrite(offset, patched.bytes_);
    }

    [[nodiscard]] std::size_t offset() const { return bytes_.size(); }
    [[nodiscard]] std::vector<std::byte> finish() && { return std::move(bytes_); }

private:
    void appendWords(const void* source, std::size_t size, std::size_t wordSize);
    void overwrite(std::size_t offset, std::span<const std::byte> bytes);

    std::endian order_;
    std::vector<std::byte> bytes_;
};

}  // namespace rigkiln
