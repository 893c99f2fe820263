#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/files/scratch_file.hpp"

namespace rigkiln::cli {

/// Writes a temporary file beside the target and renames it, so that no reader sees half a file. A device, a
/// pipe or a link (such as /dev/stdout) is written to directly and stays what it is.
[[nodiscard]] Status writeTextFile(const std::string& path, std::string_view text);

/// A text file that may be too long for memory. Until it is written, all but its last piece is in a file
/// without a name, beside the target.
class LongTextFile {
public:
    /// Begins a file at `path`, which need not exist.
    explicit LongTextFile(std::string path);

    void append(std::string_view text);
    /// Writes the file like writeTextFile.
    [[nodiscard]] Status write();

private:
    void endPiece();

    std::string path_;
    ScratchFile scratch_;
    std::string open_;
    std::vector<SharedBytes> pieces_;
    std::size_t bytesInPieces_ = 0;
};

[[nodiscard]] Status writeFile(const std::string& path, std::vector<std::byte> bytes);

/// Reads a whole file of at most `limit` bytes. Follows links, as users give these paths.
[[nodiscard]] Result<std::string> readTextFile(const std::string& path, std::size_t limit);

}  // namespace rigkiln::cli
