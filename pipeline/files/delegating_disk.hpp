#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// Passes every operation on to another disk. Derived classes override those that they change or watch.
class DelegatingDisk : public Disk {
public:
    explicit DelegatingDisk(Disk& inner) : inner_(inner) {}

    DiskResult<int> openFile(int folder, const std::string& path) override {
        return inner_.openFile(folder, path);
    }
    DiskResult<int> openFolder(int folder, const std::string& path, Links links) override {
        return inner_.openFolder(folder, path, links);
    }
    DiskResult<std::vector<FolderEntry>> listFolder(int descriptor) override {
        return inner_.listFolder(descriptor);
    }
    DiskResult<FileStatus> lookAt(int descriptor) override { return inner_.lookAt(descriptor); }
    DiskResult<FileStatus> lookAt(int folder, const std::string& path, Links links) override {
        return inner_.lookAt(folder, path, links);
    }
    DiskResult<std::string> canonicalPath(const std::string& path) override {
        return inner_.canonicalPath(path);
    }
    DiskResult<std::size_t> read(int descriptor, std::span<std::byte> bytes,
                                 std::optional<std::uint64_t> offset) override {
        return inner_.read(descriptor, bytes, offset);
    }
    DiskResult<std::uint64_t> freeBytes(const std::string& path) override { return inner_.freeBytes(path); }
    int makeFolder(int folder, const std::string& path) override { return inner_.makeFolder(folder, path); }
    DiskResult<int> createFile(int folder, const std::string& name) override {
        return inner_.createFile(folder, name);
    }
    DiskResult<int> createNameless(int folder) override { return inner_.createNameless(folder); }
    DiskResult<int> createScratch(const std::string& folder) override { return inner_.createScratch(folder); }
    DiskResult<std::size_t> write(int descriptor, std::span<const std::span<const std::byte>> parts,
                                  std::optional<std::uint64_t> offset) override {
        return inner_.write(descriptor, parts, offset);
    }
    int finishWriting(int descriptor) override { return inner_.finishWriting(descriptor); }
    int giveName(int descriptor, int folder, const std::string& name) override {
        return inner_.giveName(descriptor, folder, name);
    }
    int rename(int folder, const std::string& from, const std::string& to) override {
        return inner_.rename(folder, from, to);
    }
    int remove(int folder, const std::string& path) override { return inner_.remove(folder, path); }
    int removeFolder(int folder, const std::string& path) override {
        return inner_.removeFolder(folder, path);
    }
    int clone(int descriptor, int source) override { return inner_.clone(descriptor, source); }
    void startWriteBack(int descriptor) override { inner_.startWriteBack(descriptor); }
    int syncDisk(int descriptor) override { return inner_.syncDisk(descriptor); }
    int syncFolder(int descriptor) override { return inner_.syncFolder(descriptor); }
    int touch(const std::string& path) override { return inner_.touch(path); }
    std::size_t pageBytes() const override { return inner_.pageBytes(); }
    DiskResult<MappedBytes> map(int descriptor, std::uint64_t offset, std::size_t size) override {
        return inner_.map(descriptor, offset, size);
    }
    void unmap(const std::byte* first, std::size_t size) override { inner_.unmap(first, size); }
    int close(int descriptor) override { return inner_.close(descriptor); }

private:
    Disk& inner_;
};

}  // namespace rigkiln
