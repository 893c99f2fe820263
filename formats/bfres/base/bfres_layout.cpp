#include "formats/bfres/base/bfres_layout.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::bfres {

namespace {

constexpr std::string_view kMagic = "FRES";
constexpr std::string_view kSwitchMagic = "FRES    ";
constexpr std::uint16_t kLayoutOrderMark = 0xFEFF;

bool beginsWith(std::span<const std::byte> bytes, std::string_view text) {
    const auto expected = std::as_bytes(std::span(text));
    return bytes.size() >= text.size() && std::ranges::equal(bytes.first(text.size()), expected);
}

void checkVersion(const ByteReader& reader, std::size_t offset, const Layout& layout) {
    const std::uint32_t oldest = layout.isSwitch() ? version::kOldestSwitch : version::kOldestWiiU;
    const std::uint32_t newest = layout.isSwitch() ? version::kNewestSwitch : version::kNewestWiiU;
    if (layout.version >= oldest && layout.version <= newest) return;
    reader.failAt(offset, "version",
                  fmt::format("{}, {} is expected", layout.versionText(),
                              layout.isSwitch() ? "0.5 to 0.10 of the Switch" : "2.0 to 4.5 of the Wii U"));
}

}  // namespace

std::string Layout::versionText() const {
    return fmt::format("{}.{}.{}.{}", version >> 24U, version >> 16U & 0xFFU, version >> 8U & 0xFFU,
                       version & 0xFFU);
}

bool isBfres(std::span<const std::byte> head) {
    return beginsWith(head, kMagic);
}

Layout readLayout(std::span<const std::byte> file) {
    FieldPath path;
    Layout layout{.console = beginsWith(file, kSwitchMagic) ? Console::Switch : Console::WiiU, .version = 0};
    ByteReader reader(file, path, layout.order());
    if (!isBfres(reader.take("magic", kMagic.size()))) reader.failAt(0, "magic", "'FRES' is expected");
    if (layout.isSwitch()) reader.take("magic", kSwitchMagic.size() - kMagic.size());
    const std::size_t offset = reader.offset();
    layout.version = reader.read<std::uint32_t>("version");
    const std::size_t markOffset = reader.offset();
    const auto mark = reader.read<std::uint16_t>("byteOrder");
    if (mark != kLayoutOrderMark) {
        reader.failAt(markOffset, "byteOrder",
                      fmt::format("0x{:04X}, 0x{:04X} is expected", mark, kLayoutOrderMark));
    }
    checkVersion(reader, offset, layout);
    return layout;
}

}  // namespace rigkiln::bfres
