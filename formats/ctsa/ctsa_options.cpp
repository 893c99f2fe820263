#include "formats/ctsa/ctsa_options.hpp"

#include <charconv>
#include <cstddef>
#include <system_error>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::ctsa {
namespace {

/// Returns 0 when the text is not a number of pixels.
std::uint32_t pixelsOf(std::string_view text) {
    constexpr std::uint32_t kMost = 1000000;
    std::uint32_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = problem == std::errc() && end == text.data() + text.size();
    return isWhole && number <= kMost ? number : 0;
}

}  // namespace

Result<CtsaOptions> readOptions(const OptionValues& values) {
    CtsaOptions options{
        .mode = values.text("mode") == "pointer" ? SpriteMode::Pointer : SpriteMode::Nodes,
        .ticksPerSecond = values.number("ticks"),
        .pixelsPerUnit = values.number("ppu"),
        .sheet = {},
        .image = values.text("image"),
        .isStrict = values.flag("strict"),
    };
    const std::string& sheet = values.text("sheet");
    if (sheet.empty()) return options;
    const std::size_t cross = sheet.find('x');
    const std::string_view text = sheet;
    const PixelSize size{.width = pixelsOf(text.substr(0, cross)),
                         .height = cross == std::string::npos ? 0 : pixelsOf(text.substr(cross + 1))};
    if (size.width == 0 || size.height == 0) {
        return kUnsuitableOption.at(
            "option sheet", fmt::format("is {}, expected pixels as 600x75, each 1 to 1000000", quote(sheet)));
    }
    options.sheet = size;
    return options;
}

}  // namespace rigkiln::ctsa
