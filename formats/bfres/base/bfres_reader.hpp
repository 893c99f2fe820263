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

#include "formats/bfres/base/bfres_layout.hpp"
#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::bfres {

/// Position in the file, from its start; of an offset field that leads nowhere, 0.
using Place = std::uint64_t;

/// Callback for every field that is read, with its offset, path and value as text.
using FieldListener =
    std::function<void(std::size_t offset, const std::string& path, const std::string& value)>;

/// Follows the offsets of a BFRES file and checks each against the file, in 64 bits. Structs and strings may
/// be shared and may overlap, so a budget limits all that is read: a small file whose offsets all point to
/// one large array cannot take unlimited memory. Throws FormatError on every failure.
class BfresReader {
public:
    BfresReader(std::span<const std::byte> file, FieldPath& path, Layout layout);

    [[nodiscard]] const Layout& layout() const { return layout_; }
    [[nodiscard]] std::size_t fileSize() const { return file_.size(); }

    /// Start of the vertices and indices of a Switch file, as its header says.
    [[nodiscard]] Place bulkStart() const { return bulkStart_; }
    void setBulkStart(Place start) { bulkStart_ = start; }

    /// Reads an offset field. Its target is a position in the file, the end of the file, or none.
    [[nodiscard]] Place readPlace(ByteReader& in, std::string_view field) const;

    /// Reads an offset field and the string it points to; empty when it points to none.
    [[nodiscard]] std::string readText(ByteReader& in, std::string_view field);

    /// Reads the string at a position: length and bytes. Precondition: `text` is not 0.
    [[nodiscard]] std::string textAt(std::string_view field, Place text);

    /// `listener` must outlive the reader.
    void setListener(const FieldListener* listener) { listener_ = listener; }
    [[nodiscard]] bool isListening() const { return listener_ != nullptr; }
    /// Precondition: isListening().
    void note(std::size_t offset, std::string_view field, const std::string& value) const {
        (*listener_)(offset, path_->text(field), value);
    }

    /// Reader of the whole file, at its start.
    [[nodiscard]] const ByteReader& start() const { return whole_; }

    /// Returns a reader from `place` to the end of the file. Fails for 0, because `field` is required.
    [[nodiscard]] ByteReader open(std::string_view field, Place place) const;

    /// Returns a reader at `count` elements of `size` bytes and charges them to the budget. `place` may be 0
    /// when there are no elements.
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

    /// Returns a view of bytes in the file. Charges them to the budget like copies.
    [[nodiscard]] std::span<const std::byte> viewBytes(std::string_view field, Place place,
                                                       std::uint64_t size);

    [[nodiscard]] ByteReader::Scope enter(std::string_view name,
                                          std::size_t index = FieldPath::kNoIndex) const {
        return whole_.enter(name, index);
    }

private:
    [[nodiscard]] Place findPlace(ByteReader& in, std::string_view field) const;
    void charge(const ByteReader& in, std::string_view field, std::uint64_t size);

    /// Text of the first numbers of a list, with the length of the list.
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
