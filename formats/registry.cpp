#include "formats/registry.hpp"

#include <array>

#include "formats/alamo/alamo_format.hpp"

namespace rigkiln {

std::span<const FormatModule* const> allFormats() {
    static constexpr std::array<const FormatModule*, 2> kFormats = {&alamo::kAloFormat, &alamo::kAlaFormat};
    return kFormats;
}

}  // namespace rigkiln
