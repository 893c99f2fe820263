#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/files/disk.hpp"

namespace rigkiln::test {

/// Operations of a disk that can fail. Closing counts for files that are written: nothing depends on the
/// result for others.
enum class DiskStep {
    OpenFile,
    OpenFolder,
    ListFolder,
    LookAtOpen,
    LookAtPath,
    CanonicalPath,
    Read,
    MakeFolder,
    CreateFile,
    CreateNameless,
    CreateScratch,
    Write,
    FinishWriting,
    GiveName,
    Rename,
    Remove,
    RemoveFolder,
    SyncDisk,
    SyncFolder,
    Touch,
    Map,
    Close,
};

[[nodiscard]] std::string_view toString(DiskStep step);

/// One operation of a run. Threads may run operations in any order, so an operation is named by its path and
/// its number among equal ones, not by its place in time.
struct DiskOperation {
    DiskStep step = DiskStep::OpenFile;
    /// Path as the disk got it, below the path of its folder. Of a file without a name: the folder and
    /// "(nameless)". Temporary names of Publisher are "(temporary)".
    std::string path{};
    std::size_t number = 0;

    auto operator<=>(const DiskOperation&) const = default;
    [[nodiscard]] std::string text() const;
};

enum class DiskFailure {
    NoSpace,      ///< ENOSPC
    BrokenDisk,   ///< EIO
    NoAccess,     ///< EACCES
    TooManyOpen,  ///< EMFILE
    HalfWritten,  ///< a write stores half of the bytes and gives ENOSPC; everything else gives ENOSPC
    Short,        ///< a read or write of half of the bytes that succeeds; everything else succeeds
};

[[nodiscard]] std::string_view toString(DiskFailure failure);
/// Error number of the failure; 0 for Short.
[[nodiscard]] int errorNumberOf(DiskFailure failure);

/// Passes everything on to another disk, records the operations and makes one of them fail.
class FailingDisk final : public Disk {
public:
    explicit FailingDisk(Disk& inner) : inner_(inner) {}
    FailingDisk(Disk& inner, DiskOperation operation, DiskFailure failure)
        : inner_(inner), wanted_(std::move(operation)), failure_(failure) {}

    /// Sorted by step and path.
    [[nodiscard]] std::vector<DiskOperation> operations() const;
    [[nodiscard]] bool hasFailed() const;

    DiskResult<int> openFile(int folder, const std::string& path) override;
    DiskResult<int> openFolder(int folder, const std::string& path, Links links) override;
    DiskResult<std::vector<FolderEntry>> listFolder(int descriptor) override;
    DiskResult<FileStatus> lookAt(int descriptor) override;
    DiskResult<FileStatus> lookAt(int folder, const std::string& path, Links links) override;
    DiskResult<std::string> canonicalPath(const std::string& path) override;
    DiskResult<std::size_t> read(int descriptor, std::span<std::byte> bytes,
                                 std::optional<std::uint64_t> offset) override;
    DiskResult<std::uint64_t> freeBytes(const std::string& path) override { return inner_.freeBytes(path); }
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
    void startWriteBack(int descriptor) override { inner_.startWriteBack(descriptor); }
    int syncDisk(int descriptor) override;
    int syncFolder(int descriptor) override;
    int touch(const std::string& path) override;
    std::size_t pageBytes() const override { return inner_.pageBytes(); }
    DiskResult<MappedBytes> map(int descriptor, std::uint64_t offset, std::size_t size) override;
    void unmap(const std::byte* first, std::size_t size) override { inner_.unmap(first, size); }
    int close(int descriptor) override;

private:
    struct Opened {
        std::string path;
        bool isWritten = false;
    };

    /// Records the operation. Returns the failure when it is the wanted one.
    std::optional<DiskFailure> record(DiskStep step, std::string path);
    /// Likewise, and returns the error number, 0 for none.
    int problemOf(DiskStep step, std::string path);
    [[nodiscard]] std::string pathOf(int folder, const std::string& path) const;
    [[nodiscard]] std::string pathOf(int descriptor) const;
    DiskResult<int> opened(DiskResult<int> result, std::string path, bool isWritten);

    Disk& inner_;
    DiskOperation wanted_{};
    std::optional<DiskFailure> failure_{};
    mutable std::mutex mutex_;
    bool hasFailed_ = false;
    std::map<std::pair<DiskStep, std::string>, std::size_t> counts_;
    std::map<int, Opened> open_;
};

}  // namespace rigkiln::test
