#pragma once

#include "exporters/gltf/buffer_packer.hpp"
#include "pipeline/base/value.hpp"
#include "pipeline/scene/source_copy.hpp"

namespace rigkiln::gltf_export {

/// Adds the bytes of a source file to the buffer and returns the record of where they are (docs/extras.md,
/// Sources): {format, offset, length, xxh64}.
[[nodiscard]] Properties packSource(const SourceCopy& source, BufferPacker& packer);

}  // namespace rigkiln::gltf_export
