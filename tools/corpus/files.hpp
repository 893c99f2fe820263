#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/binary/byte_writer.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::corpus {

/// A file to be: its path below the art folder, with '/', and its bytes.
struct ArtFile {
    std::string path;
    std::vector<std::byte> bytes;
};

/// A picture of two colours in squares. Stored, not compressed: no library is needed. Precondition: 0 < size
/// <= 64.
[[nodiscard]] std::vector<std::byte> makePng(std::uint32_t size, Random& random);

/// The same as a DDS of BC1 blocks. Precondition: `size` is a multiple of 16.
[[nodiscard]] std::vector<std::byte> makeDds(std::uint32_t size, Random& random);

/// All that stands before the blocks of a square DDS without smaller levels. `coding`: "DXT1", "DXT5".
void writeDdsHeader(std::uint32_t side, std::string_view coding, ByteWriter& dds);

/// Writes the files below a folder, which is made when it is not there. Files of that name are replaced.
[[nodiscard]] Status writeFiles(const std::vector<ArtFile>& files, const std::filesystem::path& folder);

}  // namespace rigkiln::corpus
