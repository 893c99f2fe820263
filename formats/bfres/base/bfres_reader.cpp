#include "formats/bfres/base/bfres_reader.hpp"

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln::bfres {

namespace {

// Limit for the bytes read, as a multiple of the file size. Files share strings, index lists and, from some
// tools, buffers; the most seen is twice the file. The minimum leaves room for files of a few hundred bytes.
constexpr std::uint64_t kBudgetPerByte = 8;
constexpr std::uint64_t kSmallestBudget = std::uint64_t{64} << 10U;

}  // namespace

BfresReader::BfresReader(std::span<const std::byte> file, FieldPath& path, Layout layout)
    : file_(file),
      path_(&path),
      whole_(file, path, layout.order()),
      layout_(layout),
      budget_(kBudgetPerByte * file.size() + kSmallestBudget),
      budgetLeft_(budget_) {}

Place BfresReader::readPlace(ByteReader& in, std::string_view field) const {
    const std::size_t offset = in.offset();
    const Place place = findPlace(in, field);
    if (isListening()) note(offset, field, place == 0 ? "nothing" : fmt::format("-> 0x{:X}", place));
    return place;
}

Place BfresReader::findPlace(ByteReader& in, std::string_view field) const {
    const std::size_t offset = in.offset();
    if (layout_.isSwitch()) {
        const auto place = in.read<std::uint64_t>(field);
        if (place > file_.size()) {
            in.failAt(offset, field,
                      fmt::format("0x{:X} lies outside the file of {} bytes", place, file_.size()));
        }
        return place;
    }
    const auto distance = in.read<std::int32_t>(field);
    if (distance == 0) return 0;
    const std::int64_t place = static_cast<std::int64_t>(offset) + distance;
    if (place <= 0 || static_cast<std::uint64_t>(place) > file_.size()) {
        in.failAt(offset, field,
                  fmt::format("distance {} leads outside the file of {} bytes", distance, file_.size()));
    }
    return static_cast<Place>(place);
}

std::string BfresReader::readText(ByteReader& in, std::string_view field) {
    const std::size_t offset = in.offset();
    const Place place = findPlace(in, field);
    std::string text = place == 0 ? std::string() : textAt(field, place);
    if (isListening()) note(offset, field, place == 0 ? "no string" : quote(text, text.size()));
    return text;
}

std::string BfresReader::textAt(std::string_view field, Place text) {
    std::uint64_t size = 0;
    Place first = text;
    if (layout_.isSwitch()) {
        size = open(field, text).read<std::uint16_t>(field);
        first += sizeof(std::uint16_t);
    } else {
        constexpr std::size_t kLength = sizeof(std::uint32_t);
        if (text <= kLength) open(field, text).fail(field, "no length stands before the string");
        size = open(field, text - kLength).read<std::uint32_t>(field);
    }
    ByteReader in = openArray(field, first, size, 1);
    const std::span<const std::byte> bytes = in.take(field, static_cast<std::size_t>(size));
    // Text bytes are viewed as char.
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

ByteReader BfresReader::open(std::string_view field, Place place) const {
    ByteReader in = whole_;
    if (place == 0) in.fail(field, "is 0, which points at nothing, and is needed");
    in.take(field, static_cast<std::size_t>(place));
    return in;
}

ByteReader BfresReader::openArray(std::string_view field, Place place, std::uint64_t count,
                                  std::size_t size) {
    ByteReader in = count == 0 && place == 0 ? whole_ : open(field, place);
    in.checkedCount(field, static_cast<std::size_t>(count), size);
    charge(in, field, count * size);
    return in;
}

std::span<const std::byte> BfresReader::viewBytes(std::string_view field, Place place, std::uint64_t size) {
    ByteReader in = openArray(field, place, size, 1);
    if (isListening() && size != 0) note(in.offset(), field, fmt::format("{} bytes", size));
    return in.take(field, static_cast<std::size_t>(size));
}

std::vector<std::byte> BfresReader::readBytes(std::string_view field, Place place, std::uint64_t size) {
    const std::span<const std::byte> bytes = viewBytes(field, place, size);
    return {bytes.begin(), bytes.end()};
}

void BfresReader::charge(const ByteReader& in, std::string_view field, std::uint64_t size) {
    if (size > budgetLeft_) {
        in.fail(field, fmt::format("{} bytes more than {} in all: too many offsets share the same bytes",
                                   size, budget_));
    }
    budgetLeft_ -= size;
}

}  // namespace rigkiln::bfres
