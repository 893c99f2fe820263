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

namespace rigkiln::gltf_format {

/// One file beside the asset, and all of them together.
inline constexpr std::size_t kMaximumBufferBytes = std::size_t{1} << 30U;
inline constexpr std::size_t kMaximumBytesBeside = std::size_t{2} << 30U;

/// The bytes a buffer has by its byteLength: of the BIN chunk, or its own.
struct BufferBytes {
    SharedBytes owned{};
    std::span<const std::byte> bytes{};
};

/// All bytes of a file that its buffer views can name.
struct FileBuffers {
    std::vector<BufferBytes> buffers{};
    /// By buffer view: what EXT_meshopt_compression makes of it; nothing where a view is not compressed.
    std::vector<std::optional<SharedBytes>> views{};
};

/// All buffers of the file: the BIN chunk, data URIs, files beside it. A buffer without a URI that is not the
/// BIN chunk is empty, as extensions define it. Throws GltfError where one is missing or shorter than it
/// says. Buffer views are left as they are.
[[nodiscard]] FileBuffers loadBuffers(const GltfFile& file, FileSource& companions);

/// A file may name the same bytes many times, so what is decoded of it is limited as a whole: this much at
/// least, and this many times the bytes of the file (`sourceBytes`) and its buffers.
inline constexpr std::size_t kDecodedBytesAtLeast = std::size_t{64} << 20U;
inline constexpr std::size_t kDecodedBytesPerByte = 64;
[[nodiscard]] std::size_t mostDecodedBytes(const FileBuffers& buffers, std::size_t sourceBytes);

/// The bytes of a buffer view. `where` is the path of the field that names it.
[[nodiscard]] std::span<const std::byte> bufferViewBytes(const GltfFile& file, const FileBuffers& buffers,
                                                         std::int64_t view, const std::string& where);

}  // namespace rigkiln::gltf_format
