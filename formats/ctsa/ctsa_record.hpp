#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/ctsa/ctsa_file.hpp"
#include "formats/ctsa/ctsa_options.hpp"
#include "formats/ctsa/ctsa_sheet.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/base/value.hpp"

/// Record of an animation in extras (docs/extras.md, Sprite animations). Holds the whole file, which can be
/// rebuilt from it byte for byte, and how it was read.
namespace rigkiln::ctsa {

inline constexpr std::string_view kRecordName = "ctsa";

/// Settings with which an animation became a scene.
struct CtsaReading {
    std::string fileName{};  ///< base name of the file; empty when it equals the animation's name
    std::string image{};     ///< file name; empty when no image was found
    Sheet sheet{};           ///< meaningless without an image
    SpriteMode mode = SpriteMode::Nodes;
    double ticksPerSecond = kUsualTicksPerSecond;
    double pixelsPerUnit = 100;
};

struct CtsaRecord {
    CtsaFile file{};
    CtsaReading reading{};
    SheetPlace place{};  ///< of the sheet on its image
};

[[nodiscard]] Properties makeRecord(const CtsaFile& file, const CtsaReading& reading);

/// Fails with the member that is missing or wrong. Accepts members that have been through JSON.
[[nodiscard]] Result<CtsaRecord> readRecord(const Properties& record);

}  // namespace rigkiln::ctsa
