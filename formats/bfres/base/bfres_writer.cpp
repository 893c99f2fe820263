#include "formats/bfres/base/bfres_writer.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln::bfres {

BfresWriter::BfresWriter(Layout layout, Place start)
    : layout_(layout), start_(start), out_(layout.order()), positions_{0} {}

Label BfresWriter::newLabel() {
    positions_.push_back(0);
    return Label(positions_.size() - 1);
}

Label BfresWriter::here() {
    const Label label = newLabel();
    define(label);
    return label;
}

void BfresWriter::define(Label label) {
    assert(label && positions_[label.number_] == 0);
    positions_[label.number_] = offset();
}

void BfresWriter::place(Label label) {
    if (label) fixups_.push_back({offset(), label});
    zeroes(layout_.offsetSize());
}

void BfresWriter::text(std::string_view text) {
    addText(text);
    textFixups_.push_back({offset(), std::string(text)});
    zeroes(layout_.offsetSize());
}

Label BfresWriter::addBulk(std::span<const std::byte> bytes, std::size_t alignment) {
    bulk_.push_back({.label = newLabel(), .bytes = {bytes.begin(), bytes.end()}, .alignment = alignment});
    return bulk_.back().label;
}

void BfresWriter::bulkOffset(Label label) {
    bulkFixups_.push_back({offset(), label});
    zeroes(sizeof(std::uint32_t));
}

void BfresWriter::writeBulk(Label start) {
    constexpr std::size_t kAlignment = 64;
    align(kAlignment);
    define(start);
    bulkStart_ = offset();
    for (const Bulk& bulk : bulk_) {
        align(bulk.alignment);
        define(bulk.label);
        out_.writeBytes(bulk.bytes);
    }
}

void BfresWriter::align(std::size_t alignment) {
    zeroes(static_cast<std::size_t>((alignment - offset() % alignment) % alignment));
}

void BfresWriter::zeroes(std::size_t count) {
    static constexpr std::array<std::byte, 64> kZeroes{};
    for (std::size_t left = count; left > 0;) {
        const std::size_t size = std::min(left, kZeroes.size());
        out_.writeBytes(std::span(kZeroes).first(size));
        left -= size;
    }
}

void BfresWriter::writeStringPool() {
    const auto writeOne = [this](const std::string& text, Place& position) {
        if (layout_.isSwitch()) {
            if (text.size() > std::numeric_limits<std::uint16_t>::max()) {
                throw EncodeError("string pool",
                                  fmt::format("a string has {} bytes, at most {} fit", text.size(),
                                              std::numeric_limits<std::uint16_t>::max()));
            }
            position = offset();
            out_.write(static_cast<std::uint16_t>(text.size()));
        } else {
            out_.write(static_cast<std::uint32_t>(text.size()));
            position = offset();
        }
        out_.writeText(text);
        out_.write('\0');
        align(layout_.isSwitch() ? 2 : 4);
    };
    for (auto& [text, position] : strings_) {
        if (!text.empty()) writeOne(text, position);
    }
    if (const auto empty = strings_.find(""); empty != strings_.end()) writeOne(empty->first, empty->second);
}

std::vector<std::byte> BfresWriter::finish(const StringPlaces& strings) && {
    for (const Fixup& fixup : fixups_) {
        const Place position = positions_[fixup.label.number_];
        if (position == 0)
            throw EncodeError("offset", fmt::format("label {} has no position", fixup.label.number_));
        resolve(fixup.field, position);
    }
    for (const Fixup& fixup : bulkFixups_) {
        const Place distance = positions_[fixup.label.number_] - bulkStart_;
        if (distance > std::numeric_limits<std::uint32_t>::max())
            throw EncodeError("bulk data", fmt::format("offset {} does not fit 32 bits", distance));
        out_.patch(static_cast<std::size_t>(fixup.field - start_), static_cast<std::uint32_t>(distance));
    }
    for (const TextFixup& fixup : textFixups_) {
        Place position = strings_.at(fixup.text);
        if (const auto given = strings.find(fixup.text); position == 0 && given != strings.end())
            position = given->second;
        if (position == 0) throw EncodeError("string", fmt::format("{} has no position", quote(fixup.text)));
        resolve(fixup.field, position);
    }
    return std::move(out_).finish();
}

void BfresWriter::resolve(Place field, Place target) {
    const auto at = static_cast<std::size_t>(field - start_);
    if (layout_.isSwitch()) {
        out_.patch(at, target);
        return;
    }
    const std::int64_t distance = static_cast<std::int64_t>(target) - static_cast<std::int64_t>(field);
    if (distance < std::numeric_limits<std::int32_t>::min() ||
        distance > std::numeric_limits<std::int32_t>::max()) {
        throw EncodeError("offset", fmt::format("distance {} does not fit 32 bits", distance));
    }
    out_.patch(at, static_cast<std::int32_t>(distance));
}

}  // namespace rigkiln::bfres
