#pragma once

#include <optional>
#include <string>

#include "formats/gltf/read_scene.hpp"
#include "pipeline/scene/source_copy.hpp"

namespace rigkiln::gltf_format {

/// The source file that a record of ours (docs/extras.md, Sources) says is kept in the buffer; nothing, and
/// an issue, when its bytes are not there any more. `where` is the path of the record.
[[nodiscard]] std::optional<SourceCopy> keptSource(const Reading& reading, const Properties& record,
                                                   const std::string& where);

}  // namespace rigkiln::gltf_format
