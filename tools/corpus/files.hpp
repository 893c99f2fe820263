#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/binary/byte_writer.hpp"
#include "pipeline/conversion/image_module.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::corpus {

/// A file to be written: its path below the art folder, with '/', and its bytes.
struct ArtFile {
    std::string path;
    std::vector<std::byte> bytes;
};

/// Makes an image of squares in two colours as a PNG, stored without compression, so that no library is
/// needed. Precondition: 0 < size <= 64.
[[nodiscard]] std::vector<std::byte> makePng(std::uint32_t size, Random& random);

/// Makes an image of squares in two colours as a DDS of BC1 blocks. Precondition: `size` is a multiple of 16.
[[nodiscard]] std::vector<std::byte> makeDds(std::uint32_t size, Random& random);

/// Writes the header of a DDS without mipmaps. `coding`: "DXT1", "DXT5".
void writeDdsHeader(ImageSize size, std::string_view coding, ByteWriter& dds);

/// Writes the files below a folder, which is created if needed. Existing files are replaced.
[[nodiscard]] Status writeFiles(const std::vector<ArtFile>& files, const std::filesystem::path& folder);

}  // namespace rigkiln::corpus
