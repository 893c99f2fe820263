#include "formats/ctsa/ctsa_record.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "formats/ctsa/ctsa_name.hpp"
#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::ctsa {
namespace {

constexpr std::string_view kHexPrefix = "0x";

/// Stores a float as a number; as the hexadecimal text of its bits where JSON would lose them.
Value toValue(float number) {
    const bool isPlain = std::isfinite(number) && !(number == 0 && std::signbit(number));
    if (isPlain) return number;
    return fmt::format("{}{:08x}", kHexPrefix, std::bit_cast<std::uint32_t>(number));
}

std::optional<double> toNumber(const Value& value) {
    if (const auto* number = std::get_if<double>(&value.content())) return *number;
    if (const auto* number = std::get_if<float>(&value.content())) return static_cast<double>(*number);
    if (const auto* number = std::get_if<std::int64_t>(&value.content())) return static_cast<double>(*number);
    return std::nullopt;
}

std::optional<float> toFloat(const Value& value) {
    if (const auto number = toNumber(value)) return static_cast<float>(*number);
    const auto* text = std::get_if<std::string>(&value.content());
    if (text == nullptr || !text->starts_with(kHexPrefix)) return std::nullopt;
    std::uint32_t bits = 0;
    const char* end = text->data() + text->size();
    const auto [last, problem] = std::from_chars(text->data() + kHexPrefix.size(), end, bits, 16);
    if (problem != std::errc() || last != end) return std::nullopt;
    return std::bit_cast<float>(bits);
}

template <class Number>
std::optional<Number> toInteger(const Value& value) {
    const auto* number = std::get_if<std::int64_t>(&value.content());
    if (number == nullptr || !std::in_range<Number>(*number)) return std::nullopt;
    return static_cast<Number>(*number);
}

std::string hexadecimal(std::span<const std::byte> bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const std::byte byte : bytes)
        text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

std::optional<std::vector<std::byte>> bytesOf(std::string_view text) {
    if (text.size() % 2 != 0) return std::nullopt;
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t at = 0; at < text.size(); at += 2) {
        unsigned byte = 0;
        const char* end = text.data() + at + 2;
        const auto [last, problem] = std::from_chars(text.data() + at, end, byte, 16);
        if (problem != std::errc() || last != end) return std::nullopt;
        bytes.push_back(static_cast<std::byte>(byte));
    }
    return bytes;
}

void addName(const CtsaFile& file, Properties& record) {
    const NameText text = nameText(file.name);
    record.set("name", text.utf8);
    if (text.loneSurrogates > 0) {
        ValueList units;
        for (const char16_t unit : file.name)
            units.emplace_back(std::int64_t{unit});
        record.set("name_units", std::move(units));
    }
    if (file.prefixSize != shortestPrefix(file.name.size())) record.set("name_prefix", file.prefixSize);
    if (file.nameOrder == std::endian::little) record.set("name_order", "little");
}

std::string_view sourceName(SheetSource source) {
    static constexpr std::array<std::string_view, 4> kNames = {"image", "found", "ambiguous", "given"};
    return kNames.at(static_cast<std::size_t>(source));
}

class RecordReader {
public:
    explicit RecordReader(const Properties& record) : record_(record) {}

    Result<CtsaRecord> read() {
        readName();
        readRow();
        readFrames();
        if (const auto trailing = bytesOf(text("trailing"))) {
            made_.file.trailing = *trailing;
        } else {
            wrong("trailing", "an even number of hexadecimal digits");
        }
        made_.file.bodyOrder = text("byte_order") == "big" ? std::endian::big : std::endian::little;
        readReading();
        if (problem_) return *problem_;
        return std::move(made_);
    }

private:
    void wrong(std::string_view member, std::string_view expected) {
        if (!problem_)
            problem_ = kDamaged.at(fmt::format("extras {}.{}", kRecordName, member),
                                   fmt::format("is not {}", expected));
    }

    /// Returns an empty text when the member is missing.
    [[nodiscard]] std::string text(std::string_view name) const {
        const Value* value = record_.find(name);
        const auto* found = value == nullptr ? nullptr : std::get_if<std::string>(&value->content());
        return found == nullptr ? std::string() : *found;
    }

    [[nodiscard]] const ValueList* list(const Value* value) const {
        return value == nullptr ? nullptr : std::get_if<ValueList>(&value->content());
    }

    void readName() {
        CtsaFile& file = made_.file;
        if (const ValueList* units = list(record_.find("name_units"))) {
            for (const Value& unit : *units) {
                const auto number = toInteger<std::uint16_t>(unit);
                if (!number) return wrong("name_units", "a list of 0 to 65535");
                file.name.push_back(static_cast<char16_t>(*number));
            }
        } else {
            const Value* name = record_.find("name");
            const auto* said = name == nullptr ? nullptr : std::get_if<std::string>(&name->content());
            const auto codeUnits = said == nullptr ? std::nullopt : codeUnitsOf(*said);
            if (!codeUnits) return wrong("name", "a text");
            file.name = *codeUnits;
        }
        file.prefixSize = shortestPrefix(file.name.size());
        if (const Value* prefix = record_.find("name_prefix")) {
            const auto size = toInteger<std::uint8_t>(*prefix);
            if (!size || *size < file.prefixSize || *size > 4)
                return wrong("name_prefix", fmt::format("{} to 4", file.prefixSize));
            file.prefixSize = *size;
        }
        file.nameOrder = text("name_order") == "little" ? std::endian::little : std::endian::big;
    }

