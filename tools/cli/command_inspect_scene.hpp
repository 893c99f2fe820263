#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/inspect/recording_source.hpp"
#include "pipeline/inspect/size_facts.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::cli {

/// One row of the table of textures.
struct TextureRow {
    std::string roles;  ///< "base colour, normal"; "unused" when no material names it
    std::string name;
    std::string size{};    ///< "256 x 256"; empty when unknown
    std::string format{};  ///< of the image as it is used: "PNG, 12.3 KiB"
    std::string place{};   ///< path, "in the file", or "missing"
    bool isMissing = false;
};

/// A model or a clip file with everything that `inspect` shows.
struct InspectedScene {
    std::string path;
    std::size_t sizeBytes = 0;
    const FormatModule* format = nullptr;
    Recognition recognition;
    Scene scene;      ///< in the axes and units of the file
    SizeFacts sizes;  ///< of the scene as a conversion writes it
    Diagnostics diagnostics;
    std::vector<TextureRow> textures;
};

/// Makes the table of textures from the scene and from what the format asked for.
[[nodiscard]] std::vector<TextureRow> textureRows(const Scene& scene,
                                                  const std::vector<RecordingSource::Request>& requests);

/// The table of textures with its heading; empty without rows.
[[nodiscard]] std::string texturesText(const std::vector<TextureRow>& textures);

/// `isVerbose`: the extras as JSON, all events.
[[nodiscard]] std::string sceneText(const InspectedScene& file, bool isVerbose);
[[nodiscard]] std::string sceneJson(const InspectedScene& file);

}  // namespace rigkiln::cli
