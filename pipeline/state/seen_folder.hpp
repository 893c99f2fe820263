#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/files/seen_files.hpp"
#include "pipeline/state/packed_bytes.hpp"

namespace rigkiln {

/// Returns the folder in few bytes. Preconditions: names are sorted, each once; all are files.
[[nodiscard]] std::string encodeSeenFolder(const SeenFolder& folder);

/// Reads it back. Returns nothing for bytes that are no such folder. Safe for any bytes.
[[nodiscard]] std::optional<SeenFolder> decodeSeenFolder(std::string_view bytes);

/// Goes through the bytes of a folder from front to back, in the order of the functions, and holds none of
/// its files: comparing a million files with the disk must not take more memory or allocations than one.
class SeenFolderReader {
public:
    /// A file; `name` is a part of the bytes.
    struct File {
        std::string_view name{};
        FileStatus status{};
        std::uint32_t kind = SeenFile::kNoKind;
        std::uint64_t sizeBytes = 0;
        bool isOutput = false;
    };

    explicit SeenFolderReader(std::string_view bytes);

    [[nodiscard]] std::uint64_t modules() const { return modules_; }
    [[nodiscard]] std::vector<SeenKind> takeKinds() { return std::move(kinds_); }
    /// Returns how many files the bytes say there are; more than can be where they are damaged.
    [[nodiscard]] std::size_t fileCount() const { return fileCount_; }
    /// Reads the next file. Returns false after the last one.
    [[nodiscard]] bool next(File& file);
    /// Reads the listing, when all files were read, and the number of missing names.
    [[nodiscard]] std::optional<FolderListing> listing();
    /// Reads the next name of which there was nothing. Returns false after the last one.
    [[nodiscard]] bool nextMissing(std::string_view& name);
    /// Returns true if all was read, and the bytes are those of a folder.
    [[nodiscard]] bool isDone() const { return reader_.isDone(); }

private:
    PackedReader reader_;
    std::uint64_t modules_ = 0;
    std::vector<SeenKind> kinds_;
    std::size_t kindCount_ = 0;
    std::size_t fileCount_ = 0;
    std::size_t filesLeft_ = 0;
    std::size_t missingLeft_ = 0;
    FileStatus before_{};
    std::string_view nameBefore_{};
};

}  // namespace rigkiln
