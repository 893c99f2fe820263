#include "pipeline/files/publish.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/side_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/list_folder.hpp"
#include "pipeline/files/make_folders.hpp"
#include "pipeline/files/own_file.hpp"
#include "pipeline/files/place_file.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/files/same_content.hpp"
#include "pipeline/files/temporary_names.hpp"

namespace rigkiln {
namespace {

bool isFileName(std::string_view name) {
    return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos &&
           name.find('\0') == std::string_view::npos;
}

/// Opens the root, which may contain links because a person named it.
Result<FileDescriptor> openRoot(Disk& disk, const std::string& root) {
    const DiskResult<int> folder = disk.openFolder(Disk::kNoFolder, root, Links::Follow);
    if (folder) return FileDescriptor(folder.value, disk);
    if (folder.problem != ENOENT)
        return systemError(kCannotReadFolder, root, "open the folder", folder.problem);
    const Status made = makeFolders(disk, root);
    if (!made) return made.error();
    return openFolder(root, true, disk);
}

Result<FileDescriptor> openOrMakeFolder(const FileDescriptor& parent, const std::string& name,
                                        const std::string& path) {
    Disk& disk = parent.disk();
    DiskResult<int> folder = disk.openFolder(parent.get(), name, Links::Refuse);
    if (folder.problem == ENOENT) {
        const int problem = disk.makeFolder(parent.get(), name);
        if (problem != 0 && problem != EEXIST)
            return systemError(kCannotWrite, path, "make the folder", problem);
        folder = disk.openFolder(parent.get(), name, Links::Refuse);
    }
    if (folder) return FileDescriptor(folder.value, disk);
    const DiskResult<FileStatus> there = disk.lookAt(parent.get(), name, Links::Refuse);
    if (there && there.value.type == FileType::Link) {
        return kOutputIsLink.in(path, "is a symbolic link; none is followed below the output folder");
    }
    return systemError(kCannotReadFolder, path, "open the folder", folder.problem);
}

/// Returns "hero.bin" for "hero.0123456789abcdef.bin"; empty for names of other files.
std::string nameWithoutHash(std::string_view name) {
    const std::string_view stem = stemOfSideFile(name);
    return stem.empty() ? std::string() : std::string(stem).append(name.substr(name.rfind('.')));
}

struct TargetFolder {
    FileDescriptor descriptor;
    std::string path;
};

Result<TargetFolder> openTargetFolder(Disk& disk, const std::string& outputPath,
                                      const std::string& outputRoot) {
    const std::string prefix = outputRoot.ends_with('/') ? outputRoot : outputRoot + "/";
    if (!outputPath.starts_with(prefix)) {
        return kOutsideRoot.in(outputPath, "lies outside of the output folder " + quote(outputRoot));
    }
    Result<FileDescriptor> folder = openRoot(disk, outputRoot);
    if (!folder) return folder.error();
    TargetFolder target{std::move(*folder), prefix.substr(0, prefix.size() - 1)};
    std::size_t begin = prefix.size();
    for (std::size_t slash = outputPath.find('/', begin); slash != std::string::npos;
         slash = outputPath.find('/', begin)) {
        const std::string name = outputPath.substr(begin, slash - begin);
        begin = slash + 1;
        if (name.empty()) continue;
        if (!isFileName(name)) {
            return kBadFileName.in(outputPath, "has " + quote(name) + " as a folder");
        }
        target.path += "/" + name;
        Result<FileDescriptor> next = openOrMakeFolder(target.descriptor, name, target.path);
        if (!next) return next.error();
        target.descriptor = std::move(*next);
    }
    return target;
}

}  // namespace

Result<Published> Publisher::publish(const std::string& outputPath, const std::string& outputRoot,
                                     const OutputSet& files, std::vector<FileStatus>* statuses) {
    Published published;
    for (const OutputFile& file : files) {
        if (!file.isShared) continue;
        const Result<const SharedFile*> shared = publishShared(outputRoot, file);
        if (!shared) return shared.error();
        published.changed = published.changed || (*shared)->changed;
        if (std::ranges::find(published.shared, *shared) == published.shared.end())
            published.shared.push_back(*shared);
    }
    Result<TargetFolder> target = openTargetFolder(disk_, outputPath, outputRoot);
    if (!target) return target.error();
    const Folder& folder = lookedAt(target->descriptor, target->path);
    StagedFiles staged;
    const Result<bool> changed =
        placeOwn({target->descriptor, target->path, outputRoot, outputPath}, files, staged, statuses);
    if (!changed) {
        drop(staged);
        return changed.error();
    }
    published.changed = published.changed || *changed;
    std::vector<std::string> names;
    for (const OutputFile& file : files) {
        if (file.isShared) continue;
        published.bytes += file.sizeBytes();
        names.push_back(file.name);
    }
    if (durability_ == Durability::Power) {
        stage(std::move(staged), outputRoot);  // also where all files were there already, in memory only
        return published;                      // the set is not complete yet
    }
    removeStaleSideFiles(target->descriptor, folder, names);
    return published;
}

Result<bool> Publisher::placeOwn(const Target& target, const OutputSet& files, StagedFiles& staged,
                                 std::vector<FileStatus>* statuses) {
    if (statuses != nullptr) statuses->assign(files.size(), {});
    bool isChanged = false;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files[i].isShared) continue;
        FileStatus* status = statuses == nullptr ? nullptr : &(*statuses)[i];
        const Result<bool> changed = place(target, files[i], staged, status);
        if (!changed) return changed.error();
        isChanged = isChanged || *changed;
    }
    return isChanged;
}

