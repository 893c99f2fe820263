#include "tests/support/failing_disk.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fmt/format.h>

namespace rigkiln::test {
namespace {

constexpr std::string_view kNameless = "(nameless)";

/// Temporary names have numbers that depend on the order of threads.
std::string withoutTemporaryName(std::string path) {
    const std::size_t name = path.rfind('/') + 1;
    if (path.substr(name).starts_with(".rigkiln-") && path.ends_with(".tmp"))
        path.replace(name, std::string::npos, "(temporary)");
    return path;
}

}  // namespace

std::string_view toString(DiskStep step) {
    constexpr std::array<std::string_view, 22> kNames = {"open file",
                                                         "open folder",
                                                         "list folder",
                                                         "look at open file",
                                                         "look at path",
                                                         "canonical path",
                                                         "read",
                                                         "make folder",
                                                         "create file",
                                                         "create nameless",
                                                         "create scratch",
                                                         "write",
                                                         "finish",
                                                         "give name",
                                                         "rename",
                                                         "remove",
                                                         "remove folder",
                                                         "sync disk",
                                                         "sync folder",
                                                         "touch",
                                                         "map",
                                                         "close"};
    return kNames.at(static_cast<std::size_t>(step));
}

std::string DiskOperation::text() const {
    return fmt::format("{} {} (number {})", toString(step), path, number);
}

std::string_view toString(DiskFailure failure) {
    constexpr std::array<std::string_view, 6> kNames = {"ENOSPC", "EIO",          "EACCES",
                                                        "EMFILE", "half written", "short"};
    return kNames.at(static_cast<std::size_t>(failure));
}

int errorNumberOf(DiskFailure failure) {
    switch (failure) {
        case DiskFailure::NoSpace:
        case DiskFailure::HalfWritten:
            return ENOSPC;
        case DiskFailure::BrokenDisk:
            return EIO;
        case DiskFailure::NoAccess:
            return EACCES;
        case DiskFailure::TooManyOpen:
            return EMFILE;
        case DiskFailure::Short:
            return 0;
    }
    return 0;
}

std::vector<DiskOperation> FailingDisk::operations() const {
    const std::lock_guard lock(mutex_);
    std::vector<DiskOperation> operations;
    for (const auto& [key, count] : counts_) {
        for (std::size_t number = 0; number < count; ++number)
            operations.push_back({key.first, key.second, number});
    }
    return operations;
}

bool FailingDisk::hasFailed() const {
    const std::lock_guard lock(mutex_);
    return hasFailed_;
}

std::optional<DiskFailure> FailingDisk::record(DiskStep step, std::string path) {
    const std::lock_guard lock(mutex_);
    const auto known = counts_.try_emplace({step, withoutTemporaryName(std::move(path))}).first;
    const std::size_t number = known->second++;
    const bool isWanted =
        failure_ && step == wanted_.step && number == wanted_.number && known->first.second == wanted_.path;
    hasFailed_ = hasFailed_ || isWanted;
    return isWanted ? failure_ : std::nullopt;
}

int FailingDisk::problemOf(DiskStep step, std::string path) {
    const std::optional<DiskFailure> failure = record(step, std::move(path));
    return failure ? errorNumberOf(*failure) : 0;
}

std::string FailingDisk::pathOf(int folder, const std::string& path) const {
    return folder == kNoFolder || path.starts_with('/') ? path : pathOf(folder) + "/" + path;
}

std::string FailingDisk::pathOf(int descriptor) const {
    const std::lock_guard lock(mutex_);
    const auto known = open_.find(descriptor);
    return known == open_.end() ? "(unknown)" : known->second.path;
}

DiskResult<int> FailingDisk::opened(DiskResult<int> result, std::string path, bool isWritten) {
    if (!result) return result;
    const std::lock_guard lock(mutex_);
    open_.insert_or_assign(result.value, Opened{std::move(path), isWritten});
    return result;
}

DiskResult<int> FailingDisk::openFile(int folder, const std::string& path) {
    const std::string whole = pathOf(folder, path);
    if (const int problem = problemOf(DiskStep::OpenFile, whole); problem != 0) return {-1, problem};
    return opened(inner_.openFile(folder, path), whole, false);
}

DiskResult<int> FailingDisk::openFolder(int folder, const std::string& path, Links links) {
    const std::string whole = pathOf(folder, path);
    if (const int problem = problemOf(DiskStep::OpenFolder, whole); problem != 0) return {-1, problem};
    return opened(inner_.openFolder(folder, path, links), whole, false);
}

DiskResult<std::vector<FolderEntry>> FailingDisk::listFolder(int descriptor) {
    if (const int problem = problemOf(DiskStep::ListFolder, pathOf(descriptor)); problem != 0)
        return {{}, problem};
    return inner_.listFolder(descriptor);
}

DiskResult<FileStatus> FailingDisk::lookAt(int descriptor) {
    if (const int problem = problemOf(DiskStep::LookAtOpen, pathOf(descriptor)); problem != 0)
        return {{}, problem};
    return inner_.lookAt(descriptor);
}

DiskResult<FileStatus> FailingDisk::lookAt(int folder, const std::string& path, Links links) {
    if (const int problem = problemOf(DiskStep::LookAtPath, pathOf(folder, path)); problem != 0)
        return {{}, problem};
    return inner_.lookAt(folder, path, links);
}

DiskResult<std::string> FailingDisk::canonicalPath(const std::string& path) {
    if (const int problem = problemOf(DiskStep::CanonicalPath, path); problem != 0) return {{}, problem};
    return inner_.canonicalPath(path);
}

DiskResult<std::size_t> FailingDisk::read(int descriptor, std::span<std::byte> bytes,
                                          std::optional<std::uint64_t> offset) {
    const std::optional<DiskFailure> failure = record(DiskStep::Read, pathOf(descriptor));
    if (failure == DiskFailure::Short) bytes = bytes.first((bytes.size() + 1) / 2);
    if (failure && errorNumberOf(*failure) != 0) return {0, errorNumberOf(*failure)};
    return inner_.read(descriptor, bytes, offset);
}

int FailingDisk::makeFolder(int folder, const std::string& path) {
    const int problem = problemOf(DiskStep::MakeFolder, pathOf(folder, path));
    return problem != 0 ? problem : inner_.makeFolder(folder, path);
}

DiskResult<int> FailingDisk::createFile(int folder, const std::string& name) {
    const std::string whole = pathOf(folder, name);
    if (const int problem = problemOf(DiskStep::CreateFile, whole); problem != 0) return {-1, problem};
    return opened(inner_.createFile(folder, name), whole, true);
}

DiskResult<int> FailingDisk::createNameless(int folder) {
    const std::string whole = fmt::format("{}/{}", pathOf(folder), kNameless);
    if (const int problem = problemOf(DiskStep::CreateNameless, whole); problem != 0) return {-1, problem};
    return opened(inner_.createNameless(folder), whole, true);
}

DiskResult<int> FailingDisk::createScratch(const std::string& folder) {
    if (const int problem = problemOf(DiskStep::CreateScratch, folder); problem != 0) return {-1, problem};
    return opened(inner_.createScratch(folder), fmt::format("{}/{}", folder, kNameless), true);
}

DiskResult<std::size_t> FailingDisk::write(int descriptor, std::span<const std::span<const std::byte>> parts,
                                           std::optional<std::uint64_t> offset) {
    const std::optional<DiskFailure> failure = record(DiskStep::Write, pathOf(descriptor));
    if (!failure) return inner_.write(descriptor, parts, offset);
    if (failure != DiskFailure::HalfWritten && failure != DiskFailure::Short)
        return {0, errorNumberOf(*failure)};
    std::size_t left = 0;
    for (const std::span<const std::byte>& part : parts)
        left += part.size();
    left = (left + 1) / 2;
    std::vector<std::span<const std::byte>> half;
    for (std::size_t i = 0; i < parts.size() && left > 0; ++i) {
        half.push_back(parts[i].first(std::min(left, parts[i].size())));
        left -= half.back().size();
    }
    const DiskResult<std::size_t> written = inner_.write(descriptor, half, offset);
    return failure == DiskFailure::Short ? written : DiskResult<std::size_t>{0, ENOSPC};
}

int FailingDisk::finishWriting(int descriptor) {
    const int problem = problemOf(DiskStep::FinishWriting, pathOf(descriptor));
    return problem != 0 ? problem : inner_.finishWriting(descriptor);
}

int FailingDisk::giveName(int descriptor, int folder, const std::string& name) {
    const int problem = problemOf(DiskStep::GiveName, pathOf(folder, name));
    return problem != 0 ? problem : inner_.giveName(descriptor, folder, name);
}

int FailingDisk::rename(int folder, const std::string& from, const std::string& to) {
    const int problem = problemOf(DiskStep::Rename, pathOf(folder, to));
    return problem != 0 ? problem : inner_.rename(folder, from, to);
}

int FailingDisk::remove(int folder, const std::string& path) {
    const int problem = problemOf(DiskStep::Remove, pathOf(folder, path));
    return problem != 0 ? problem : inner_.remove(folder, path);
}

int FailingDisk::syncDisk(int descriptor) {
    const int problem = problemOf(DiskStep::SyncDisk, pathOf(descriptor));
    return problem != 0 ? problem : inner_.syncDisk(descriptor);
}

int FailingDisk::syncFolder(int descriptor) {
    const int problem = problemOf(DiskStep::SyncFolder, pathOf(descriptor));
    return problem != 0 ? problem : inner_.syncFolder(descriptor);
}

int FailingDisk::removeFolder(int folder, const std::string& path) {
    const int problem = problemOf(DiskStep::RemoveFolder, pathOf(folder, path));
    return problem != 0 ? problem : inner_.removeFolder(folder, path);
}

int FailingDisk::touch(const std::string& path) {
    const int problem = problemOf(DiskStep::Touch, path);
    return problem != 0 ? problem : inner_.touch(path);
}

DiskResult<MappedBytes> FailingDisk::map(int descriptor, std::uint64_t offset, std::size_t size) {
    if (const int problem = problemOf(DiskStep::Map, pathOf(descriptor)); problem != 0) return {{}, problem};
    return inner_.map(descriptor, offset, size);
}

int FailingDisk::close(int descriptor) {
    Opened entry;
    {
        const std::lock_guard lock(mutex_);
        entry = std::move(open_[descriptor]);
        open_.erase(descriptor);
    }
    const int problem = entry.isWritten ? problemOf(DiskStep::Close, entry.path) : 0;
    const int closing = inner_.close(descriptor);  // also when it fails, like on Linux
    return problem != 0 ? problem : closing;
}

}  // namespace rigkiln::test
