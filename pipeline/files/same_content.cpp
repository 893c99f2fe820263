#include "pipeline/files/same_content.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace rigkiln {
namespace {

constexpr std::size_t kCompareBufferBytes = std::size_t{256} << 10U;

/// Compares a file with given bytes.
class Comparison {
public:
    explicit Comparison(const FileDescriptor& file) : file_(file), buffer_(kCompareBufferBytes) {}

    bool nextAre(std::span<const std::byte> expected) {
        while (!expected.empty()) {
            const std::size_t wanted = std::min(expected.size(), buffer_.size());
            const std::span<std::byte> bytes = std::span(buffer_).first(wanted);
            const DiskResult<std::size_t> got = file_.disk().read(file_.get(), bytes, std::nullopt);
            if (!got || got.value == 0) return false;
            if (!std::ranges::equal(bytes.first(got.value), expected.first(got.value))) return false;
            expected = expected.subspan(got.value);
        }
        return true;
    }

private:
    const FileDescriptor& file_;
    std::vector<std::byte> buffer_;
};

}  // namespace

bool hasSameContent(const FileDescriptor& folder, const OutputFile& file, FileStatus* found) {
    Disk& disk = folder.disk();
    const DiskResult<int> opened = disk.openFile(folder.get(), file.name);
    if (!opened) return false;
    const FileDescriptor existing(opened.value, disk);
    const DiskResult<FileStatus> status = disk.lookAt(existing.get());
    if (!status || status.value.type != FileType::File) return false;
    if (status.value.sizeBytes != file.sizeBytes()) return false;
    Comparison comparison(existing);
    const bool isSame = std::ranges::all_of(file.pieces, [&](const SharedBytes& piece) {
        const bool isSamePiece = comparison.nextAre(piece);
        piece.rest();
        return isSamePiece;
    });
    if (isSame && found != nullptr) *found = status.value;
    return isSame;
}

}  // namespace rigkiln
