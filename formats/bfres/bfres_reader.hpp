#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "formats/bfres/bfres_layout.hpp"
#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::bfres {

/// What an offset field points at. In records that are read: the offset from the start of the file; in
/// records that are written: a label of BfresWriter. 0: nothing.
using Place = std::uint64_t;

/// Is told of every field that is read: where it lies, its path, its value as text.
using FieldListener =
    std::function<void(std::size_t offset, const std::string& path, const std::string& value)>;

/// Follows offsets of a BFRES file. Every offset is checked against the file, in 64 bits. Structs and
/// strings may be shared and may overlap, so what is read in all is held to a budget: a small file whose
/// offsets all point at one large array cannot grow without bound. All failures are FormatError.
class BfresReader {
public:
    BfresReader(std::span<const std::byte> file, FieldPath& path, Layout layout);

    [[nodiscard]] const Layout& layout() const { return layout_; }
    [[nodiscard]] std::size_t fileSize() const { return file_.size(); }

    /// Where vertices and indices of a Switch file start; the header says it.
    [[nodiscard]] Place bulkStart() const { return bulkStart_; }
    void setBulkStart(Place start) { bulkStart_ = start; }

    /// Reads an offset field, and says what it points at: a byte of the file, its end, or nothing.
    [[nodiscard]] Place readPlace(ByteReader& in, std::string_view field) const;

    /// Reads an offset field of a string; empty when it points at nothing.
    [[nodiscard]] std::string readText(ByteReader& in, std::string_view field);

    /// The string at a place: its length, its bytes. Precondition: not 0.
    [[nodiscard]] std::string textAt(std::string_view field, Place text);

    /// The listener must outlive the reader.
    void setListener(const FieldListener* listener) { listener_ = listener; }
    [[nodiscard]] bool isListening() const { return listener_ != nullptr; }
    /// Precondition: isListening().
    void note(std::size_t offset, std::string_view field, const std::string& value) const {
        (*listener_)(offset, path_->text(field), value);
    }

    /// The whole file.
    [[nodiscard]] const ByteReader& start() const { return whole_; }

    /// From the place to the end of the file. Fails when the place is 0: `field` is needed.
    [[nodiscard]] ByteReader open(std::string_view field, Place place) const;

    /// The `count` elements of `size` bytes at the place, which are charged to the budget. Without elements
    /// the place may be 0.
    [[nodiscard]] ByteReader openArray(std::string_view field, Place place, std::uint64_t count,
                                       std::size_t size);

    template <Scalar Number>
    std::vector<Number> readArray(std::string_view field, Place place, std::uint64_t count) {
        ByteReader in = openArray(field, place, count, sizeof(Number));
        std::vector<Number> numbers = in.template readVector<Number>(field, static_cast<std::size_t>(count));
        if (isListening() && !numbers.empty())
            note(static_cast<std::size_t>(place), field, listText(numbers));
        return numbers;
    }

    [[nodiscard]] std::vector<std::byte> readBytes(std::string_view field, Place place, std::uint64_t size);

    /// The same bytes in the file; they are charged as copies are.
    [[nodiscard]] std::span<const std::byte> viewBytes(std::string_view field, Place place,
                                                       std::uint64_t size);

    [[nodiscard]] ByteReader::Scope enter(std::string_view name,
                                          std::size_t index = FieldPath::kNoIndex) const {
        return whole_.enter(name, index);
    }

private:
    [[nodiscard]] Place findPlace(ByteReader& in, std::string_view field) const;
    void charge(const ByteReader& in, std::string_view field, std::uint64_t size);

    /// The first numbers of a list, and how many there are.
    template <class Number>
    static std::string listText(const std::vector<Number>& numbers) {
        constexpr std::size_t kShown = 8;
        const std::size_t shown = std::min(numbers.size(), kShown);
        std::string text = fmt::format("({}", numbers.front());
        for (std::size_t i = 1; i < shown; ++i)
            text += fmt::format(", {}", numbers[i]);
        return text + (shown < numbers.size() ? fmt::format(", ... {} in all)", numbers.size()) : ")");
    }

    std::span<const std::byte> file_;
    FieldPath* path_;
    const FieldListener* listener_ = nullptr;
    ByteReader whole_;
    Layout layout_;
    std::uint64_t budget_;
    std::uint64_t budgetLeft_;
    Place bulkStart_ = 0;
};

}  // namespace rigkiln::bfres
