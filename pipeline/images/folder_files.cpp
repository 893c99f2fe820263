#include "pipeline/images/folder_files.hpp"

#include <algorithm>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/note_read.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/images/image_names.hpp"

namespace rigkiln {
namespace {

/// Returns the error of reading a companion. It is a fault of the asset that names the companion.
Error ofCompanion(const Error& error) {
    const bool isMissing = error.is(kNotFound) || error.is(kNoSuchMember);
    return error.withCode(isMissing ? kCompanionMissing : kCompanionUnusable);
}

FileSource::Found foundAs(const std::string& path, const UsableImage& image) {
    return {path, image.bytes, image.problem, image.diagnostics};
}

}  // namespace

FolderFiles::FolderFiles(ImageFolders& folders, ImageStore& images, const std::string& modelPath,
                         const std::vector<std::string>& textureRoots, const TextureSettings& settings,
                         FileTree* files, Journal* journal)
    : folders_(folders),
      images_(images),
      files_(files),
      modelPath_(modelPath),
      searched_({folderAbove(modelPath)}),
      settings_(settings),
      journal_(journal) {
    const std::string& sibling = folders_.texturesBeside(searched_.front());
    Look look{.kind = LookKind::Search,
              .path = folderAbove(searched_.front()),
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
    const std::string base = imageBaseName(name);
    if (base.empty()) return std::nullopt;
    const ImageRecipe wholeRecipe = withSettings(recipe, settings_);
    const std::vector<std::string> names = imageNamesToTry(base);
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
    noteRead(wanted, status, bytes, disk, journal_);
    if (!bytes) return folders_.has(target, FileType::File) ? bytes.error() : ofCompanion(bytes.error());
    return Found{target, std::move(*bytes)};
}

std::optional<FileSource::Found> FolderFiles::loadShared(std::size_t levelsUp, const std::string& folder,
                                                         const std::string& name) {
    std::string above = searched_.front();
    for (; levelsUp > 0; --levelsUp)
        above = folderAbove(above);
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
