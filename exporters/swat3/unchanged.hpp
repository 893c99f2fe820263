#pragma once

#include "pipeline/scene/scene.hpp"

/// Tells whether a kept source file still matches the scene: the file is read again, the way it was read
/// before, and compared. No hash has to be kept, and a file that a tool only rewrote counts as unchanged.
namespace rigkiln::swat3_export {

/// Compares joints, meshes, materials and attachments: all that a GSM holds. Materials that no triangle wears
/// may all be missing from the scene. False without a kept GSM.
[[nodiscard]] bool isModelUnchanged(const Scene& scene);

/// Compares motion at the frames of the kept GSA, and events. Motion between the frames does not count, as a
/// GSA has none there. Rotations count as equal up to their sign and 2e-6 in each component. False without a
/// kept GSA.
[[nodiscard]] bool isClipUnchanged(const Scene& scene, const Clip& clip);

}  // namespace rigkiln::swat3_export
