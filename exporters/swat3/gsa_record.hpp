#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/swat3/gsa_file.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// What a GSA said that glTF has no word for, as reading keeps it in the extras of a clip ("gsa"); defaults
/// for clips of other origin and for whatever is not as reading writes it.
struct GsaRecord {
    std::uint16_t unknown0 = 0;
    std::uint16_t frameRate = swat3::kGsaFramesPerSecond;
    std::uint16_t unknown1 = 0;
    std::optional<std::uint16_t> frames{};
    bool listsAll = false;                              ///< "bones": "all"
    std::optional<std::vector<std::uint16_t>> bones{};  ///< ids as listed
    bool isAbsolute = false;                            ///< positions of the root are no offsets
    bool isRead = false;                                ///< there is a record
};

[[nodiscard]] GsaRecord readGsaRecord(const Clip& clip);

}  // namespace rigkiln::swat3_writer
