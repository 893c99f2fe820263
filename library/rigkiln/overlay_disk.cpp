#include "library/rigkiln/overlay_disk.hpp"

#include <cerrno>
#include <limits>

namespace rigkiln {
namespace {

/// Descriptors of files in memory are larger than those of the system by this.
constexpr int kFirstInMemory = 1 << 24;

bool isMemoryDescriptor(int descriptor) {
    return descriptor >= kFirstInMemory;
}

int inMemory(int descriptor) {
    return isMemoryDescriptor(descriptor) ? descriptor - kFirstInMemory : descriptor;
}

DiskResult<int> numbered(DiskResult<int> opened) {
    if (opened) opened.value += kFirstInMemory;
    return opened;
}

template <class Value>
DiskResult<Value> refusedAs() {
    return {.value = {}, .problem = EROFS};
}

}  // namespace

DiskResult<int> LibraryDisk::createScratch(const std::string& /*folder*/) {
    return {.value = {}, .problem = EOPNOTSUPP};
}

DiskResult<std::uint64_t> LibraryDisk::freeBytes(const std::string& /*path*/) {
    return {std::numeric_limits<std::uint64_t>::max()};
}

bool OverlayDisk::isInMemory(int folder, const std::string& path) const {
    if (!path.starts_with('/')) return isMemoryDescriptor(folder);
    return path.starts_with(folder_) && (path.size() == folder_.size() || path[folder_.size()] == '/');
}

DiskResult<int> OverlayDisk::openFile(int folder, const std::string& path) {
    return isInMemory(folder, path) ? numbered(memory_.openFile(inMemory(folder), path))
                                    : below_.openFile(folder, path);
}

DiskResult<int> OverlayDisk::openFolder(int folder, const std::string& path, Links links) {
    return isInMemory(folder, path) ? numbered(memory_.openFolder(inMemory(folder), path, links))
                                    : below_.openFolder(folder, path, links);
}

DiskResult<std::vector<FolderEntry>> OverlayDisk::listFolder(int descriptor) {
    return isMemoryDescriptor(descriptor) ? memory_.listFolder(inMemory(descriptor))
                                          : below_.listFolder(descriptor);
}

DiskResult<FileStatus> OverlayDisk::lookAt(int descriptor) {
    return isMemoryDescriptor(descriptor) ? memory_.lookAt(inMemory(descriptor)) : below_.lookAt(descriptor);
}

DiskResult<FileStatus> OverlayDisk::lookAt(int folder, const std::string& path, Links links) {
    return isInMemory(folder, path) ? memory_.lookAt(inMemory(folder), path, links)
                                    : below_.lookAt(folder, path, links);
}

DiskResult<std::string> OverlayDisk::canonicalPath(const std::string& path) {
    return isInMemory(kNoFolder, path) ? memory_.canonicalPath(path) : below_.canonicalPath(path);
}

DiskResult<std::size_t> OverlayDisk::read(int descriptor, std::span<std::byte> bytes,
                                          std::optional<std::uint64_t> offset) {
    return isMemoryDescriptor(descriptor) ? memory_.read(inMemory(descriptor), bytes, offset)
                                          : below_.read(descriptor, bytes, offset);
}

DiskResult<std::uint64_t> OverlayDisk::freeBytes(const std::string& path) {
    return isInMemory(kNoFolder, path) ? memory_.freeBytes(path) : below_.freeBytes(path);
}

int OverlayDisk::makeFolder(int folder, const std::string& path) {
    return isInMemory(folder, path) ? memory_.makeFolder(inMemory(folder), path) : EROFS;
}

DiskResult<int> OverlayDisk::createFile(int folder, const std::string& name) {
    return isInMemory(folder, name) ? numbered(memory_.createFile(inMemory(folder), name)) : refusedAs<int>();
}

DiskResult<int> OverlayDisk::createNameless(int folder) {
    return isMemoryDescriptor(folder) ? numbered(memory_.createNameless(inMemory(folder))) : refusedAs<int>();
}

DiskResult<int> OverlayDisk::createScratch(const std::string& folder) {
    return isInMemory(kNoFolder, folder) ? numbered(memory_.createScratch(folder)) : refusedAs<int>();
}

DiskResult<std::size_t> OverlayDisk::write(int descriptor, std::span<const std::span<const std::byte>> parts,
                                           std::optional<std::uint64_t> offset) {
    return isMemoryDescriptor(descriptor) ? memory_.write(inMemory(descriptor), parts, offset)
                                          : refusedAs<std::size_t>();
}

int OverlayDisk::finishWriting(int descriptor) {
    return isMemoryDescriptor(descriptor) ? memory_.finishWriting(inMemory(descriptor)) : EROFS;
}

int OverlayDisk::giveName(int descriptor, int folder, const std::string& name) {
    return isMemoryDescriptor(descriptor) && isInMemory(folder, name)
               ? memory_.giveName(inMemory(descriptor), inMemory(folder), name)
               : EROFS;
}

int OverlayDisk::rename(int folder, const std::string& from, const std::string& to) {
    return isInMemory(folder, from) && isInMemory(folder, to) ? memory_.rename(inMemory(folder), from, to)
                                                              : EROFS;
}

int OverlayDisk::remove(int folder, const std::string& path) {
    return isInMemory(folder, path) ? memory_.remove(inMemory(folder), path) : EROFS;
}

int OverlayDisk::removeFolder(int folder, const std::string& path) {
    return isInMemory(folder, path) ? memory_.removeFolder(inMemory(folder), path) : EROFS;
}

void OverlayDisk::startWriteBack(int descriptor) {
    if (isMemoryDescriptor(descriptor)) memory_.startWriteBack(inMemory(descriptor));
}

int OverlayDisk::syncDisk(int descriptor) {
    return isMemoryDescriptor(descriptor) ? memory_.syncDisk(inMemory(descriptor)) : EROFS;
}

int OverlayDisk::syncFolder(int descriptor) {
    return isMemoryDescriptor(descriptor) ? memory_.syncFolder(inMemory(descriptor)) : EROFS;
}

int OverlayDisk::touch(const std::string& path) {
    return isInMemory(kNoFolder, path) ? memory_.touch(path) : EROFS;
}

DiskResult<MappedBytes> OverlayDisk::map(int descriptor, std::uint64_t offset, std::size_t size) {
    return isMemoryDescriptor(descriptor) ? memory_.map(inMemory(descriptor), offset, size)
                                          : refusedAs<MappedBytes>();
}

void OverlayDisk::unmap(const std::byte* first, std::size_t size) {
    memory_.unmap(first, size);
}

int OverlayDisk::close(int descriptor) {
    return isMemoryDescriptor(descriptor) ? memory_.close(inMemory(descriptor)) : below_.close(descriptor);
}

}  // namespace rigkiln
