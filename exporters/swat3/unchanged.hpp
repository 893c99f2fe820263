#pragma once

#include <optional>

#include "formats/swat3/gsm_file.hpp"
#include "pipeline/base/value.hpp"
#include "pipeline/scene/scene.hpp"

/// Whether the file that something was read from still says what the scene says: it is read again, the way it
/// was read before, and compared. No hash has to be kept, and what a tool only wrote anew counts as
/// unchanged.
namespace rigkiln::swat3_writer {

/// Joints, meshes, materials and attachments: all that a GSM holds. False without a kept GSM.
[[nodiscard]] bool isModelUnchanged(const Scene& scene);

/// What moves at the frames of the kept GSA, and its events. Between the frames nothing counts, as a GSA has
/// nothing there; rotations are one up to their sign and 2e-6 in each component. False without a kept GSA.
[[nodiscard]] bool isClipUnchanged(const Scene& scene, const Clip& clip);

/// The same numbers, texts and structure; numbers as single precision has them, which is all that JSON and
/// its readers keep of them.
[[nodiscard]] bool isSameValue(const Value& left, const Value& right);

}  // namespace rigkiln::swat3_writer
