#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "formats/gltf/gltf_buffers.hpp"
#include "formats/gltf/gltf_file.hpp"

namespace rigkiln::gltf {

/// Decodes all buffer views with EXT_meshopt_compression; returns nothing for the other views. `sourceBytes`
/// is the size of the file. Throws GltfError for a damaged view, for a count larger than its bytes can hold,
/// and when all views together exceed `mostDecodedBytes`.
[[nodiscard]] std::vector<std::optional<SharedBytes>> decodeMeshoptViews(const GltfFile& file,
                                                                         const FileBuffers& buffers,
                                                                         std::size_t sourceBytes);

}  // namespace rigkiln::gltf
