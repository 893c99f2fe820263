#include "formats/alamo/alo_options.hpp"

#include <string>

namespace rigkiln::alamo {

MaterialOptions materialOptions(const OptionValues& values) {
    MaterialOptions options;
    const std::string& mask = values.text("team_mask");
    if (mask == "opaque") options.teamMask = TeamMask::Opaque;
    if (mask == "tint") options.teamMask = TeamMask::Tint;
    const auto color = static_cast<std::uint32_t>(values.integer("team_color"));
    options.teamColor = {static_cast<std::uint8_t>(color >> 16U & 0xFFU),
                         static_cast<std::uint8_t>(color >> 8U & 0xFFU),
                         static_cast<std::uint8_t>(color & 0xFFU)};
    options.glowIsEmissive = values.text("glow") == "emissive";
    return options;
}

}  // namespace rigkiln::alamo
