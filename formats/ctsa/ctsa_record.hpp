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

/// What extras say of an animation (docs/extras.md, Sprite animations): all of its file, so that it comes
/// back to the byte from them alone, and how it was read.
namespace rigkiln::ctsa {

inline constexpr std::string_view kRecordName = "ctsa";

/// How an animation became a scene.
struct CtsaReading {
    std::string fileName{};  ///< base name; empty when it is the animation's own
    std::string image{};     ///< file name; empty: none was found
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

/// Fails with the member that is missing or wrong. Members may have been through JSON.
[[nodiscard]] Result<CtsaRecord> readRecord(const Properties& record);

}  // namespace rigkiln::ctsa
