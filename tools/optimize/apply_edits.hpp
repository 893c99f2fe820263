#pragma once

#include <cstddef>
#include <map>

#include "pipeline/base/result.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "tools/optimize/gltf_source.hpp"
#include "tools/optimize/track_edits.hpp"

namespace rigkiln::optimize {

/// Changed buffers by number, with their new bytes.
using ChangedBuffers = std::map<std::size_t, SharedBytes>;

/// Carries out the edits. In the JSON it changes the channels and samplers of edited animations, the marks in
/// their extras, accessors, buffer views and lengths of buffers. Bytes that only the old keys used are
/// removed from their buffer; the new keys are appended to it in a view of their own.
///
/// Accessors and views keep their numbers: new ones take the places of removed ones, or are appended. Places
/// that stay free are removed and references are renumbered, unless something unknown in the file
/// (extensions, extras) may hold such numbers: then empty accessors and views of one byte fill the places.
///
/// Fails when no buffer can take the keys. Precondition: the edits were found in this file.
[[nodiscard]] Result<ChangedBuffers> applyEdits(OpenedGltf& file, const FileEdits& edits);

}  // namespace rigkiln::optimize
