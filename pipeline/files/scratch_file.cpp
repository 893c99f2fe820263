#include "pipeline/files/scratch_file.hpp"

#include <cerrno>
#include <map>
#include <optional>
#include <utility>

#include "pipeline/files/gathered_write.hpp"

namespace rigkiln {
namespace {

/// Returns a closed descriptor when files without names are not supported.
FileDescriptor openNameless(Disk& disk, std::string folder) {
    while (true) {
        const DiskResult<int> created = disk.createScratch(folder.empty() ? "/" : folder);
        if (created) return FileDescriptor(created.value, disk);
        const std::size_t slash = folder.rfind('/');
        if (created.problem != ENOENT || slash == std::string::npos) return {};
        folder.resize(slash);
    }
}

std::size_t roundUp(std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

}  // namespace

/// The file and its free parts. Parts start and end at page boundaries.
class ScratchFile::File {
public:
    explicit File(FileDescriptor descriptor) : descriptor_(std::move(descriptor)) {}

    /// Reserves a part of this size and returns its offset; nothing while kMostParts are reserved.
    std::optional<std::size_t> take(std::size_t size) {
        const std::scoped_lock lock(mutex_);
        if (held_ == kMostParts) return std::nullopt;
        ++held_;
        const auto free = free_.lower_bound(size);
        if (free == free_.end()) return std::exchange(end_, end_ + size);
        const auto [freeSize, offset] = *free;
        free_.erase(free);
        if (freeSize > size) free_.emplace(freeSize - size, offset + size);
        return offset;
    }

    void give(std::size_t offset, std::size_t size) {
        const std::scoped_lock lock(mutex_);
        --held_;
        free_.emplace(size, offset);
    }

    [[nodiscard]] const FileDescriptor& descriptor() const { return descriptor_; }
    [[nodiscard]] std::size_t size() const {
        const std::scoped_lock lock(mutex_);
        return end_;
    }

private:
    FileDescriptor descriptor_;
    mutable std::mutex mutex_;
    std::size_t end_ = 0;
    std::size_t held_ = 0;
    std::multimap<std::size_t, std::size_t> free_;  ///< offsets by size
};

ScratchFile::ScratchFile(std::string folder, std::size_t bytesInMemory, Disk& disk)
    : Scratch(bytesInMemory), disk_(disk), folder_(std::move(folder)) {}

ScratchFile::~ScratchFile() = default;

std::shared_ptr<ScratchFile::File> ScratchFile::openFile() {
    const std::scoped_lock lock(mutex_);
    if (isRefused_ || file_) return isRefused_ ? nullptr : file_;
    FileDescriptor descriptor = openNameless(disk_, folder_);
    isRefused_ = !descriptor.isOpen();
    if (!isRefused_) file_ = std::make_shared<File>(std::move(descriptor));
    return file_;
}

std::optional<SharedBytes> ScratchFile::write(std::span<const std::span<const std::byte>> parts) {
    std::size_t length = 0;
    for (const std::span<const std::byte>& part : parts)
        length += part.size();
    if (length == 0) return SharedBytes();
    const std::shared_ptr<File> file = openFile();
    if (file == nullptr) return std::nullopt;
    const std::size_t size = roundUp(length, disk_.pageBytes());
    const std::optional<std::size_t> offset = file->take(size);
    if (!offset) return std::nullopt;
    const int descriptor = file->descriptor().get();
    DiskResult<MappedBytes> place{.value = {}, .problem = writeGathered(disk_, descriptor, parts, offset)};
    if (place) place = disk_.map(descriptor, *offset, length);
    if (!place) {
        file->give(*offset, size);
        const std::scoped_lock lock(mutex_);
        isRefused_ = true;
        return std::nullopt;
    }
    const auto release = [file, offset = *offset, size, length](const std::byte* first) {
        file->descriptor().disk().unmap(first, length);
        file->give(offset, size);
    };
    return SharedBytes::ofFile({place.value.first, release}, length, place.value.giveBack);
}

std::size_t ScratchFile::fileBytes() const {
    const std::scoped_lock lock(mutex_);
    return file_ ? file_->size() : 0;
}

}  // namespace rigkiln
