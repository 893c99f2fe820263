#pragma once

#include <optional>
#include <string>

#include "formats/gltf/read_scene.hpp"
#include "pipeline/scene/source_copy.hpp"

namespace rigkiln::gltf {

/// Returns the source file that our record (docs/extras.md, Sources) locates in a buffer. Returns nothing,
/// and adds an issue, when its bytes are gone. `where` is the path of the record.
[[nodiscard]] std::optional<SourceCopy> keptSource(const Reading& reading, const Properties& record,
                                                   const std::string& where);

}  // namespace rigkiln::gltf
