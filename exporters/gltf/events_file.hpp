#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/scene/scene.hpp"

/// Events, rates and attachments in a file of their own, for engines whose importers drop extras
/// (docs/extras.md, The file beside).
namespace rigkiln::gltf_export {

/// Version of the file's form. Raise it when a member changes its meaning.
inline constexpr int kEventsVersion = 1;

/// Returns the file `FILE.events.json`, where `fileName` is the name of the file that it describes.
/// `firstClip`: the number of the clip that is the document's first animation. Precondition: the document has
/// the nodes of the scene.
[[nodiscard]] OutputFile eventsFile(const Scene& scene, const Document& document, std::string_view fileName,
                                    std::size_t firstClip);

/// Names of clips of a scene without joints, which has no animations.
[[nodiscard]] std::vector<std::string> homelessClipNames(const Scene& scene);

}  // namespace rigkiln::gltf_export
