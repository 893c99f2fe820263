#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Returns whether the source says that the clip repeats.
[[nodiscard]] bool repeats(const Clip& clip);

/// Record of an event: frame, time in seconds, name, and what else the source says.
[[nodiscard]] Properties eventRecord(const Clip& clip, const ClipEvent& event);

/// Limits of a record of a clip: a reference to the source file that is added, and joints that are left out.
struct RecordScope {
    Properties source{};  ///< where the clip's source file is kept; may be empty
    /// By joint: 1 where the node says what clips do, so that the record leaves it out (ClipPlan); empty:
    /// nowhere.
    std::span<const std::uint8_t> shownByClips{};
};

/// Writes the properties of a clip that channels cannot hold, as JSON by docs/extras.md. Joints are called by
/// the names of their nodes.
/// Precondition: the document's nodes start with those of the scene's joints, its materials with those of the
/// scene.
[[nodiscard]] std::string clipRecord(const Scene& scene, const Clip& clip, const RecordScope& scope,
                                     const Document& document);

}  // namespace rigkiln::gltf_export
