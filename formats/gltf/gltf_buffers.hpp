#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formats/gltf/gltf_file.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/conversion/file_source.hpp"

namespace rigkiln::gltf_format {

/// One file beside the asset, and all of them together.
inline constexpr std::size_t kMaximumBufferBytes = std::size_t{1} << 30U;
inline constexpr std::size_t kMaximumBytesBeside = std::size_t{2} << 30U;

/// The bytes a buffer has by its byteLength: of the BIN chunk, or its own.
struct BufferBytes {
    SharedBytes owned{};
    std::span<const std::byte> bytes{};
};

/// All buffers of the file: the BIN chunk, data URIs, files beside it. A buffer without a URI that is not the
/// BIN chunk is empty, as extensions define it. Throws GltfError where one is missing or shorter than it
/// says.
[[nodiscard]] std::vector<BufferBytes> loadBuffers(const GltfFile& file, FileSource& companions);

/// The bytes of a buffer view. `where` is the path of the field that names it.
[[nodiscard]] std::span<const std::byte> bufferViewBytes(const GltfFile& file,
                                                         std::span<const BufferBytes> buffers,
                                                         std::int64_t view, const std::string& where);

}  // namespace rigkiln::gltf_format
