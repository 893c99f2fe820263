#include "pipeline/batch/folder_files.hpp"

#include <algorithm>
#include <array>
#include <dirent.h>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/batch/list_folder.hpp"
#include "pipeline/batch/read_file.hpp"

namespace rigkiln {
namespace {

/// Games name one and ship another. In the order they are tried: first what somebody has converted already.
constexpr std::array<std::string_view, 8> kImageExtensions = {".png", ".jpg", ".jpeg", ".dds",
                                                              ".tga", ".bmp", ".psd",  ".tif"};

/// Position of the extension's dot; the end when there is none.
std::size_t extensionAt(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? name.size() : dot;
}

bool isImageName(std::string_view folded) {
    const std::string_view extension = folded.substr(extensionAt(folded));
    return std::ranges::find(kImageExtensions, extension) != kImageExtensions.end();
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

/// All of them below a folder of an archive; of equal names, the first path.
ImageFolders::Names imagesBelow(const FileTree::ArchiveFolder& place, const std::string& prefix) {
    ImageFolders::Names names;
    const std::size_t begin = place.folder.empty() ? 0 : place.folder.size() + 1;
    for (const OpenArchive::Entry& entry : place.archive->below(place.folder)) {
        const std::string below = entry.path.substr(begin);
        addImage(names, std::string_view(below).substr(below.rfind('/') + 1), prefix + below);
    }
    return names;
}

/// Base name of what a model says, which may be a path of another system; empty when it is no file name.
std::string baseName(std::string_view name) {
    const std::size_t separator = name.find_last_of("/\\:");
    const std::string_view base = separator == std::string_view::npos ? name : name.substr(separator + 1);
    if (base == "." || base == ".." || base.find('\0') != std::string_view::npos) return {};
    return foldCase(base);
}

/// Names to look for, best first, without case and each once.
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

std::vector<TreeEntry> ImageFolders::list(const std::string& path) {
    std::vector<TreeEntry> listed;
    if (const Result<FileDescriptor> folder = openFolder(path, true)) {
        const Result<std::vector<FolderEntry>> entries = listFolder(*folder, path);
        if (!entries) return listed;
        for (const FolderEntry& entry : *entries) {
            std::error_code code;
            const bool isFolder =
                entry.type == DT_DIR ||
                (entry.type == DT_UNKNOWN && std::filesystem::is_directory(std::filesystem::symlink_status(
                                                 path + "/" + entry.name, code)));
            listed.push_back({entry.name, isFolder});
        }
        return listed;
    }
    const auto place = files_ == nullptr ? std::nullopt : files_->archiveFolderAt(path);
    if (place) listed = place->archive->list(place->folder).value_or(std::move(listed));
    return listed;
}

ImageFolders::Names ImageFolders::listImages(const std::string& path) {
    Names names;
    for (const TreeEntry& entry : list(path)) {
        if (!entry.isFolder) addImage(names, entry.name, entry.name);
    }
    return names;
}

ImageFolders::Names ImageFolders::listForSearch(const std::string& path) {
    if (files_ == nullptr) return imagesIn(path);
    if (const auto place = files_->archiveFolderAt(path)) return imagesBelow(*place, "");
    Names names = imagesIn(path);
    std::vector<TreeEntry> entries = list(path);
    std::ranges::sort(entries, {}, &TreeEntry::name);
    for (const TreeEntry& entry : entries) {
        if (entry.isFolder || !files_->isHinted(entry.name)) continue;
        // What is before it in the search stays.
        if (const auto archive = files_->archiveFolderAt(path + "/" + entry.name))
            names.merge(imagesBelow(*archive, entry.name + "/"));
    }
    return names;
}

std::string ImageFolders::findTexturesBeside(const std::string& path) {
    const std::string parent = parentOf(path);
    std::string best;
    for (const TreeEntry& entry : list(parent)) {
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
    std::call_once(known.imagesListed, [&] { known.images = listImages(path); });
    return known.images;
}

const ImageFolders::Names& ImageFolders::imagesForSearch(const std::string& path) {
    Folder& known = folder(path);
    std::call_once(known.searchListed, [&] { known.forSearch = listForSearch(path); });
    return known.forSearch;
}

const std::string& ImageFolders::texturesBeside(const std::string& path) {
    Folder& known = folder(path);
    std::call_once(known.siblingFound, [&] { known.sibling = findTexturesBeside(path); });
    return known.sibling;
}

FolderFiles::FolderFiles(ImageFolders& folders, ImageStore& images, const std::string& modelPath,
                         const std::vector<std::string>& textureRoots, const TextureSettings& settings,
                         FileTree* files)
    : folders_(folders),
      images_(images),
      files_(files),
      searched_({parentOf(modelPath)}),
      settings_(settings) {
    const std::string& sibling = folders_.texturesBeside(searched_.front());
    if (!sibling.empty()) searched_.push_back(sibling);
    ownFolders_ = searched_.size();
    searched_.insert(searched_.end(), textureRoots.begin(), textureRoots.end());
}

std::vector<std::string> FolderFiles::missingImages() const {
    const std::lock_guard lock(missingMutex_);
    return {missing_.begin(), missing_.end()};
}

std::optional<FileSource::Found> FolderFiles::loadImage(std::string_view name, const ImageRecipe& recipe) {
    const std::string base = baseName(name);
    if (base.empty()) return std::nullopt;
    const ImageRecipe wholeRecipe = withSettings(recipe, settings_);
    const std::vector<std::string> names = namesToTry(base);
    std::optional<Found> unusable;
    for (std::size_t i = 0; i < searched_.size(); ++i) {
        const std::string& folder = searched_[i];
        const ImageFolders::Names& images =
            i < ownFolders_ ? folders_.imagesIn(folder) : folders_.imagesForSearch(folder);
        for (const std::string& wanted : names) {
            const auto image = images.find(wanted);
            if (image == images.end()) continue;
            const std::string path = folder + "/" + image->second;
            Found found = foundAs(path, *images_.load(path, wholeRecipe));
            if (!found.bytes.empty()) {
                if (recipe.needsTraits) found.traits = images_.traits(path, wholeRecipe);
                return found;
            }
            if (!unusable) unusable = std::move(found);
        }
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
    return names;
}

Result<FileSource::Found> FolderFiles::loadBeside(const std::string& path, std::size_t limit) {
    std::error_code code;
    if (files_ != nullptr && files_->archiveFolderAt(searched_.front())) {
        // No link leads out of an archive.
        const std::string member = searched_.front() + "/" + path;
        Result<std::vector<std::byte>> bytes = files_->read(member, limit);
        if (!bytes) return Error{bytes.error().where, bytes.error().problem};
        return Found{member, std::move(*bytes)};
    }
    const std::string folder = std::filesystem::canonical(searched_.front(), code).string();
    const std::string wanted = searched_.front() + "/" + path;
    const std::string target = code ? std::string() : std::filesystem::canonical(wanted, code).string();
    if (code) return Error{wanted, "cannot be read: " + code.message()};
    if (!target.starts_with(folder.ends_with('/') ? folder : folder + "/"))
        return Error{wanted,
                     fmt::format("is a link to {}, which is not below the file's folder", quote(target))};
    Result<std::vector<std::byte>> bytes = readFile(target, limit);
    if (!bytes) return Error{bytes.error().where, bytes.error().problem};
    return Found{target, std::move(*bytes)};
}

std::optional<FileSource::Found> FolderFiles::loadShared(std::size_t levelsUp, const std::string& folder,
                                                         const std::string& name) {
    std::string above = searched_.front();
    for (; levelsUp > 0; --levelsUp)
        above = parentOf(above);
    const std::string shared = (above == "/" ? "" : above) + "/" + folder;
    const std::string path = shared + "/" + name;
    std::error_code code;
    if (files_ != nullptr && files_->archiveFolderAt(shared)) {
        if (!files_->readHead(path, 1)) return std::nullopt;
        return foundAs(path, *images_.load(path));
    }
    if (!std::filesystem::is_directory(std::filesystem::symlink_status(shared, code))) return std::nullopt;
    if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(path, code))) return std::nullopt;
    return foundAs(path, *images_.load(path));
}

}  // namespace rigkiln