/// Returns false when the file already existed with these bytes, or with any if it is onlyIfAbsent.
Result<bool> Publisher::place(const Target& target, const OutputFile& file, StagedFiles& staged,
                              FileStatus* status) {
    if (!isFileName(file.name)) {
        return kBadFileName.in(target.path, quote(file.name) + " is no file name");
    }
    if (file.onlyIfAbsent) {
        const DiskResult<bool> isTaken = hasEntry(target.descriptor, file.name);
        if (!isTaken)
            return systemError(kCannotWrite, target.path + "/" + file.name, "look at", isTaken.problem);
        if (isTaken.value) return false;
    } else if (hasSameContent(target.descriptor, file, status)) {
        return false;
    }
    const std::string temporary = temporaryName();
    const bool isStaged = durability_ == Durability::Power;
    const Status placed =
        isStaged ? stageFile(target.descriptor, target.path, file, temporary)
                 : placeFile(target.descriptor, target.path, file, temporary, Staging::Nameless, status);
    if (!placed) return placed.error();
    if (isStaged) {
        staged.push_back({.output = target.output,
                          .folder = target.path,
                          .root = target.root,
                          .temporary = temporary,
                          .name = file.name,
                          .onlyIfAbsent = file.onlyIfAbsent});
    }
    return true;
}

/// Under one lock: a commit that names the files must also wait for the disk of their root.
void Publisher::stage(StagedFiles files, const std::string& root) {
    const std::lock_guard lock(mutex_);
    std::ranges::move(files, std::back_inserter(staged_));
    roots_.insert(root);
}

void Publisher::drop(const StagedFiles& files) {
    for (const StagedFile& file : files) {
        const FileDescriptor folder = openFolderBelow(file.folder, file.root, disk_);
        if (folder.isOpen()) disk_.remove(folder.get(), file.temporary);
    }
}

void Publisher::commit() {
    const std::lock_guard commits(commitMutex_);
    StagedFiles files;
    std::set<std::string> roots;
    {
        const std::lock_guard lock(mutex_);
        files = std::exchange(staged_, {});
        roots = std::exchange(roots_, {});
    }
    if (const std::optional<Error> error = syncContent(roots)) {
        const std::lock_guard lock(mutex_);
        if (!allFailed_) allFailed_ = error;
    }
    nameFiles(files, false);
    nameFiles(files, true);
}

/// One wait for each output folder, which may be on a disk of its own.
std::optional<Error> Publisher::syncContent(const std::set<std::string>& roots) {
    for (const std::string& root : roots) {
        const Result<FileDescriptor> folder = openRoot(disk_, root);
        if (!folder) return folder.error();
        const int problem = disk_.syncDisk(folder->get());
        if (problem != 0) return systemError(kCannotWrite, root, "wait for the disk", problem);
    }
    return std::nullopt;
}

/// Names the main files, or all others, and waits until the names are on the disk.
void Publisher::nameFiles(const StagedFiles& files, bool isMain) {
    std::map<std::string, std::vector<const StagedFile*>> byFolder;
    for (const StagedFile& file : files) {
        if (file.isMain() == isMain) byFolder[file.folder].push_back(&file);
    }
    for (const auto& [path, own] : byFolder) {
        const FileDescriptor folder = openFolderBelow(path, own.front()->root, disk_);
        for (const StagedFile* file : own)
            nameFile(folder, *file);
        const int problem = folder.isOpen() ? disk_.syncFolder(folder.get()) : ENOENT;
        if (problem == 0) continue;
        for (const StagedFile* file : own)
            failSet(*file, systemError(kCannotWrite, path, "wait for the folder", problem));
    }
}

