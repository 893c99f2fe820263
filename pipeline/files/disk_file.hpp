#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/byte_source.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln {

/// A file on disk that stays open and is read in ranges.
class DiskFile final : public ByteSource {
public:
    /// Opens regular files only, like readFile.
    [[nodiscard]] static Result<std::shared_ptr<const DiskFile>> open(const std::string& path,
                                                                      Disk& disk = realDisk());

    [[nodiscard]] std::uint64_t size() const override { return file_.sizeBytes; }
    [[nodiscard]] std::size_t heldBytes() const override { return 0; }
    /// Returns the status of the file when it was opened.
    [[nodiscard]] const FileStatus& status() const { return file_.status; }

private:
    DiskFile(OpenFile file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

    [[nodiscard]] Status readInside(std::uint64_t offset, std::span<std::byte> bytes) const override;

    OpenFile file_;
    std::string path_;
};

}  // namespace rigkiln
