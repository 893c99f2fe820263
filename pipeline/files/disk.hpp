#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rigkiln {

/// Kind of an entry of the file system.
enum class FileType : std::uint8_t {
    Unknown,  ///< only in listings, where the file system does not say
    File,     ///< a regular file
    Folder,
    Link,   ///< a symbolic link
    Other,  ///< a device, pipe or socket
};

struct FolderEntry {
    std::string name;
    FileType type = FileType::Unknown;

    bool operator==(const FolderEntry&) const = default;
};

struct FileStatus {
    FileType type = FileType::Unknown;
    std::uint64_t sizeBytes = 0;
    std::int64_t modifiedSeconds = 0;  ///< time of the last modification or `touch`
    std::int64_t modifiedNanoseconds = 0;
    std::int64_t changedSeconds =
        0;  ///< time of the last change, also of its name or its rights; not settable
    std::int64_t changedNanoseconds = 0;
    std::uint64_t inode = 0;  ///< number of the file on its file system; another file has another one

    bool operator==(const FileStatus&) const = default;
};

/// Treatment of a symbolic link at the end of a path. Links before the end are always followed.
enum class Links : std::uint8_t { Follow, Refuse };

/// Part of a file as memory.
struct MappedBytes {
    const std::byte* first = nullptr;
    /// Releases physical memory until the next access; see SharedBytes::GiveBack.
    void (*giveBack)(const std::byte* first, std::size_t size) = nullptr;
};

/// Returns true when the error number says that a path leads to nothing.
[[nodiscard]] constexpr bool isAbsent(int problem) {
    return problem == ENOENT || problem == ENOTDIR || problem == ELOOP || problem == ENAMETOOLONG;
}

/// Value of an operation, or the error number (errno) of what prevented it.
template <class Value>
struct DiskResult {
    Value value{};
    int problem = 0;  ///< 0: success

    explicit operator bool() const { return problem == 0; }
};

/// A file system as the pipeline uses it: a port. `realDisk` is the one of this machine; tests have one in
/// memory, and one that fails on request.
///
/// Every operation is a single step that happens or gives the error number of what prevented it, like the
/// functions of POSIX, except that signals do not interrupt it. The rules that keep outputs whole (write
/// everything, then give the name; remove what is left) belong to the callers; see place_file.hpp and
/// publish.hpp.
///
/// A descriptor is the disk's number of an open file or folder. `folder` is the descriptor of the folder that
/// a relative path starts from, or kNoFolder for the working folder; absolute paths ignore it. Safe to use
/// from many threads.
class Disk {
public:
    static constexpr int kNoFolder = -100;  ///< AT_FDCWD of fcntl.h

    Disk() = default;
    virtual ~Disk() = default;
    Disk(const Disk&) = delete;
    Disk& operator=(const Disk&) = delete;

    // Looking and reading

    /// Opens anything but a symbolic link for reading. Does not wait for the writer of a pipe.
    [[nodiscard]] virtual DiskResult<int> openFile(int folder, const std::string& path) = 0;
    [[nodiscard]] virtual DiskResult<int> openFolder(int folder, const std::string& path, Links links) = 0;
    /// Returns all entries of an open folder except "." and "..", in the order of the file system.
    [[nodiscard]] virtual DiskResult<std::vector<FolderEntry>> listFolder(int descriptor) = 0;
    [[nodiscard]] virtual DiskResult<FileStatus> lookAt(int descriptor) = 0;
    [[nodiscard]] virtual DiskResult<FileStatus> lookAt(int folder, const std::string& path, Links links) = 0;
    /// Returns the absolute path without links, "." and "..".
    [[nodiscard]] virtual DiskResult<std::string> canonicalPath(const std::string& path) = 0;
    /// Returns the number of bytes read from `offset` or from the descriptor's position, which then advances.
    /// May be fewer than asked for; 0 only at the end.
    [[nodiscard]] virtual DiskResult<std::size_t> read(int descriptor, std::span<std::byte> bytes,
                                                       std::optional<std::uint64_t> offset) = 0;

    /// Returns how many bytes fit on the disk that holds a file or folder, for users without privileges.
    [[nodiscard]] virtual DiskResult<std::uint64_t> freeBytes(const std::string& path) = 0;

    // Writing. These return the error number, 0 for success.

