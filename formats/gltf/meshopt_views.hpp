#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "formats/gltf/gltf_buffers.hpp"
#include "formats/gltf/gltf_file.hpp"

namespace rigkiln::gltf_format {

/// What EXT_meshopt_compression makes of each buffer view; nothing for those that are not compressed.
/// `sourceBytes` is the size of the file. Throws GltfError where a view is damaged, where its count is more
/// than its bytes can hold, and where all views together would have more than `mostDecodedBytes`.
[[nodiscard]] std::vector<std::optional<SharedBytes>> decodeMeshoptViews(const GltfFile& file,
                                                                         const FileBuffers& buffers,
                                                                         std::size_t sourceBytes);

}  // namespace rigkiln::gltf_format
