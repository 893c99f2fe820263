#include "pipeline/base/portable_name.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <utf8proc.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

constexpr std::array<std::string_view, 4> kDevices = {"con", "prn", "aux", "nul"};
constexpr std::array<std::string_view, 2> kNumberedDevices = {"com", "lpt"};

bool isAscii(std::string_view text) {
    return std::ranges::all_of(text,
                               [](char character) { return static_cast<unsigned char>(character) < 0x80; });
}

struct FreeText {
    void operator()(utf8proc_uint8_t* text) const { std::free(text); }  // utf8proc allocates with malloc
};

}  // namespace

bool isDeviceName(std::string_view name) {
    const std::string stem = foldCase(name.substr(0, name.find('.')));
    if (std::ranges::find(kDevices, stem) != kDevices.end()) return true;
    const bool isNumbered = stem.size() == 4 && stem[3] >= '0' && stem[3] <= '9';
    return isNumbered && std::ranges::find(kNumberedDevices, stem.substr(0, 3)) != kNumberedDevices.end();
}

std::string nameKey(std::string_view name) {
    if (isAscii(name)) return foldCase(name);
    constexpr auto kForm = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE |
                                                          UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
    utf8proc_uint8_t* mapped = nullptr;
    const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
                                               static_cast<utf8proc_ssize_t>(name.size()), &mapped, kForm);
    const std::unique_ptr<utf8proc_uint8_t, FreeText> key(mapped);
    if (size == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
    if (size < 0) return foldCase(name);
    return {reinterpret_cast<const char*>(key.get()), static_cast<std::size_t>(size)};
}

}  // namespace rigkiln
