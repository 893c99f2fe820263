#include "pipeline/wayback/clip_outputs.hpp"

#include <fmt/format.h>

#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/wayback/export_errors.hpp"

namespace rigkiln {

Status checkClipOutputs(const ClipFileNames& names, std::size_t clips, std::string_view target) {
    if (clips <= 1 || names.hasPlaceholder()) return Done{};
    return kSeveralClips.error(
        fmt::format("has {} animations, and a {} holds one; put {} into the name of the "
                    "output, or give a folder",
                    clips, target, kClipPlaceholder));
}

}  // namespace rigkiln
