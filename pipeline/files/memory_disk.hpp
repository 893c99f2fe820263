#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// A file system in memory, with the rules of POSIX that the pipeline relies on. Has no permissions and no
/// limits, but says that 4096 bytes are free. Relative paths start from the root. Times are counted, not
/// measured. Safe to use from many threads.
class MemoryDisk : public Disk {
public:
    /// Contents of all files with a name, by path.
    using Files = std::map<std::string, std::string>;

    /// `hasNameless`: whether files without names are supported.
    explicit MemoryDisk(bool hasNameless = true);
    ~MemoryDisk() override;

    /// Writes a file without any of the operations below. Creates the folders above it.
    void put(const std::string& path, std::string_view content);
    void putLink(const std::string& path, const std::string& target);

    [[nodiscard]] Files files() const;
    /// Number of descriptors and mappings that are not closed.
    [[nodiscard]] std::size_t openCount() const;

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
    void startWriteBack(int /*descriptor*/) override {}
    int syncDisk(int /*descriptor*/) override { return 0; }
    int syncFolder(int /*descriptor*/) override { return 0; }
    int touch(const std::string& path) override;
    std::size_t pageBytes() const override { return 16; }
    DiskResult<MappedBytes> map(int descriptor, std::uint64_t offset, std::size_t size) override;
    void unmap(const std::byte* first, std::size_t size) override;
    int close(int descriptor) override;

private:
    struct Node;
    using NodePointer = std::shared_ptr<Node>;
    /// A place in the tree: the names of its folders with their nodes, from the root.
    using Trail = std::vector<std::pair<std::string, NodePointer>>;
    /// Result of following a path: the folder of its last name, that name, and its node if there is one.
    struct Found {
        Trail folder;
        std::string name;
        NodePointer node;
    };
    struct Opened {
        NodePointer node;
        Trail trail;  ///< of a folder
        std::uint64_t position = 0;
    };

    [[nodiscard]] DiskResult<Found> find(int folder, const std::string& path, Links links) const;
    [[nodiscard]] DiskResult<Found> findFrom(Trail trail, const std::string& path, Links links) const;
    [[nodiscard]] DiskResult<NodePointer> findNode(int folder, const std::string& path, Links links) const;
    [[nodiscard]] NodePointer folderOf(const Found& found) const;
    [[nodiscard]] Opened* opened(int descriptor);
    int add(Opened entry);
    NodePointer makeParents(const std::string& path);

    bool hasNameless_;
    mutable std::mutex mutex_;
    NodePointer root_;
    std::map<int, Opened> open_;
    std::map<const std::byte*, std::vector<std::byte>> mapped_;
    std::int64_t time_ = 0;
};

}  // namespace rigkiln
