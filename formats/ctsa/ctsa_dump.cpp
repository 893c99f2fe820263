#include "formats/ctsa/ctsa_dump.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/ctsa/ctsa_file.hpp"
#include "formats/ctsa/ctsa_layout.hpp"
#include "formats/ctsa/ctsa_name.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::ctsa {
namespace {

constexpr std::size_t kShownFrames = 256;
constexpr std::size_t kShownNameBytes = 256;
constexpr std::size_t kShownTrailing = 16;

std::string valueText(std::uint8_t number) {
    return fmt::to_string(number);
}
std::string valueText(std::int32_t number) {
    return fmt::to_string(number);
}
std::string valueText(float number) {
    if (!std::isnan(number)) return fmt::to_string(number);
    return fmt::format("NaN (0x{:08X})", std::bit_cast<std::uint32_t>(number));
}

std::string_view orderText(std::endian order) {
    return order == std::endian::little ? "little-endian" : "big-endian";
}

/// Prints consecutive fields. The offset advances by their sizes.
class Dumper {
public:
    void line(std::string_view field, std::string_view value, std::size_t size) {
        fmt::format_to(std::back_inserter(text_), "0x{:08X}  {}: {}\n", offset_, field, value);
        offset_ += size;
    }
    template <class Number>
    void number(std::string_view field, const Number& value) {
        line(field, valueText(value), sizeof(Number));
    }
    [[nodiscard]] std::string finish() && { return std::move(text_); }

private:
    std::string text_;
    std::size_t offset_ = 0;
};

/// Fields of a record on one line.
struct RecordText {
    std::string text{};

    template <class Number>
    void number(std::string_view field, const Number& value) {
        if (!text.empty()) text += ' ';
        text.append(field) += ' ';
        text += valueText(value);
    }
};

void dumpName(Dumper& dumper, const CtsaFile& file) {
    const NameText name = nameText(file.name);
    dumper.line("nameLength", fmt::format("{} in {} octets", file.name.size(), file.prefixSize),
                file.prefixSize);
    std::string text = fmt::format("{}, {}", quote(name.utf8, kShownNameBytes), orderText(file.nameOrder));
    if (name.loneSurrogates > 0) text += fmt::format(", {} lone surrogates", name.loneSurrogates);
    dumper.line("name", text, file.name.size() * sizeof(char16_t));
}

void dumpFrames(Dumper& dumper, const CtsaFile& file) {
    const std::size_t shown = std::min(file.frames.size(), kShownFrames);
    for (std::size_t i = 0; i < shown; ++i) {
        RecordText record;
        describeFrame(record, file.frames[i]);
        dumper.line(fmt::format("frame[{}]", i), record.text, kFrameSize);
    }
    const std::size_t hidden = file.frames.size() - shown;
    if (hidden > 0) {
        dumper.line("...", fmt::format("{} of {} frames", hidden, file.frames.size()), hidden * kFrameSize);
    }
}

void dumpTrailing(Dumper& dumper, const CtsaFile& file) {
    if (file.trailing.empty()) return;
    const std::size_t shown = std::min(file.trailing.size(), kShownTrailing);
    std::string text = fmt::format("{} octets:", file.trailing.size());
    for (std::size_t i = 0; i < shown; ++i)
        text += fmt::format(" {:02X}", std::to_integer<unsigned>(file.trailing[i]));
    if (shown < file.trailing.size()) text += " ...";
    dumper.line("trailing", text, file.trailing.size());
}

}  // namespace

Result<std::string> dumpCtsa(std::span<const std::byte> file) {
    const Result<CtsaFile> decoded = decodeCtsa(file);
    if (!decoded) return decoded.error();
    Dumper dumper;
    dumpName(dumper, *decoded);
    dumper.line("frameCount", fmt::format("{}, {}", decoded->frames.size(), orderText(decoded->bodyOrder)),
                sizeof(std::int32_t));
    describeRow(dumper, *decoded);
    dumpFrames(dumper, *decoded);
    dumpTrailing(dumper, *decoded);
    return std::move(dumper).finish();
}

}  // namespace rigkiln::ctsa
