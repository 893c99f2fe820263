#include "pipeline/images/folder_files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/list_folder.hpp"
#include "pipeline/files/note_read.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln {
namespace {

/// Extensions to try, because games often ship another image format than the one they name. The first ones
/// are likely to be converted already.
constexpr std::array<std::string_view, 10> kImageExtensions = {".png", ".jpg", ".jpeg", ".dds",  ".tga",
                                                               ".bmp", ".psd", ".tif",  ".ftex", ".webp"};

/// Returns the position of the extension's dot, or the end when there is none.
std::size_t extensionAt(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? name.size() : dot;
}

bool isImageName(std::string_view folded) {
    const std::string_view extension = folded.substr(extensionAt(folded));
    return std::ranges::find(kImageExtensions, extension) != kImageExtensions.end();
}

/// Returns the error of reading a companion. It is a fault of the asset that names the companion.
Error ofCompanion(const Error& error) {
    const bool isMissing = error.is(kNotFound) || error.is(kNoSuchMember);
    return error.withCode(isMissing ? kCompanionMissing : kCompanionUnusable);
}

std::string parentOf(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

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

/// Returns the base name of an image name, which may be a path of another system; empty when it is no file
/// name.
std::string baseName(std::string_view name) {
    const std::size_t separator = name.find_last_of("/\\:");
    const std::string_view base = separator == std::string_view::npos ? name : name.substr(separator + 1);
    if (base == "." || base == ".." || base.find('\0') != std::string_view::npos) return {};
    return foldCase(base);
}

/// Returns case-folded names to look for, best first, without duplicates.
std::vector<std::string> namesToTry(const std::string& base) {
    std::vector<std::string> names = {base};
    const std::string stem = base.substr(0, extensionAt(base));
    const auto add = [&](std::string_view extension) {
        std::string name = stem + std::string(extension);
        if (name != base) names.push_back(std::move(name));
    };
    std::ranges::for_each(kImageExtensions, add);
    return names;
}

FileSource::Found foundAs(const std::string& path, const UsableImage& image) {
    return {path, image.bytes, image.problem, image.diagnostics};
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
    const std::string parent = parentOf(path);
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

FolderFiles::FolderFiles(ImageFolders& folders, ImageStore& images, const std::string& modelPath,
                         const std::vector<std::string>& textureRoots, const TextureSettings& settings,
                         FileTree* files, Journal* journal)
    : folders_(folders),
      images_(images),
      files_(files),
      modelPath_(modelPath),
      searched_({parentOf(modelPath)}),
      settings_(settings),
      journal_(journal) {
    const std::string& sibling = folders_.texturesBeside(searched_.front());
    Look look{.kind = LookKind::Search,
              .path = parentOf(searched_.front()),
              .names = {"textures"},
              .place = SearchPlace::Folders};
    if (!sibling.empty()) {
        searched_.push_back(sibling);
        look.found.push_back(sibling.substr(sibling.rfind('/') + 1));
    }
    siblingLook_ = std::move(look);
    ownFolders_ = searched_.size();
    searched_.insert(searched_.end(), textureRoots.begin(), textureRoots.end());
}

std::vector<std::string> FolderFiles::missingImages() const {
    const std::lock_guard lock(missingMutex_);
    return {missing_.begin(), missing_.end()};
}

/// Records how the folders to search were found. Models without textures do not depend on it.
void FolderFiles::noteSibling() const {
    if (!hasNotedSibling_.exchange(true)) note(journal_, siblingLook_);
}

std::vector<std::string> FolderFiles::imageFolders() const {
    noteSibling();
    std::vector<std::string> folders = searched_;
    if (hasLookedInFile_) folders.insert(folders.begin(), modelPath_);
    return folders;
}

std::optional<FileSource::Found> FolderFiles::loadFirst(const std::string& folder, SearchPlace place,
                                                        const ImageFolders::Names& images,
                                                        const std::vector<std::string>& names,
                                                        const ImageRecipe& recipe,
                                                        std::optional<Found>& unusable) {
    Look look{.kind = LookKind::Search, .path = folder, .place = place};
    std::optional<Found> usable;
    for (const std::string& wanted : names) {
        look.names.push_back(wanted);
        const auto image = images.find(wanted);
        if (image == images.end()) continue;
        look.found.push_back(image->second);
        const std::string path = folder + "/" + image->second;
        Found found = foundAs(path, *load(path, recipe));
        if (!found.bytes.empty()) {
            if (recipe.needsTraits) found.traits = images_.traits(path, recipe);
            usable = std::move(found);
            break;
        }
        if (!unusable) unusable = std::move(found);
    }
    note(journal_, std::move(look));
    return usable;
}

std::shared_ptr<const UsableImage> FolderFiles::load(const std::string& path, const ImageRecipe& recipe) {
    std::shared_ptr<const UsableImage> image = images_.load(path, recipe);
    if (journal_ != nullptr) journal_->addAll(image->looks);
    return image;
}

void FolderFiles::noteOpened(const std::string& path) {
    if (files_ != nullptr) files_->noteArchive(path, journal_);
}

std::optional<FileSource::Found> FolderFiles::loadFromFiles(const std::string& base,
                                                            const std::vector<std::string>& names,
                                                            const ImageRecipe& recipe,
                                                            std::optional<Found>& unusable) {
    const ImageFolderModule* module = files_ == nullptr ? nullptr : files_->imageFolderOf(base);
    if (module == nullptr) return std::nullopt;
    hasLookedInFile_ = true;
    std::vector<std::string> paths = {modelPath_};
    for (const std::string& name : module->companions(modelPath_.substr(modelPath_.rfind('/') + 1)))
        paths.push_back(searched_.front() + "/" + name);
    for (const std::string& path : paths) {
        const Result<ImageFolders::Names>& images = folders_.imagesInFile(path);
        noteOpened(path);
        if (images) {
            if (auto found = loadFirst(path, SearchPlace::File, *images, names, recipe, unusable))
                return found;
        } else if (images.error().kind() == ErrorKind::Input) {
            // The image may be in this file, which is the most likely place. Its content decides, for the
            // journal.
            if (journal_ != nullptr) static_cast<void>(files_->read(path, kMaximumSourceBytes, journal_));
            unusable = Found{.path = path, .bytes = {}, .problem = images.error().text()};
        }
    }
    return std::nullopt;
}

std::optional<FileSource::Found> FolderFiles::loadImage(std::string_view name, const ImageRecipe& recipe) {
    const std::string base = baseName(name);
    if (base.empty()) return std::nullopt;
    const ImageRecipe wholeRecipe = withSettings(recipe, settings_);
    const std::vector<std::string> names = namesToTry(base);
    noteSibling();
    std::optional<Found> unusable;
    if (auto found = loadFromFiles(base, names, wholeRecipe, unusable)) return found;
    for (std::size_t i = 0; i < searched_.size(); ++i) {
        const std::string& folder = searched_[i];
        const bool isOwn = i < ownFolders_;
        const ImageFolders::Names& images =
            isOwn ? folders_.imagesIn(folder) : folders_.imagesForSearch(folder);
        if (!isOwn && journal_ != nullptr) {
            for (const std::string& opened : folders_.openedForSearch(folder))
                noteOpened(opened);
        }
        const SearchPlace place = isOwn ? SearchPlace::Folder : SearchPlace::WithInside;
        if (auto found = loadFirst(folder, place, images, names, wholeRecipe, unusable)) return found;
    }
    if (!unusable) {
        const std::lock_guard lock(missingMutex_);
        missing_.insert(base);
    }
    return unusable;
}

std::vector<std::string> FolderFiles::imagesBeside() {
    std::vector<std::string> names;
    for (const auto& [folded, name] : folders_.imagesIn(searched_.front()))
        names.push_back(name);
    std::ranges::sort(names);
    note(journal_, {.kind = LookKind::Listing, .path = searched_.front(), .found = names});
    return names;
}

Result<FileSource::Found> FolderFiles::loadBeside(const std::string& path, std::size_t limit) {
    const std::string wanted = searched_.front() + "/" + path;
    using Place = std::optional<FileTree::ArchiveFolder>;
    const Result<Place> place = files_ == nullptr ? Place() : files_->findArchiveFolder(searched_.front());
    if (!place) return place.error();
    if (*place) {
        // Archives contain no links.
        const std::string& folder = (*place)->folder;
        const bool isThere = (*place)->archive->find(folder.empty() ? path : folder + "/" + path) != nullptr;
        Result<std::vector<std::byte>> bytes = files_->read(wanted, limit, journal_);
        if (!bytes) return isThere ? bytes.error() : ofCompanion(bytes.error());
        return Found{wanted, std::move(*bytes)};
    }
    Disk& disk = folders_.disk();
    const DiskResult<std::string> folder = disk.canonicalPath(searched_.front());
    const DiskResult<std::string> found = folder ? disk.canonicalPath(wanted) : folder;
    if (!found) {
        const LookKind kind = isAbsent(found.problem) ? LookKind::Missing : LookKind::Unread;
        note(journal_, {.kind = kind, .path = wanted});
        const std::string reason = std::error_code(found.problem, std::generic_category()).message();
        const ErrorCode& code = isAbsent(found.problem) ? kCompanionMissing : kCannotRead;
        return code.in(wanted, "cannot be read: " + reason);
    }
    const std::string& target = found.value;
    if (!target.starts_with(folder.value.ends_with('/') ? folder.value : folder.value + "/"))
        return kBadPath.in(
            wanted, fmt::format("is a link to {}, which is not below the file's folder", quote(target)));
    FileStatus status;
    Result<std::vector<std::byte>> bytes = readFile(target, limit, disk, &status);
    noteRead(wanted, status, bytes, journal_);
    if (!bytes) return folders_.has(target, FileType::File) ? bytes.error() : ofCompanion(bytes.error());
    return Found{target, std::move(*bytes)};
}

std::optional<FileSource::Found> FolderFiles::loadShared(std::size_t levelsUp, const std::string& folder,
                                                         const std::string& name) {
    std::string above = searched_.front();
    for (; levelsUp > 0; --levelsUp)
        above = parentOf(above);
    const std::string shared = (above == "/" ? "" : above) + "/" + folder;
    const std::string path = shared + "/" + name;
    if (folders_.archiveFolder(shared)) {
        noteOpened(path);
        if (!files_->readHead(path, 1)) {
            note(journal_, {.kind = LookKind::Missing, .path = path});
            return std::nullopt;
        }
        return foundAs(path, *load(path, {}));
    }
    if (!folders_.has(shared, FileType::Folder) || !folders_.has(path, FileType::File)) {
        note(journal_, {.kind = LookKind::Missing, .path = path});
        return std::nullopt;
    }
    return foundAs(path, *load(path, {}));
}

}  // namespace rigkiln
