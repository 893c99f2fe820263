#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "formats/ctsa/ctsa_file.hpp"
#include "formats/ctsa/ctsa_record.hpp"
#include "formats/ctsa/ctsa_row.hpp"
#include "formats/ctsa/ctsa_timing.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::ctsa {

/// Limit for mode `nodes`: thousands of quads slow every viewer down, and no supported image is wider in
/// pixels.
inline constexpr std::size_t kMostQuads = 16384;

/// Image with an animation's sheet.
struct SheetImage {
    std::string file{};  ///< file name
    IndexOf<Texture> texture{};
    AlphaMode alphaMode = AlphaMode::Blend;
};

struct CtsaScene {
    const CtsaFile& file;
    std::string_view name{};  ///< the animation's own name, or the file's when that is empty
    CtsaReading reading{};
    std::optional<SheetImage> image{};
};

/// Times at which the picture changes, rounded to float: the start of each frame, and the end of the last.
/// Frames whose start and end round to the same float are never shown.
struct FrameTimes {
    std::vector<float> starts{};
    float total = 0;
};
[[nodiscard]] FrameTimes frameTimes(const CtsaTiming& timing);

/// Adds an animation to a scene that holds at most its texture. Adds a joint with the record in its extras, a
/// material, and a clip with the same record that shows the frames in turn. The quads lie in the XY plane
/// around the joint, facing +Z: one per frame or one for all, by mode. An animation without frames only adds
/// the joint, hidden. Fails in mode `nodes` above kMostQuads frames.
[[nodiscard]] Status addToScene(const CtsaScene& source, Scene& scene);

}  // namespace rigkiln::ctsa