    [[nodiscard]] virtual int makeFolder(int folder, const std::string& path) = 0;
    /// Creates a file that must not exist, for writing.
    [[nodiscard]] virtual DiskResult<int> createFile(int folder, const std::string& name) = 0;
    /// Creates a file without a name in an open folder, for writing. `giveName` may name it; otherwise it
    /// disappears when it is closed.
    [[nodiscard]] virtual DiskResult<int> createNameless(int folder) = 0;
    /// Creates a file that never has a name, for writing, reading and mapping.
    [[nodiscard]] virtual DiskResult<int> createScratch(const std::string& folder) = 0;
    /// Writes the parts one after another at `offset` or at the descriptor's position, which then advances.
    /// Returns the number of bytes written, which may be fewer than all. Precondition: no part is empty.
    [[nodiscard]] virtual DiskResult<std::size_t> write(int descriptor,
                                                        std::span<const std::span<const std::byte>> parts,
                                                        std::optional<std::uint64_t> offset) = 0;
    /// Makes an empty file that is open for writing a copy of another one, with which it shares its blocks
    /// until one of them is changed. Happens at once, or not at all where the file system cannot.
    [[nodiscard]] virtual int clone(int /*descriptor*/, int /*source*/) { return EOPNOTSUPP; }
    /// Returns what closing the file would return, and keeps it open. Some file systems report a full disk
    /// only then.
    [[nodiscard]] virtual int finishWriting(int descriptor) = 0;
    /// Names a nameless file. Does not replace another file (EEXIST).
    [[nodiscard]] virtual int giveName(int descriptor, int folder, const std::string& name) = 0;
    /// Replaces a file of the name `to`.
    [[nodiscard]] virtual int rename(int folder, const std::string& from, const std::string& to) = 0;
    /// Removes a file or a link, not a folder.
    virtual int remove(int folder, const std::string& path) = 0;
    /// Removes a folder without entries (ENOTEMPTY: it has some).
    virtual int removeFolder(int folder, const std::string& path) = 0;
    /// Begins to write what is in memory of a file to the disk, and does not wait for it.
    virtual void startWriteBack(int descriptor) = 0;
    /// Waits until everything that was written on the disk of a file or folder survives a loss of power.
    [[nodiscard]] virtual int syncDisk(int descriptor) = 0;
    /// Likewise the names in an open folder.
    [[nodiscard]] virtual int syncFolder(int descriptor) = 0;
    /// Sets the modification time of a file to now.
    virtual int touch(const std::string& path) = 0;

    // Mapping

    /// Returns the unit of offsets of mapped parts.
    [[nodiscard]] virtual std::size_t pageBytes() const = 0;
    /// Maps a part of a scratch file. It may be closed meanwhile.
    [[nodiscard]] virtual DiskResult<MappedBytes> map(int descriptor, std::uint64_t offset,
                                                      std::size_t size) = 0;
    virtual void unmap(const std::byte* first, std::size_t size) = 0;

    /// The descriptor is closed whatever it returns.
    virtual int close(int descriptor) = 0;
};

/// Returns the file system of this machine.
[[nodiscard]] Disk& realDisk();

/// Returns `*disk`, or the real one for null.
[[nodiscard]] inline Disk& diskOrReal(Disk* disk) {
    return disk == nullptr ? realDisk() : *disk;
}

/// Owns a descriptor of a disk, which must outlive it.
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int descriptor, Disk& disk = realDisk())
        : disk_(&disk), descriptor_(descriptor) {}
    FileDescriptor(FileDescriptor&& other) noexcept
        : disk_(other.disk_), descriptor_(std::exchange(other.descriptor_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(disk_, other.disk_);
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~FileDescriptor() { close(); }

    [[nodiscard]] int get() const { return descriptor_; }
    [[nodiscard]] bool isOpen() const { return descriptor_ >= 0; }
    /// Precondition: isOpen().
    [[nodiscard]] Disk& disk() const { return *disk_; }
    /// Closes the descriptor now. Returns the error number; 0 on success or when nothing was open.
    int close() { return isOpen() ? disk_->close(std::exchange(descriptor_, -1)) : 0; }

private:
    Disk* disk_ = nullptr;
    int descriptor_ = -1;
};

}  // namespace rigkiln
