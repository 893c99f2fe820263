#include "formats/swat3/field_dumper.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pipeline/base/text.hpp"

namespace rigkiln::swat3 {

namespace {

constexpr std::size_t kShownRecords = 4;
constexpr std::size_t kShownFields = 24;  // per record

std::string restText(std::size_t count) {
    return fmt::format("... {} of {} elements", count - kShownRecords, count);
}

}  // namespace

void FieldDumper::magic(const Magic& magic, bool& repeatsTail) {
    const std::size_t start = offset();
    reader_.magic(magic, repeatsTail);
    tell(start, "magic", fmt::format("{}{}", magic.title, repeatsTail ? ", its last six octets twice" : ""));
}

void FieldDumper::constant(std::string_view field, std::uint16_t /*value*/) {
    std::uint16_t stored = 0;
    const std::size_t start = offset();
    reader_.number(field, stored);
    tell(start, field, fmt::format("0x{:04X}", stored));
}

void FieldDumper::optionalConstant(std::string_view field, std::uint16_t value, bool& isThere) {
    const std::size_t start = offset();
    reader_.optionalConstant(field, value, isThere);
    if (isThere) tell(start, field, fmt::format("0x{:04X}", value));
}

void FieldDumper::rotations(std::string_view field, std::span<Float4> values) {
    const std::size_t start = offset();
    reader_.rotations(field, values);
    const std::size_t shown = std::min(values.size(), kShownRecords);
    for (std::size_t i = 0; i < shown; ++i) {
        tell(start + i * sizeof(Float4), fmt::format("{}[{}]", field, i),
             fmt::format("({})", fmt::join(values[i], ", ")));
    }
    if (values.size() > shown) line(start + shown * sizeof(Float4), restText(values.size()));
}

void FieldDumper::text(std::string_view field, std::string& text) {
    const std::size_t start = offset();
    reader_.text(field, text);
    tell(start, field, quote(text, text.size()));
}

void FieldDumper::textureName(std::string_view field, std::string& name, std::uint8_t& countedNuls) {
    const std::size_t start = offset();
    reader_.textureName(field, name, countedNuls);
    tell(start, field, fmt::format("{}, {} NULs counted", quote(name, name.size()), countedNuls));
}

FieldDumper::Scope FieldDumper::enter(std::string_view name, std::size_t index) {
    line(offset(), fmt::format("{}[{}]", name, index));
    ++depth_;
    return {*this, name, index};
}

FieldDumper::Scope FieldDumper::enterRecord(std::string_view name, std::size_t index, std::size_t count) {
    if (index == kShownRecords) line(offset(), restText(count));
    mode_ = index < kShownRecords ? Mode::Record : Mode::Hidden;
    fieldsInRecord_ = 0;
    if (mode_ == Mode::Record) {
        line(offset(), fmt::format("{}[{}]:", name, index));
        text_.pop_back();  // the record's fields follow on the same line
    }
    return {*this, name, index};
}

void FieldDumper::leave() {
    if (mode_ == Mode::Lines) {
        --depth_;
        return;
    }
    if (mode_ == Mode::Record) text_ += '\n';
    mode_ = Mode::Lines;
}

std::string FieldDumper::finish(std::size_t size) && {
    if (size > offset()) line(offset(), fmt::format("{} bytes follow the last field", size - offset()));
    return std::move(text_);
}

void FieldDumper::tell(std::size_t start, std::string_view field, std::string_view value) {
    if (mode_ == Mode::Lines) return line(start, fmt::format("{}: {}", field, value));
    ++fieldsInRecord_;
    if (fieldsInRecord_ > kShownFields) {
        if (fieldsInRecord_ == kShownFields + 1) text_ += " ...";
        return;
    }
    text_ += ' ';
    if (!field.empty()) text_.append(field) += ' ';
    text_ += value;
}

void FieldDumper::line(std::size_t start, std::string_view text) {
    fmt::format_to(std::back_inserter(text_), "0x{:08X}  {:{}}{}\n", start, "", 2 * depth_, text);
}

}  // namespace rigkiln::swat3
