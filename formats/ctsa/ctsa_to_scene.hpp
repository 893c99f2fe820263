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

/// Quads of a scene by the thousand weigh on every viewer, and no image that we read is wider in pixels.
inline constexpr std::size_t kMostQuads = 16384;

/// The image that an animation's sheet was found on.
struct SheetImage {
    std::string file{};  ///< name
    IndexOf<Texture> texture{};
    AlphaMode alphaMode = AlphaMode::Blend;
};

struct CtsaScene {
    const CtsaFile& file;
    std::string_view name{};  ///< what to call it: the animation's own name, or else the file's
    CtsaReading reading{};
    std::optional<SheetImage> image{};
};

/// When the texture or the quads change: the float nearest to each start, and the end of the last frame.
/// Frames that are over at the same float are never shown.
struct FrameTimes {
    std::vector<float> starts{};
    float total = 0;
};
[[nodiscard]] FrameTimes frameTimes(const CtsaTiming& timing);

/// Adds to a scene that holds at most the texture: a joint with the record in its extras, a material, and the
/// quads in the XY plane, facing +Z, around the joint; one quad for each frame, or one for all, as the mode
/// says. A clip with the same record shows one after the other; an animation without frames has none, and its
/// joint is hidden. Fails above kMostQuads.
[[nodiscard]] Status addToScene(const CtsaScene& source, Scene& scene);

}  // namespace rigkiln::ctsa
