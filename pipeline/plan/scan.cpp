#include "pipeline/plan/scan.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/run_on_threads.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/list_folder.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/plan/scan_archive.hpp"
#include "pipeline/plan/scan_filter.hpp"

namespace rigkiln {
namespace {

/// One walk through a tree. Pending folders are in a list, so that deep trees need no deep stack.
class Walk {
public:
    Walk(const ScanRequest& request, ScanFilter filter)
        : request_(request),
          disk_(diskOrReal(request.disk)),
          filter_(std::move(filter)),
          realRoot_(disk_.canonicalPath(request.root)) {}

    Result<ScanResult> run() {
        const Result<std::optional<ArchiveToScan>> archive = rootInArchive();
        if (!archive) return archive.error();
        if (*archive) {
            if (request_.seen != nullptr) request_.seen->doubt();
            scanArchive(*request_.archives, filter_, **archive, result_);
        } else if (auto error = readFolder("")) {
            return *error;
        }
        while (!folders_.empty() && !isStopped()) {
            const std::string folder = std::move(folders_.back());
            folders_.pop_back();
            if (auto error = readFolder(folder)) result_.problems.push_back(std::move(*error));
        }
        // Duplicates are a link and its target, or an archive member and a member of an inner archive that
        // has the name of its folder.
        result_.files.sortByRelativePath();
        std::ranges::sort(result_.left, {}, &LeftFile::path);
        std::ranges::sort(result_.problems, {}, &Error::file);
        return std::move(result_);
    }

private:
    bool isStopped() const { return request_.stopLevel != nullptr && request_.stopLevel->load() > 0; }

    std::string pathOf(const std::string& relative) const {
        if (relative.empty()) return request_.root;
        return request_.root.ends_with('/') ? request_.root + relative : request_.root + "/" + relative;
    }

    Result<std::optional<ArchiveToScan>> rootInArchive() const {
        using Found = std::optional<ArchiveToScan>;
        if (request_.archives == nullptr) return Found();
        Result<std::optional<FileTree::ArchiveFolder>> found =
            request_.archives->findArchiveFolder(request_.root);
        if (!found) return found.error();
        if (!*found) return Found();
        FileTree::ArchiveFolder& place = **found;
        return Found(ArchiveToScan{.path = std::move(place.archivePath),
                                   .relative = {},
                                   .archive = std::move(place.archive),
                                   .folder = std::move(place.folder)});
    }

    std::optional<Error> readFolder(const std::string& relative) {
        const std::string path = pathOf(relative);
        // Only the root may be a symbolic link, because a person named it.
        const Result<FileDescriptor> folder = openFolder(path, relative.empty(), disk_);
        if (!folder) return folder.error();
        const Result<std::vector<FolderEntry>> entries = listFolder(*folder, path);
        if (!entries) return entries.error();
        result_.searched.push_back(path);
        for (const FolderEntry& entry : *entries) {
            take(*folder, entry, relative.empty() ? entry.name : relative + "/" + entry.name);
        }
        if (request_.seen != nullptr) noteSeen(path, *entries);
        return std::nullopt;
    }

    void noteSeen(const std::string& path, const std::vector<FolderEntry>& entries) {
        const std::string folder = path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
        request_.seen->add(folder, std::exchange(seen_, {}));
        request_.seen->addListing(folder, listingOf(entries));
        if (std::ranges::any_of(entries,
                                [](const FolderEntry& entry) { return entry.type == FileType::Unknown; }))
            request_.seen->doubt();
    }

    void take(const FileDescriptor& folder, const FolderEntry& entry, std::string relative) {
        if (entry.type == FileType::Folder) {
            takeFolder(std::move(relative));
            return;
        }
        const bool wanted = filter_.takes(relative);
        if (entry.type == FileType::Link) {
            takeLink(folder, entry.name, relative, wanted);
            return;
        }
        const bool mayBeArchive = isNamedLikeArchive(relative);
        if (!wanted && !mayBeArchive && entry.type != FileType::Unknown) return;
        const DiskResult<FileStatus> found = disk_.lookAt(folder.get(), entry.name, Links::Refuse);
        if (!found) {
            addProblem(pathOf(relative), found.problem);
            return;
        }
        const FileStatus& status = found.value;
        if (status.type == FileType::Folder) {
            takeFolder(std::move(relative));
            return;
        }
        if (status.type == FileType::Link) {
            takeLink(folder, entry.name, relative, wanted);
            return;
        }
        const bool isArchive = mayBeArchive && status.type == FileType::File && takeArchive(relative);
        if (isArchive && request_.seen != nullptr) seen_.push_back({.name = entry.name, .status = status});
        if (isArchive || !wanted) return;
        if (status.type == FileType::File) {
            if (request_.seen != nullptr) seen_.push_back({.name = entry.name, .status = status});
            addFile(std::move(relative), status);
        } else {
            result_.left.push_back({pathOf(relative), "not a regular file"});
        }
    }

    bool isNamedLikeArchive(const std::string& relative) const {
        return request_.archives != nullptr && isArchiveCandidate(*request_.archives, filter_, relative);
    }