    void readRow() {
        const ValueList* row = list(record_.find("row"));
        const std::array<float*, 4> floats = {&made_.file.leftU, &made_.file.bottomV, &made_.file.topV,
                                              &made_.file.frameWidth};
        if (row == nullptr || row->size() != floats.size()) return wrong("row", "four numbers");
        for (std::size_t i = 0; i < floats.size(); ++i) {
            const auto number = toFloat((*row)[i]);
            if (!number) return wrong("row", "four numbers");
            *floats.at(i) = *number;
        }
    }

    void readFrames() {
        constexpr std::string_view kExpected = "a list of [milliseconds, updates, swap type]";
        const ValueList* frames = list(record_.find("frames"));
        if (frames == nullptr) return wrong("frames", kExpected);
        made_.file.frames.reserve(frames->size());
        for (const Value& value : *frames) {
            const ValueList* parts = list(&value);
            if (parts == nullptr || parts->size() != 3) return wrong("frames", kExpected);
            const auto time = toFloat((*parts)[0]);
            const auto updates = toInteger<std::int32_t>((*parts)[1]);
            const auto swapType = toInteger<std::uint8_t>((*parts)[2]);
            if (!time || !updates || !swapType) return wrong("frames", kExpected);
            made_.file.frames.push_back({.time = *time, .updates = *updates, .swapType = *swapType});
        }
    }

    void readReading() {
        CtsaReading& reading = made_.reading;
        reading.fileName = text("file");
        reading.image = text("image");
        reading.mode = text("mode") == "pointer" ? SpriteMode::Pointer : SpriteMode::Nodes;
        reading.ticksPerSecond = positive("ticks", reading.ticksPerSecond);
        reading.pixelsPerUnit = positive("ppu", reading.pixelsPerUnit);
        const ValueList* place = list(record_.find("sheet_place"));
        if (place == nullptr) return;
        const std::array<double*, 4> numbers = {&made_.place.scaleU, &made_.place.offsetU,
                                                &made_.place.scaleV, &made_.place.offsetV};
        if (place->size() != numbers.size()) return wrong("sheet_place", "four numbers");
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto number = toNumber((*place)[i]);
            if (!number || !std::isfinite(*number)) return wrong("sheet_place", "four numbers");
            *numbers.at(i) = *number;
        }
        if (!(made_.place.scaleU > 0 && made_.place.scaleV > 0)) wrong("sheet_place", "two scales above 0");
    }

    double positive(std::string_view name, double usual) {
        const Value* value = record_.find(name);
        if (value == nullptr) return usual;
        const auto number = toNumber(*value);
        if (number && std::isfinite(*number) && *number > 0) return *number;
        wrong(name, "a number above 0");
        return usual;
    }

    const Properties& record_;
    CtsaRecord made_;
    std::optional<Error> problem_;
};

}  // namespace

Properties makeRecord(const CtsaFile& file, const CtsaReading& reading) {
    Properties record;
    addName(file, record);
    if (file.bodyOrder == std::endian::big) record.set("byte_order", "big");
    record.set("row", ValueList{toValue(file.leftU), toValue(file.bottomV), toValue(file.topV),
                                toValue(file.frameWidth)});
    ValueList frames;
    frames.reserve(file.frames.size());
    for (const CtsaFrame& frame : file.frames)
        frames.emplace_back(ValueList{toValue(frame.time), frame.updates, frame.swapType});
    record.set("frames", std::move(frames));
    if (!file.trailing.empty()) record.set("trailing", hexadecimal(file.trailing));
    if (!reading.fileName.empty()) record.set("file", toUtf8(reading.fileName));
    if (!reading.image.empty()) {
        const Sheet& sheet = reading.sheet;
        record.set("image", toUtf8(reading.image));
        record.set("sheet", ValueList{sheet.size.width, sheet.size.height});
        record.set("sheet_from", sourceName(sheet.source));
        if (sheet.place != SheetPlace{}) {
            record.set("sheet_place", ValueList{sheet.place.scaleU, sheet.place.offsetU, sheet.place.scaleV,
                                                sheet.place.offsetV});
        }
    }
    record.set("mode", kSpriteModes.at(static_cast<std::size_t>(reading.mode)));
    record.set("ticks", reading.ticksPerSecond);
    record.set("ppu", reading.pixelsPerUnit);
    return record;
}

Result<CtsaRecord> readRecord(const Properties& record) {
    return RecordReader(record).read();
}

}  // namespace rigkiln::ctsa
