#include "formats/registry.hpp"

#include <array>

#include "formats/alamo/alamo_format.hpp"
#include "formats/swat3/swat3_format.hpp"

namespace rigkiln {

std::span<const FormatModule* const> allFormats() {
    static constexpr std::array<const FormatModule*, 4> kFormats = {&alamo::kAloFormat, &alamo::kAlaFormat,
                                                                    &swat3::kGsmFormat, &swat3::kGsaFormat};
    return kFormats;
}

}  // namespace rigkiln
