#include "pipeline/files/scratch_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <map>
#include <optional>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "pipeline/files/gathered_write.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln {
namespace {

/// Returns a closed descriptor when files without names are not supported.
FileDescriptor openNameless(std::string folder) {
    while (true) {
        FileDescriptor descriptor(::open(folder.empty() ? "/" : folder.c_str(),
                                         O_RDWR | O_TMPFILE | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
        const std::size_t slash = folder.rfind('/');
        if (descriptor.isOpen() || errno != ENOENT || slash == std::string::npos) return descriptor;
        folder.resize(slash);
    }
}

std::size_t pageBytes() {
    static const auto kBytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return kBytes;
}

/// Releases whole pages. Other bytes in them are loaded again when accessed.
void giveBackMemory(const std::byte* first, std::size_t size) {
    const std::size_t before = reinterpret_cast<std::uintptr_t>(first) % pageBytes();
    ::madvise(const_cast<std::byte*>(first) - before, size + before, MADV_DONTNEED);
}

std::size_t inPages(std::size_t bytes) {
    return (bytes + pageBytes() - 1) / pageBytes() * pageBytes();
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

    [[nodiscard]] int descriptor() const { return descriptor_.get(); }
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

ScratchFile::ScratchFile(std::string folder, std::size_t bytesInMemory)
    : Scratch(bytesInMemory), folder_(std::move(folder)) {}

ScratchFile::~ScratchFile() = default;

std::shared_ptr<ScratchFile::File> ScratchFile::openFile() {
    const std::scoped_lock lock(mutex_);
    if (isRefused_ || file_) return isRefused_ ? nullptr : file_;
    FileDescriptor descriptor = openNameless(folder_);
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
    const std::size_t size = inPages(length);
    const std::optional<std::size_t> offset = file->take(size);
    if (!offset) return std::nullopt;
    void* place = MAP_FAILED;
    if (writeGathered(file->descriptor(), parts, offset) == 0)
        place =
            ::mmap(nullptr, length, PROT_READ, MAP_SHARED, file->descriptor(), static_cast<off_t>(*offset));
    if (place == MAP_FAILED) {
        file->give(*offset, size);
        const std::scoped_lock lock(mutex_);
        isRefused_ = true;
        return std::nullopt;
    }
    const auto release = [file, offset = *offset, size, length](const std::byte* first) {
        ::munmap(const_cast<std::byte*>(first), length);
        file->give(offset, size);
    };
    return SharedBytes::ofFile({static_cast<const std::byte*>(place), release}, length, giveBackMemory);
}

std::size_t ScratchFile::fileBytes() const {
    const std::scoped_lock lock(mutex_);
    return file_ ? file_->size() : 0;
}

std::shared_ptr<ScratchFile> scratchFor(const std::string& folder, std::size_t sourceBytes) {
    constexpr std::size_t kPart = 4;
    constexpr std::size_t kLeast = std::size_t{512} << 10U;
    return std::make_shared<ScratchFile>(folder, std::max(sourceBytes / kPart, kLeast));
}

}  // namespace rigkiln
