#include "pipeline/images/image_folders.hpp"

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/list_folder.hpp"
#include "pipeline/images/image_names.hpp"

namespace rigkiln {
namespace {

void addImage(ImageFolders::Names& names, std::string_view name, const std::string& path) {
    std::string folded = foldCase(name);
    if (!isImageName(folded)) return;
    const auto [known, isNew] = names.try_emplace(std::move(folded), path);
    if (!isNew) known->second = std::min(known->second, path);
}

/// Returns all images below a folder of an archive; of equal names, the first path.
ImageFolders::Names imagesBelow(const FileTree::ArchiveFolder& place, const std::string& prefix) {
    ImageFolders::Names names;
    const std::size_t begin = place.folder.empty() ? 0 : place.folder.size() + 1;
    for (const OpenArchive::Entry& entry : place.archive->below(place.folder)) {
        const std::string below = entry.path.substr(begin);
        addImage(names, std::string_view(below).substr(below.rfind('/') + 1), prefix + below);
    }
    return names;
}

}  // namespace

std::vector<TreeEntry> ImageFolders::list(const std::string& path, bool isOptional) {
    std::vector<TreeEntry> listed;
    const DiskResult<int> opened = disk_.openFolder(Disk::kNoFolder, path, Links::Follow);
    if (opened) {
        const FileDescriptor folder(opened.value, disk_);
        const Result<std::vector<FolderEntry>> entries = listFolder(folder, path);
        if (!entries) {
            problems_.add(entries.error());
            return listed;
        }
        for (const FolderEntry& entry : *entries) {
            const bool isFolder =
                entry.type == FileType::Folder ||
                (entry.type == FileType::Unknown && has(path + "/" + entry.name, FileType::Folder));
            listed.push_back({entry.name, isFolder});
        }
        return listed;
    }
    if (isOptional && opened.problem == EACCES) return listed;
    if (!isAbsent(opened.problem)) {
        problems_.add(systemError(kCannotReadFolder, path, "open the folder", opened.problem));
    } else if (const auto place = archiveFolder(path)) {
        listed = place->archive->list(place->folder).value_or(std::move(listed));
    }
    return listed;
}

std::optional<FileTree::ArchiveFolder> ImageFolders::archiveFolder(const std::string& path) {
    if (files_ == nullptr) return std::nullopt;
    Result<std::optional<FileTree::ArchiveFolder>> found = files_->findArchiveFolder(path);
    if (found) return std::move(*found);
    problems_.addAboutFile(found.error(), path);
    return std::nullopt;
}

bool ImageFolders::has(const std::string& path, FileType type) {
    const DiskResult<FileStatus> status = disk_.lookAt(Disk::kNoFolder, path, Links::Refuse);
    if (!status && !isAbsent(status.problem))
        problems_.add(systemError(kCannotRead, path, "look at", status.problem));
    return status && status.value.type == type;
}

ImageFolders::Names ImageFolders::listImages(const std::string& path) {
    Names names;
    for (const TreeEntry& entry : list(path)) {
        if (!entry.isFolder) addImage(names, entry.name, entry.name);
    }
    return names;
}

ImageFolders::Names ImageFolders::listForSearch(const std::string& path, std::vector<std::string>& opened) {
    if (files_ == nullptr) return imagesIn(path);
    Names names;
    if (const auto place = archiveFolder(path)) {
        opened.push_back(path);
        addArchive(names, *place, "");
        return names;
    }
    if (Result<Names> own = listFile(path, ""); own && !own->empty()) {
        opened.push_back(path);
        return std::move(*own);
    }
    names = imagesIn(path);
    std::vector<TreeEntry> entries = list(path);
    std::ranges::sort(entries, {}, &TreeEntry::name);
    for (const TreeEntry& entry : entries) {
        const bool isHinted = files_->isHinted(entry.name);
        if (entry.isFolder || (!isHinted && !files_->mayHaveImages(entry.name))) continue;
        const std::string below = path + "/" + entry.name;
        opened.push_back(below);
        // merge() keeps names that come earlier in the search.
        if (const auto archive = isHinted ? archiveFolder(below) : std::nullopt) {
            addArchive(names, *archive, entry.name + "/");
        } else if (Result<Names> inside = listFile(below, entry.name + "/")) {
            names.merge(*inside);
        } else {
            problems_.addAboutFile(inside.error(), below);
        }
    }
    return names;
}

Result<ImageFolders::Names> ImageFolders::listFile(const std::string& path, const std::string& prefix) {
    if (files_ == nullptr) return Names{};
    Result<std::shared_ptr<const OpenArchive>> images = files_->imagesAt(path);
    if (!images) return images.error();
    if (*images == nullptr) return Names{};
    return imagesBelow({path, std::move(*images), {}}, prefix);
}

void ImageFolders::addArchive(Names& names, const FileTree::ArchiveFolder& place, const std::string& prefix) {
    names.merge(imagesBelow(place, prefix));
    const std::size_t begin = place.folder.empty() ? 0 : place.folder.size() + 1;
    for (const OpenArchive::Entry& entry : place.archive->below(place.folder)) {
        if (!files_->mayHaveImages(entry.path)) continue;
        const std::string below = place.archivePath + "/" + entry.path;
        Result<Names> inside = listFile(below, prefix + entry.path.substr(begin) + "/");
        if (inside) {
            names.merge(*inside);
        } else {
            problems_.addAboutFile(inside.error(), below);
        }
    }
}

std::string ImageFolders::findTexturesBeside(const std::string& path) {
    const std::string parent = folderAbove(path);
    std::string best;
    // The folder above a model need not be one that this user may read.
    for (const TreeEntry& entry : list(parent, true)) {
        if (!entry.isFolder || !equalIgnoringCase(entry.name, "textures")) continue;
        if (best.empty() || entry.name < best) best = entry.name;
    }
    if (best.empty()) return {};
    return parent == "/" ? parent + best : parent + "/" + best;
}

ImageFolders::Folder& ImageFolders::folder(const std::string& path) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Folder>& folder = folders_[path];
    if (!folder) folder = std::make_unique<Folder>();
    return *folder;
}

const ImageFolders::Names& ImageFolders::imagesIn(const std::string& path) {
    Folder& known = folder(path);
    known.imagesListed([&] {
        const StopScope whole(nullptr);
        known.images = listImages(path);
    });
    return known.images;
}

const Result<ImageFolders::Names>& ImageFolders::imagesInFile(const std::string& path) {
    Folder& known = folder(path);
    known.fileListed([&] {
        const StopScope whole(nullptr);
        known.inFile = listFile(path, "");
    });
    return known.inFile;
}

const ImageFolders::Names& ImageFolders::imagesForSearch(const std::string& path) {
    Folder& known = folder(path);
    known.searchListed([&] {
        const StopScope whole(nullptr);
        known.openedForSearch.clear();  // a thread that was refused memory may have begun
        known.forSearch = listForSearch(path, known.openedForSearch);
    });
    return known.forSearch;
}

const std::vector<std::string>& ImageFolders::openedForSearch(const std::string& path) {
    return folder(path).openedForSearch;
}

const std::string& ImageFolders::texturesBeside(const std::string& path) {
    Folder& known = folder(path);
    known.siblingFound([&] {
        const StopScope whole(nullptr);
        known.sibling = findTexturesBeside(path);
    });
    return known.sibling;
}

}  // namespace rigkiln