    /// Returns true when the file is an archive, even a damaged one.
    bool takeArchive(const std::string& relative) {
        const std::string path = pathOf(relative);
        Result<std::shared_ptr<const OpenArchive>> archive = request_.archives->archiveAt(path);
        if (archive && *archive == nullptr) return false;
        if (!archive) {
            result_.problems.push_back(archive.error());
        } else {
            result_.searched.push_back(path);
            scanArchive(*request_.archives, filter_, {path, relative, std::move(*archive)}, result_);
        }
        return true;
    }

    void takeFolder(std::string relative) {
        if (!filter_.skipsFolder(relative)) folders_.push_back(std::move(relative));
    }

    /// A link to a folder or to an archive is told also where only files below it could match: they are
    /// missing in the plan.
    void takeLink(const FileDescriptor& folder, const std::string& name, const std::string& relative,
                  bool wanted) {
        if (!wanted && !filter_.mayTakeInFolder(relative)) return;
        const DiskResult<FileStatus> target = disk_.lookAt(folder.get(), name, Links::Follow);
        if (target && target.value.type == FileType::Folder) {
            // It is still one as long as it can be listed.
            if (request_.seen != nullptr) request_.seen->addSearch(pathOf(relative));
            if (!filter_.skipsFolder(relative)) leaveLinkedFolder(relative, "symbolic link to a folder");
        } else if (wanted || isNamedLikeArchive(relative)) {
            takeLinkToFile(relative, wanted);
        } else if (target || isAbsent(target.problem)) {
            // It leads to no folder as long as there is nothing below it.
            if (request_.seen != nullptr) request_.seen->addMissing(pathOf(relative) + "/.");
        } else {
            if (request_.seen != nullptr) request_.seen->doubt();
            leaveLinkedFolder(relative, "symbolic link that may lead to a folder");
        }
    }

    void leaveLinkedFolder(const std::string& relative, std::string_view what) {
        result_.left.push_back(
            {.path = pathOf(relative),
             .reason = std::string(what) + ", which scans do not follow; name it as a root of its own",
             .isLinkedFolder = true});
    }

    /// `wanted` is false for a link that is named like an archive: an archive in the scanned folder is found
    /// by its own name.
    void takeLinkToFile(const std::string& relative, bool wanted) {
        // Where it leads is decided by more than one status.
        if (request_.seen != nullptr) request_.seen->doubt();
        const std::string path = pathOf(relative);
        const DiskResult<std::string> target = disk_.canonicalPath(path);
        if (!target && isAbsent(target.problem)) {
            result_.left.push_back(
                {.path = path, .reason = "symbolic link that leads nowhere", .isGone = true});
            return;
        }
        if (!target) {
            addProblem(path, target.problem);
            return;
        }
        if (!realRoot_) {
            addProblem(request_.root, realRoot_.problem);
            return;
        }
        const std::string& root = realRoot_.value;
        const std::string prefix = root.ends_with('/') ? root : root + "/";
        if (!target.value.starts_with(prefix)) {
            result_.left.push_back({path, "symbolic link that leads out of the scanned folder"});
            return;
        }
        if (!wanted) return;
        const DiskResult<FileStatus> found = disk_.lookAt(Disk::kNoFolder, target.value, Links::Refuse);
        if (!found) {
            addProblem(target.value, found.problem);
        } else if (found.value.type != FileType::File) {
            result_.left.push_back({path, "symbolic link to something that is not a regular file"});
        } else {
            addFile(target.value.substr(prefix.size()), found.value);
        }
    }

    void addProblem(std::string path, int problem) {
        result_.problems.push_back(systemError(kCannotRead, std::move(path), "look at", problem));
    }

    void addFile(std::string relative, const FileStatus& status) {
        std::string path = pathOf(relative);
        result_.files.add(
            {.path = std::move(path), .relative = std::move(relative), .sizeBytes = status.sizeBytes});
    }

    const ScanRequest& request_;
    Disk& disk_;
    ScanFilter filter_;
    DiskResult<std::string> realRoot_;
    std::vector<std::string> folders_;
    std::vector<SeenFile> seen_;  ///< in the folder that is being read
    ScanResult result_;
};

}  // namespace

Result<ScanResult> scan(const ScanRequest& request) {
    Result<ScanFilter> filter = ScanFilter::compile(request.include, request.exclude, request.ignoreCase);
    if (!filter) return filter.error();
    return Walk(request, std::move(*filter)).run();
}

std::vector<Result<ScanResult>> scanEach(const std::vector<ScanRequest>& requests) {
    std::vector<Result<ScanResult>> results;
    results.reserve(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i)
        results.emplace_back(Error{});
    runOnThreads(requests.size(), [&](std::size_t i) {
        const Status status = runGuarded([&]() -> Status {
            results[i] = scan(requests[i]);
            return Done{};
        });
        if (!status) results[i] = inFile(requests[i].root, status.error());
    });
    return results;
}

}  // namespace rigkiln
