#pragma once

#include <string>
#include <string_view>

#include "pipeline/files/disk.hpp"
#include "pipeline/files/memory_disk.hpp"

namespace rigkiln {

/// A file system in memory as large as the memory. Has no scratch files, which would be of no use there.
class LibraryDisk final : public MemoryDisk {
public:
    DiskResult<int> createScratch(const std::string& folder) override;
    DiskResult<std::uint64_t> freeBytes(const std::string& path) override;
};

/// The files of a disk that nothing can write to, and below one folder those of a disk in memory.
class OverlayDisk final : public Disk {
public:
    /// `folder` is the absolute path that leads to `memory`, without a slash at its end.
    OverlayDisk(std::string_view folder, Disk& memory, Disk& below = realDisk())
        : folder_(folder), memory_(memory), below_(below) {}

    DiskResult<int> openFile(int folder, const std::string& path) override;
    DiskResult<int> openFolder(int folder, const std::string& path, Links links) override;
    DiskResult<std::vector<FolderEntry>> listFolder(int descriptor) override;
    DiskResult<FileStatus> lookAt(int descriptor) override;
    DiskResult<FileStatus> lookAt(int folder, const std::string& path, Links links) override;
    DiskResult<std::string> canonicalPath(const std::string& path) override;
    DiskResult<std::size_t> read(int descriptor, std::span<std::byte> bytes,
                                 std::optional<std::uint64_t> offset) override;
    DiskResult<std::uint64_t> freeBytes(const std::string& path) override;
    int makeFolder(int folder, const std::string& path) override;
    DiskResult<int> createFile(int folder, const std::string& name) override;
    DiskResult<int> createNameless(int folder) override;
    DiskResult<int> createScratch(const std::string& folder) override;
    DiskResult<std::size_t> write(int descriptor, std::span<const std::span<const std::byte>> parts,
                                  std::optional<std::uint64_t> offset) override;
    int finishWriting(int descriptor) override;
    int giveName(int descriptor, int folder, const std::string& name) override;
    int rename(int folder, const std::string& from, const std::string& to) override;
    int remove(int folder, const std::string& path) override;
    int removeFolder(int folder, const std::string& path) override;
    void startWriteBack(int descriptor) override;
    int syncDisk(int descriptor) override;
    int syncFolder(int descriptor) override;
    int touch(const std::string& path) override;
    std::size_t pageBytes() const override { return memory_.pageBytes(); }
    DiskResult<MappedBytes> map(int descriptor, std::uint64_t offset, std::size_t size) override;
    void unmap(const std::byte* first, std::size_t size) override;
    int close(int descriptor) override;

private:
    [[nodiscard]] bool isInMemory(int folder, const std::string& path) const;

    std::string folder_;
    Disk& memory_;
    Disk& below_;
};

}  // namespace rigkiln
