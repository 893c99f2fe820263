#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/swat3/gsa_file.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_export {

/// Values of a GSA that glTF cannot hold, which reading keeps in the extras of a clip ("gsa"). Members are
/// defaults for clips of other origin, and where the extras are not as reading writes them.
struct GsaRecord {
    std::uint16_t unknown0 = 0;
    std::uint16_t frameRate = swat3::kGsaFramesPerSecond;
    std::uint16_t unknown1 = 0;
    std::optional<std::uint16_t> frames{};
    bool listsAll = false;                              ///< "bones": "all"
    std::optional<std::vector<std::uint16_t>> bones{};  ///< ids as listed
    bool isAbsolute = false;                            ///< positions of the root are places, not offsets
    bool isRead = false;                                ///< the clip has a record
};

[[nodiscard]] GsaRecord readGsaRecord(const Clip& clip);

}  // namespace rigkiln::swat3_export
