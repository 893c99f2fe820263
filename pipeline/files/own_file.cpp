#include "pipeline/files/own_file.hpp"

#include <cerrno>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/files/content_hash.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln {
namespace {

/// Names of the folders and of the entry below a root; nothing for a path that is not below it.
std::optional<std::vector<std::string>> namesBelow(std::string_view path, std::string_view root) {
    if (!path.starts_with(root)) return std::nullopt;
    path.remove_prefix(root.size());
    if (!root.ends_with('/') && !path.starts_with('/')) return std::nullopt;
    std::vector<std::string> names;
    while (!path.empty()) {
        const std::size_t slash = std::min(path.find('/'), path.size());
        const std::string_view name = path.substr(0, slash);
        path.remove_prefix(std::min(slash + 1, path.size()));
        if (name.empty()) continue;
        if (name == "." || name == ".." || name.find('\0') != std::string_view::npos) return std::nullopt;
        names.emplace_back(name);
    }
    if (names.empty()) return std::nullopt;
    return names;
}

/// The open folder of an entry, or why there is none.
struct Place {
    FileDescriptor folder{};
    std::string name{};
    int problem = 0;  ///< error number
    bool isBehindLink = false;
};

/// Opens the folder of an entry below a root without following a link below the root.
Place openPlace(const std::string& path, const std::string& root, Disk& disk) {
    Place place;
    const auto names = namesBelow(path, root);
    place.isBehindLink = !names;
    if (!names) return place;
    DiskResult<int> opened = disk.openFolder(Disk::kNoFolder, root, Links::Follow);
    if (opened) place.folder = FileDescriptor(opened.value, disk);
    for (std::size_t i = 0; opened && i + 1 < names->size(); ++i) {
        const std::string& name = (*names)[i];
        opened = disk.openFolder(place.folder.get(), name, Links::Refuse);
        if (opened) {
            place.folder = FileDescriptor(opened.value, disk);
        } else {
            const DiskResult<FileStatus> there = disk.lookAt(place.folder.get(), name, Links::Refuse);
            place.isBehindLink = there && there.value.type != FileType::Folder;
        }
    }
    place.problem = opened.problem;
    place.name = names->back();
    return place;
}

std::optional<ContentDigest> digestOf(const FileDescriptor& folder, const std::string& name) {
    constexpr std::size_t kBufferBytes = std::size_t{256} << 10U;
    Disk& disk = folder.disk();
    const DiskResult<int> opened = disk.openFile(folder.get(), name);
    if (!opened) return std::nullopt;
    const FileDescriptor file(opened.value, disk);
    std::vector<std::byte> buffer(kBufferBytes);
    ContentHash hash;
    while (true) {
        const DiskResult<std::size_t> got = disk.read(file.get(), buffer, std::nullopt);
        if (!got) return std::nullopt;
        if (got.value == 0) return hash.digest();
        hash.add(std::span(buffer).first(got.value));
    }
}

Result<OwnFileLook> lookAt(const OwnFile& file, const Place& place) {
    if (place.isBehindLink) return OwnFileLook{.state = OwnFileState::Changed};
    if (isAbsent(place.problem)) return OwnFileLook{.state = OwnFileState::Gone};
    if (place.problem != 0) return systemError(kCannotRemove, file.path, "open the folder", place.problem);
    Disk& disk = place.folder.disk();
    const DiskResult<FileStatus> there = disk.lookAt(place.folder.get(), place.name, Links::Refuse);
    if (isAbsent(there.problem)) return OwnFileLook{.state = OwnFileState::Gone};
    if (!there) return systemError(kCannotRemove, file.path, "look at", there.problem);
    OwnFileLook look{.state = OwnFileState::Changed, .inode = there.value.inode};
    const bool mayBeSame =
        there.value.type == FileType::File && there.value.sizeBytes == file.status.sizeBytes;
    if (there.value == file.status || (mayBeSame && digestOf(place.folder, place.name) == file.digest))
        look.state = OwnFileState::Same;
    return look;
}

}  // namespace

Result<OwnFileLook> lookAtOwnFile(const OwnFile& file, Disk& disk) {
    return lookAt(file, openPlace(file.path, file.root, disk));
}

Result<OwnFileState> removeOwnFile(const OwnFile& file, Disk& disk) {
    const Place place = openPlace(file.path, file.root, disk);
    const Result<OwnFileLook> look = lookAt(file, place);
    if (!look) return look.error();
    if (look->state != OwnFileState::Same) return look->state;
    const int problem = disk.remove(place.folder.get(), place.name);
    if (problem == 0) return OwnFileState::Same;
    if (isAbsent(problem)) return OwnFileState::Gone;
    return systemError(kCannotRemove, file.path, "remove", problem);
}

FileDescriptor openFolderBelow(const std::string& folder, const std::string& root, Disk& disk) {
    Place place = openPlace(folder + "/entry", root, disk);
    if (place.isBehindLink || place.problem != 0) return {};
    return std::move(place.folder);
}

std::size_t removeEmptyFolders(const std::string& folder, const std::string& root, Disk& disk) {
    std::size_t removed = 0;
    std::string path = folder;
    while (path.size() > root.size()) {
        const Place place = openPlace(path, root, disk);
        if (place.isBehindLink) break;
        const int problem =
            place.problem != 0 ? place.problem : disk.removeFolder(place.folder.get(), place.name);
        // A folder that is gone may have left others above it.
        if (problem != 0 && !isAbsent(problem)) break;
        if (problem == 0) ++removed;
        const std::size_t slash = path.rfind('/');
        if (slash == std::string::npos || slash == 0) break;
        path.resize(slash);
    }
    return removed;
}

}  // namespace rigkiln
