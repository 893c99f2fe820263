#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <memory>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

#include <climits>
#include <fmt/format.h>

#include "pipeline/files/disk.hpp"

namespace rigkiln {
namespace {

static_assert(Disk::kNoFolder == AT_FDCWD);

constexpr mode_t kFileMode = 0666;    // reduced by the user's umask
constexpr mode_t kFolderMode = 0777;  // likewise

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

struct FreeText {
    void operator()(char* text) const { std::free(text); }  // NOLINT: realpath allocates with malloc
};

DiskResult<int> opened(int descriptor) {
    if (descriptor < 0) return {.value = -1, .problem = errno};
    return {descriptor};
}

/// Error number of a function that returns 0 for success.
int problemOf(int result) {
    return result == 0 ? 0 : errno;
}

FileType typeOfEntry(unsigned char type) {
    switch (type) {
        case DT_REG:
            return FileType::File;
        case DT_DIR:
            return FileType::Folder;
        case DT_LNK:
            return FileType::Link;
        case DT_UNKNOWN:
            return FileType::Unknown;
        default:
            return FileType::Other;
    }
}

FileStatus statusOf(const struct stat& status) {
    FileType type = FileType::Other;
    if (S_ISREG(status.st_mode)) type = FileType::File;
    if (S_ISDIR(status.st_mode)) type = FileType::Folder;
    if (S_ISLNK(status.st_mode)) type = FileType::Link;
    return {.type = type,
            .sizeBytes = static_cast<std::uint64_t>(status.st_size),
            .modifiedSeconds = status.st_mtim.tv_sec,
            .modifiedNanoseconds = status.st_mtim.tv_nsec,
            .changedSeconds = status.st_ctim.tv_sec,
            .changedNanoseconds = status.st_ctim.tv_nsec,
            .inode = status.st_ino};
}

std::size_t systemPageBytes() {
    static const auto kBytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return kBytes;
}

/// Releases whole pages. Other bytes in them are loaded again when accessed.
void giveBackMemory(const std::byte* first, std::size_t size) {
    const std::size_t before = reinterpret_cast<std::uintptr_t>(first) % systemPageBytes();
    ::madvise(const_cast<std::byte*>(first) - before, size + before, MADV_DONTNEED);
}

class RealDisk final : public Disk {
public:
    DiskResult<int> openFile(int folder, const std::string& path) override {
        // Opens without blocking; otherwise a fifo would wait forever for its writer.
        return opened(
            ::openat(folder, path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    }

    DiskResult<int> openFolder(int folder, const std::string& path, Links links) override {
        const int follow = links == Links::Follow ? 0 : O_NOFOLLOW;
        return opened(
            ::openat(folder, path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK | follow));
    }

    DiskResult<std::vector<FolderEntry>> listFolder(int descriptor) override {
        // Duplicates the descriptor, because closedir closes the one it gets. Both share a position, so the
        // stream is rewound.
        const int own = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
        if (own < 0) return {.value = {}, .problem = errno};
        const std::unique_ptr<DIR, CloseFolder> stream(::fdopendir(own));
        if (!stream) {
            const int problem = errno;
            ::close(own);
            return {.value = {}, .problem = problem};
        }
        ::rewinddir(stream.get());

        std::vector<FolderEntry> entries;
        while (true) {
            errno = 0;
            const dirent* entry =
                ::readdir(stream.get());  // NOLINT(concurrency-mt-unsafe): no other thread has it
            if (entry == nullptr) break;
            const std::string_view name = static_cast<const char*>(entry->d_name);
            if (name != "." && name != "..")
                entries.push_back({std::string(name), typeOfEntry(entry->d_type)});
        }
        if (errno != 0) return {.value = {}, .problem = errno};
        return {std::move(entries)};
    }

    DiskResult<FileStatus> lookAt(int descriptor) override {
        struct stat status {};
        if (::fstat(descriptor, &status) != 0) return {.value = {}, .problem = errno};
        return {statusOf(status)};
    }

    DiskResult<FileStatus> lookAt(int folder, const std::string& path, Links links) override {
        struct stat status {};
        const int flags = links == Links::Follow ? 0 : AT_SYMLINK_NOFOLLOW;
        if (::fstatat(folder, path.c_str(), &status, flags) != 0) return {.value = {}, .problem = errno};
        return {statusOf(status)};
    }

    DiskResult<std::string> canonicalPath(const std::string& path) override {
        const std::unique_ptr<char, FreeText> resolved(::realpath(path.c_str(), nullptr));
        if (!resolved) return {.value = {}, .problem = errno};
        return {std::string(resolved.get())};
    }

    DiskResult<std::size_t> read(int descriptor, std::span<std::byte> bytes,
                                 std::optional<std::uint64_t> offset) override {
        while (true) {
            const ssize_t count =
                offset ? ::pread(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(*offset))
                       : ::read(descriptor, bytes.data(), bytes.size());
            if (count >= 0) return {static_cast<std::size_t>(count)};
            if (errno != EINTR) return {.value = 0, .problem = errno};
        }
    }

    DiskResult<std::uint64_t> freeBytes(const std::string& path) override {
        struct statvfs status {};
        if (::statvfs(path.c_str(), &status) != 0) return {.problem = errno};
        return {static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize};
    }

    int makeFolder(int folder, const std::string& path) override {
        return problemOf(::mkdirat(folder, path.c_str(), kFolderMode));
    }

    DiskResult<int> createFile(int folder, const std::string& name) override {
        return opened(
            ::openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kFileMode));
    }

    DiskResult<int> createNameless(int folder) override {
        return opened(::openat(folder, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, kFileMode));
    }

    DiskResult<int> createScratch(const std::string& folder) override {
        return opened(::open(folder.c_str(), O_RDWR | O_TMPFILE | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
    }

    DiskResult<std::size_t> write(int descriptor, std::span<const std::span<const std::byte>> parts,
                                  std::optional<std::uint64_t> offset) override {
        std::array<iovec, IOV_MAX> vectors;  // NOLINT(*-member-init): only the first `count` are used
        const std::size_t count = std::min(parts.size(), vectors.size());
        for (std::size_t i = 0; i < count; ++i) {
            // The cast is safe: writev only reads, but iovec has no const version.
            vectors[i] = {const_cast<std::byte*>(parts[i].data()), parts[i].size()};
        }
        while (true) {
            const ssize_t written = offset ? ::pwritev(descriptor, vectors.data(), static_cast<int>(count),
                                                       static_cast<off_t>(*offset))
                                           : ::writev(descriptor, vectors.data(), static_cast<int>(count));
            if (written >= 0) return {static_cast<std::size_t>(written)};
            if (errno != EINTR) return {.value = 0, .problem = errno};
        }
    }

    int clone(int descriptor, int source) override { return problemOf(::ioctl(descriptor, FICLONE, source)); }

    int finishWriting(int descriptor) override {
        const int second = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
        return second < 0 ? errno : close(second);
    }

    int giveName(int descriptor, int folder, const std::string& name) override {
        // Links by way of /proc, because linking a descriptor directly requires a privilege.
        const std::string self = fmt::format("/proc/self/fd/{}", descriptor);
        return problemOf(::linkat(AT_FDCWD, self.c_str(), folder, name.c_str(), AT_SYMLINK_FOLLOW));
    }

    int rename(int folder, const std::string& from, const std::string& to) override {
        return problemOf(::renameat(folder, from.c_str(), folder, to.c_str()));
    }

    int remove(int folder, const std::string& path) override {
        return problemOf(::unlinkat(folder, path.c_str(), 0));
    }

    int removeFolder(int folder, const std::string& path) override {
        return problemOf(::unlinkat(folder, path.c_str(), AT_REMOVEDIR));
    }

    void startWriteBack(int descriptor) override {
        static_cast<void>(::sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE));
    }

    int syncDisk(int descriptor) override { return problemOf(::syncfs(descriptor)); }

    int syncFolder(int descriptor) override { return problemOf(::fsync(descriptor)); }

    int touch(const std::string& path) override {
        return problemOf(::utimensat(AT_FDCWD, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW));
    }

    std::size_t pageBytes() const override { return systemPageBytes(); }

    DiskResult<MappedBytes> map(int descriptor, std::uint64_t offset, std::size_t size) override {
        void* place = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, static_cast<off_t>(offset));
        if (place == MAP_FAILED) return {.value = {}, .problem = errno};
        return {{.first = static_cast<const std::byte*>(place), .giveBack = giveBackMemory}};
    }

    void unmap(const std::byte* first, std::size_t size) override {
        ::munmap(const_cast<std::byte*>(first), size);
    }

    int close(int descriptor) override {
        // Does not retry after EINTR: on Linux the descriptor is closed by then and may be in use elsewhere.
        return ::close(descriptor) == 0 || errno == EINTR ? 0 : errno;
    }
};

}  // namespace

Disk& realDisk() {
    static RealDisk disk;
    return disk;
}

}  // namespace rigkiln
