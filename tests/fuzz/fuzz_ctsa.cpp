#include <algorithm>
#include <cstdlib>
#include <span>

#include "formats/ctsa/ctsa_checks.hpp"
#include "formats/ctsa/ctsa_dump.hpp"
#include "formats/ctsa/ctsa_file.hpp"
#include "formats/ctsa/ctsa_name.hpp"
#include "formats/ctsa/ctsa_record.hpp"
#include "formats/ctsa/ctsa_row.hpp"
#include "formats/ctsa/ctsa_sheet.hpp"
#include "formats/ctsa/ctsa_timing.hpp"
#include "formats/ctsa/ctsa_to_scene.hpp"
#include "pipeline/base/side_name.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace {

using namespace rigkiln;

/// Aborts when the record of the extras does not encode to the bytes of the file.
void checkRecord(const ctsa::CtsaFile& file, std::span<const std::byte> bytes) {
    const auto record = ctsa::readRecord(ctsa::makeRecord(file, {}));
    if (!record) std::abort();
    const auto again = ctsa::encodeCtsa(record->file);
    if (!again || !std::ranges::equal(*again, bytes)) std::abort();
}

/// Aborts when the scene of the animation breaks a law.
void checkScene(const ctsa::CtsaFile& file, const ctsa::Sheet& sheet, ctsa::SpriteMode mode, bool hasImage) {
    Scene scene;
    ctsa::CtsaScene source{.file = file, .name = "fuzz", .reading = {}, .image = {}};
    source.reading.mode = mode;
    if (hasImage) {
        scene.textures.emplace_back();
        source.reading.sheet = sheet;
        source.image = ctsa::SheetImage{.file = "fuzz.png", .texture = IndexOf<Texture>(0)};
    }
    const Status added = ctsa::addToScene(source, scene);
    if (added && !validateScene(scene).empty()) std::abort();
}

}  // namespace

// A decoded file encodes to exactly the same bytes, whatever its file is called. Functions on the file model
// accept every decoded file.
FUZZ_TARGET(fuzz_ctsa, bytes) {
    using namespace rigkiln::ctsa;
    const auto file = decodeCtsa(bytes);
    if (dumpCtsa(bytes).hasValue() != file.hasValue()) std::abort();
    if (!file) return;
    const auto again = encodeCtsa(*file);
    if (!again || !std::ranges::equal(*again, bytes)) std::abort();

    const NameText name = nameText(file->name);
    if (name.loneSurrogates == 0 && codeUnitsOf(name.utf8) != file->name) std::abort();
    const std::string baseName = portableStem(name.utf8);
    const auto named = decodeCtsa(bytes, {.baseName = baseName});
    if (!named || encodeCtsa(*named).value() != *again) std::abort();

    rigkiln::Diagnostics diagnostics;
    checkCtsa(*file, diagnostics);
    if (!(timingOf(*file, kUsualTicksPerSecond).total >= 0)) std::abort();
    const Sheet sheet = findSheet(*file, {.width = 256, .height = 64});
    (void)framePixels(*file, sheet.size);
    for (std::size_t i = 0; i < std::min<std::size_t>(file->frames.size(), 16); ++i)
        (void)frameRect(*file, i, sheet.place);
    checkRecord(*file, bytes);
    for (const SpriteMode mode : {SpriteMode::Nodes, SpriteMode::Pointer}) {
        checkScene(*file, sheet, mode, false);
        checkScene(*file, sheet, mode, true);
    }
}
