#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/gltf/gltf_file.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/conversion/file_source.hpp"

namespace rigkiln::gltf {

/// Limits for one buffer file, and for all such files together.
inline constexpr std::size_t kMaximumBufferBytes = std::size_t{1} << 30U;
inline constexpr std::size_t kMaximumBytesBeside = std::size_t{2} << 30U;

/// Bytes of a buffer, cut to its byteLength. `bytes` points into the BIN chunk, into `owned`, or into `owned`
/// of an earlier buffer with the same file.
struct BufferBytes {
    SharedBytes owned{};
    std::span<const std::byte> bytes{};
};

/// Bytes that the buffer views of a file refer to.
struct FileBuffers {
    std::vector<BufferBytes> buffers{};
    /// Decoded views of EXT_meshopt_compression, by buffer view; nothing for uncompressed views.
    std::vector<std::optional<SharedBytes>> views{};
};

/// Loads all buffers: the BIN chunk, data URIs and files beside the asset. A buffer without a URI that is not
/// the BIN chunk stays empty, as extensions define it. Throws GltfError when one is missing or shorter than
/// its byteLength. Does not decode buffer views.
[[nodiscard]] FileBuffers loadBuffers(const GltfFile& file, FileSource& companions);

/// Limit for all decoded data, because a file may refer to the same bytes many times. It is
/// kDecodedBytesPerByte times the bytes of the file (`sourceBytes`) and of its own buffers, and at least
/// kDecodedBytesAtLeast.
inline constexpr std::size_t kDecodedBytesAtLeast = std::size_t{64} << 20U;
inline constexpr std::size_t kDecodedBytesPerByte = 64;
[[nodiscard]] std::size_t mostDecodedBytes(const FileBuffers& buffers, std::size_t sourceBytes);

/// Returns the bytes of a buffer view. `where` is the path of the field that refers to it.
[[nodiscard]] std::span<const std::byte> bufferViewBytes(const GltfFile& file, const FileBuffers& buffers,
                                                         std::int64_t view, const std::string& where);

}  // namespace rigkiln::gltf