/// A file of a set that failed loses its temporary file, and so does one that is onlyIfAbsent where another
/// one appeared meanwhile.
void Publisher::nameFile(const FileDescriptor& folder, const StagedFile& file) {
    if (!folder.isOpen()) return;
    const auto fails = [&](std::string_view action, int problem) {
        if (problem != 0)
            failSet(file, systemError(kCannotWrite, file.folder + "/" + file.name, action, problem));
        return problem != 0;
    };
    bool isWanted = !problemOf(file.output);
    if (isWanted && file.onlyIfAbsent) {
        const DiskResult<bool> isTaken = hasEntry(folder, file.name);
        isWanted = !fails("look at", isTaken.problem) && !isTaken.value;
    }
    if (isWanted && !fails("replace", disk_.rename(folder.get(), file.temporary, file.name))) return;
    disk_.remove(folder.get(), file.temporary);
}

/// A lost shared file may be that of any set, also of later ones.
void Publisher::failSet(const StagedFile& file, const Error& error) {
    const std::lock_guard lock(mutex_);
    if (file.output.empty()) {
        if (!allFailed_) allFailed_ = error;
    } else {
        failed_.try_emplace(file.output, error);
    }
}

std::optional<Error> Publisher::problemOf(const std::string& outputPath) const {
    const std::lock_guard lock(mutex_);
    if (allFailed_) return allFailed_;
    const auto failed = failed_.find(outputPath);
    return failed == failed_.end() ? std::nullopt : std::optional(failed->second);
}

Result<const SharedFile*> Publisher::publishShared(const std::string& outputRoot, const OutputFile& file) {
    const std::string_view separator = outputRoot.ends_with('/') ? "" : "/";
    const std::string path = fmt::format("{}{}{}/{}", outputRoot, separator, kSharedFolder, file.name);
    SharedEntry* entry = nullptr;
    {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<SharedEntry>& known = shared_[path];
        if (!known) known = std::make_unique<SharedEntry>();
        entry = known.get();
    }
    entry->tried([&] { placeShared(path, outputRoot, file, *entry); });
    if (entry->error) return *entry->error;
    return &entry->file;
}

const SharedFile* Publisher::knownShared(const std::string& path, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<SharedEntry>& known = shared_[path];
    if (!known) known = std::make_unique<SharedEntry>();
    known->file.bytes = bytes;
    return &known->file;
}

void Publisher::placeShared(const std::string& path, const std::string& outputRoot, const OutputFile& file,
                            SharedEntry& entry) {
    const Result<TargetFolder> target = openTargetFolder(disk_, path, outputRoot);
    if (!target) {
        entry.error = target.error();
        return;
    }
    lookedAt(target->descriptor, target->path);
    StagedFiles staged;
    const std::string noSet;
    const Result<bool> changed =
        place({target->descriptor, target->path, outputRoot, noSet}, file, staged, nullptr);
    stage(std::move(staged), outputRoot);
    if (changed) {
        entry.file = {.bytes = file.sizeBytes(), .changed = *changed};
    } else {
        entry.error = changed.error();
    }
}

Publisher::Folder& Publisher::lookedAt(const FileDescriptor& descriptor, const std::string& path) {
    Folder* folder = nullptr;
    {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<Folder>& known = folders_[path];
        if (!known) known = std::make_unique<Folder>();
        folder = known.get();
    }
    folder->looked([&] {
        // Cleaning up must not prevent writing: a folder that cannot be listed stays as it is.
        const Result<std::vector<FolderEntry>> entries = listFolder(descriptor, path);
        if (!entries) return;
        for (const FolderEntry& entry : *entries) {
            if (isOfEndedProcess(entry.name)) disk_.remove(descriptor.get(), entry.name);
            const std::string name = nameWithoutHash(entry.name);
            if (!name.empty()) folder->sideFiles[name].push_back(entry.name);
        }
    });
    return *folder;
}

void Publisher::removeStale(const std::string& outputPath, const std::string& outputRoot,
                            const std::vector<std::string>& names) {
    const std::string path = outputPath.substr(0, outputPath.rfind('/'));
    const FileDescriptor descriptor = openFolderBelow(path, outputRoot, disk_);
    if (descriptor.isOpen()) removeStaleSideFiles(descriptor, lookedAt(descriptor, path), names);
}

/// Only removes files like those of this set. Others with such names may belong to another output.
void Publisher::removeStaleSideFiles(const FileDescriptor& descriptor, const Folder& folder,
                                     const std::vector<std::string>& names) {
    for (const std::string& own : names) {
        const auto stale = folder.sideFiles.find(nameWithoutHash(own));
        if (stale == folder.sideFiles.end()) continue;
        for (const std::string& name : stale->second) {
            if (std::ranges::find(names, name) == names.end())
                descriptor.disk().remove(descriptor.get(), name);
        }
    }
}

}  // namespace rigkiln
