#pragma once

#include <cstddef>
#include <map>

#include "pipeline/base/result.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "tools/optimize/gltf_source.hpp"
#include "tools/optimize/track_edits.hpp"

namespace rigkiln::optimize {

/// The buffers that have other bytes now, by number.
using ChangedBuffers = std::map<std::size_t, SharedBytes>;

/// Carries out the edits. In the JSON: channels and samplers of the animations that are edited, the marks in
/// their extras, accessors, buffer views, lengths of buffers. Bytes that only the old keys used leave their
/// buffer; the new keys stand at its end, in a view of their own.
///
/// Accessors and views keep their numbers: new ones take those that became free, or stand behind the others.
/// Numbers that stay free are closed up, and references to those behind follow, unless something unknown in
/// the file (extensions, extras) may hold numbers: then empty accessors and views of one byte keep the place.
///
/// Fails when there is no buffer that could take the keys. Precondition: the edits were found in this file.
[[nodiscard]] Result<ChangedBuffers> applyEdits(OpenedGltf& file, const FileEdits& edits);

}  // namespace rigkiln::optimize
