#include "exporters/swat3/change_file.hpp"

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "exporters/swat3/build_gsm.hpp"
#include "exporters/swat3/encode_files.hpp"
#include "exporters/swat3/gsa_export_issues.hpp"
#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "pipeline/wayback/export_errors.hpp"

namespace rigkiln::swat3_export {
namespace {

std::size_t countEvents(const swat3::GsaFile& file) {
    std::size_t count = 0;
    for (const std::vector<swat3::GsaEvent>& events : file.events)
        count += events.size();
    return count;
}

/// Removes the lists of events, which version 4.1 does not have.
Status dropEvents(swat3::GsaFile& file, bool force, Diagnostics& diagnostics) {
    if (const std::size_t count = countEvents(file); count > 0) {
        if (!force) {
            return kNotRepresentable.at(
                "events", fmt::format("{} events, version 4.1 has room for 0; write version 4.2, or "
                                      "--force (force: true) leaves them out",
                                      count));
        }
        diagnostics.add(kEventsLost, "events", fmt::format("{} events", count));
    }
    file.hasEventCounts = false;
    file.events.clear();
    return Done{};
}

}  // namespace

Result<std::vector<std::byte>> changeGsa(std::span<const std::byte> file, const OptionValues& options,
                                         Diagnostics& diagnostics) {
    const std::string& asked = options.text("gsa_version");
    if (asked == "keep") return std::vector<std::byte>(file.begin(), file.end());
    Diagnostics found;
    Result<swat3::GsaFile> clip = swat3::decodeGsa(file, found);
    if (!clip) return clip.error();
    const std::uint8_t minor = asked == "4.1" ? 1 : 2;
    if (clip->versionMinor == minor) return encodeCheckedGsa(*clip);
    clip->versionMinor = minor;
    if (asked == "4.1") {
        if (const Status dropped = dropEvents(*clip, options.flag("force"), diagnostics); !dropped)
            return dropped.error();
    } else {
        clip->hasEventCounts = true;
        clip->events.resize(clip->frames.size());
    }
    return encodeCheckedGsa(*clip);
}

Result<std::vector<std::byte>> changeGsm(std::span<const std::byte> file, const OptionValues& options,
                                         Diagnostics& /*diagnostics*/) {
    const std::string& unit = options.text("blend_unit");
    const std::string& nuls = options.text("texnul");
    if (unit == "auto" && nuls == "auto") return std::vector<std::byte>(file.begin(), file.end());
    Diagnostics found;
    Result<swat3::GsmFile> model = swat3::decodeGsm(file, found);
    if (!model) return model.error();
    if (unit != "auto") {
        if (auto excess = setBlendLength(*model, unit == "shorts")) return *std::move(excess);
    }
    countNuls(nuls, *model);
    return encodeCheckedGsm(*model);
}

}  // namespace rigkiln::swat3_export
