#include "pipeline/files/paged_rows.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <linux/magic.h>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utility>

#include "pipeline/files/disk.hpp"

namespace rigkiln {
namespace {

/// Mapped blocks of all threads. Never destroyed: a block may outlive any other object.
struct MappedBlocks {
    std::mutex mutex;
    std::map<std::byte*, std::size_t> sizes;
    std::size_t bytes = 0;
    std::string folder;  ///< empty: the default
};

MappedBlocks& mappedBlocks() {
    static auto* blocks = new MappedBlocks;
    return *blocks;
}

/// Returns null where it cannot be mapped. Precondition of this and of unmap: the mutex is held.
std::byte* map(MappedBlocks& blocks, int descriptor, std::size_t bytes) {
    void* place = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (place == MAP_FAILED) return nullptr;
    auto* first = static_cast<std::byte*>(place);
    try {
        blocks.sizes.emplace(first, bytes);
    } catch (const std::bad_alloc&) {
        ::munmap(first, bytes);
        return nullptr;
    }
    blocks.bytes += bytes;
    return first;
}

void unmap(MappedBlocks& blocks, std::byte* first) {
    const auto block = blocks.sizes.find(first);
    ::munmap(first, block->second);
    blocks.bytes -= block->second;
    blocks.sizes.erase(block);
}

std::string folderOfFiles() {
    MappedBlocks& blocks = mappedBlocks();
    {
        const std::lock_guard lock(blocks.mutex);
        if (!blocks.folder.empty()) return blocks.folder;
    }
    const char* wanted = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): nobody sets it
    return wanted != nullptr && *wanted != '\0' ? wanted : "/var/tmp";
}

/// Whether bytes of such a file stay in physical memory whatever happens.
bool isInMemory(int descriptor) {
    struct statfs system {};
    return ::fstatfs(descriptor, &system) != 0 || system.f_type == TMPFS_MAGIC ||
           system.f_type == RAMFS_MAGIC;
}

/// Returns -1 where there is none.
int openFile() {
    const DiskResult<int> file = realDisk().createScratch(folderOfFiles());
    if (!file) return -1;
    if (!isInMemory(file.value)) return file.value;
    realDisk().close(file.value);
    return -1;
}

/// Makes sure that the disk has room: a page without would end the process when it is first written.
bool takeRoom(int descriptor, std::size_t bytes) {
    while (::fallocate(descriptor, 0, 0, static_cast<off_t>(bytes)) != 0) {
        if (errno != EINTR) return false;
    }
    return true;
}

std::size_t wholePages(std::size_t bytes) {
    const std::size_t page = realDisk().pageBytes();
    return (bytes + page - 1) / page * page;
}

}  // namespace

PagedBlock::~PagedBlock() {
    release();
}

void PagedBlock::swap(PagedBlock& other) noexcept {
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(isOfFile_, other.isOfFile_);
}

void PagedBlock::release() {
    if (isOfFile_) {
        MappedBlocks& blocks = mappedBlocks();
        const std::lock_guard lock(blocks.mutex);
        unmap(blocks, first_);
    } else {
        ::operator delete(first_);
    }
    stopGrowing();
    first_ = nullptr;
}

void PagedBlock::stopGrowing() {
    if (descriptor_ >= 0) realDisk().close(std::exchange(descriptor_, -1));
}

void PagedBlock::grow(std::size_t bytes) {
    if (bytes <= size_) return;
    if (bytes > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();
    if (bytes < kFileBytes || !growFile(wholePages(bytes))) growHeap(bytes);
}

/// Returns false, with the block as it was, where there is no file, or it cannot grow.
bool PagedBlock::growFile(std::size_t bytes) {
    const int descriptor = isOfFile_ ? descriptor_ : openFile();
    if (descriptor < 0) return false;
    MappedBlocks& blocks = mappedBlocks();
    const auto mapLarger = [&]() -> std::byte* {
        if (!takeRoom(descriptor, bytes)) return nullptr;
        const std::lock_guard lock(blocks.mutex);
        return map(blocks, descriptor, bytes);
    };
    std::byte* first = mapLarger();
    if (first == nullptr) {
        if (!isOfFile_) realDisk().close(descriptor);
        return false;
    }
    if (isOfFile_) {
        // The file has its bytes.
        const std::lock_guard lock(blocks.mutex);
        unmap(blocks, first_);
    } else {
        if (size_ > 0) std::memcpy(first, first_, size_);
        ::operator delete(first_);
    }
    first_ = first;
    size_ = bytes;
    descriptor_ = descriptor;
    isOfFile_ = true;
    return true;
}

void PagedBlock::growHeap(std::size_t bytes) {
    auto* first = static_cast<std::byte*>(::operator new(bytes));
    if (size_ > 0) std::memcpy(first, first_, size_);
    release();
    first_ = first;
    size_ = bytes;
    isOfFile_ = false;
}

void PagedBlock::setFolder(std::string folder) {
    MappedBlocks& blocks = mappedBlocks();
    const std::lock_guard lock(blocks.mutex);
    blocks.folder = std::move(folder);
}

std::size_t PagedBlock::bytesInFiles() {
    MappedBlocks& blocks = mappedBlocks();
    const std::lock_guard lock(blocks.mutex);
    return blocks.bytes;
}

void restPagedRows() {
    constexpr std::size_t kLittle = std::size_t{2} << 20U;
    MappedBlocks& blocks = mappedBlocks();
    const std::lock_guard lock(blocks.mutex);
    if (blocks.bytes < kLittle) return;
    for (const auto& [first, bytes] : blocks.sizes)
        ::madvise(first, bytes, MADV_DONTNEED);
}

}  // namespace rigkiln
