#include "formats/alamo/alo_variants.hpp"

#include <charconv>
#include <cstddef>

#include "pipeline/base/text.hpp"

namespace rigkiln::alamo {
namespace {

/// Cuts `mark` and the number behind it off the end of the name and returns the number. Returns nothing, and
/// changes nothing, when the name does not end so.
std::optional<std::uint32_t> cutMark(std::string& name, std::string_view mark) {
    const std::size_t at = name.rfind(mark);
    if (at == std::string::npos) return std::nullopt;
    const char* const first = name.data() + at + mark.size();
    const char* const last = name.data() + name.size();
    std::uint32_t number = 0;
    const auto [end, status] = std::from_chars(first, last, number);
    if (status != std::errc() || end != last) return std::nullopt;
    name.resize(at);
    return number;
}

}  // namespace

MeshVariant meshVariant(std::string_view name) {
    MeshVariant variant{.base = foldCase(name), .levelOfDetail = {}, .alternative = {}};
    // Two passes, because the marks may come in either order.
    for (int pass = 0; pass < 2; ++pass) {
        if (!variant.levelOfDetail) variant.levelOfDetail = cutMark(variant.base, "_lod");
        if (!variant.alternative) variant.alternative = cutMark(variant.base, "_alt");
    }
    return variant;
}

}  // namespace rigkiln::alamo
