#include "pipeline/files/file_tree.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/format_module.hpp"
#include "pipeline/files/disk_file.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/note_read.hpp"

namespace rigkiln {
namespace {

Error cannotLookAt(const std::string& path, const DiskResult<std::size_t>& fileEnd) {
    return systemError(kCannotRead, path.substr(0, fileEnd.value), "look at", fileEnd.problem);
}

/// Returns the error of a path that could be neither opened nor looked for in archives above.
Error unreachable(const std::string& path, const Error& opening, const DiskResult<std::size_t>& fileEnd) {
    const bool isSame = fileEnd || opening == systemError(kCannotOpen, path, "open", fileEnd.problem);
    return isSame ? opening : cannotLookAt(path, fileEnd);
}

/// Key of an opened file. No path ends with '/', so a file can be open in both views.
std::string keyOf(const std::string& path, bool isForImages) {
    return isForImages ? path + '/' : path;
}

}  // namespace

DiskResult<std::size_t> FileTree::fileEndIn(const std::string& path) const {
    for (std::size_t end = path.rfind('/'); end != std::string::npos && end > 0;
         end = path.rfind('/', end - 1)) {
        const DiskResult<FileStatus> above =
            disk_.lookAt(Disk::kNoFolder, path.substr(0, end), Links::Refuse);
        if (isAbsent(above.problem)) continue;
        if (!above) return {.value = end, .problem = above.problem};
        return {above.value.type == FileType::File ? end : 0};
    }
    return {};
}

bool FileTree::isHinted(std::string_view path) const {
    const std::string_view extension = splitName(path).extension;
    if (extension.empty()) return false;
    const auto isOne = [&](std::string_view known) { return equalIgnoringCase(extension, known); };
    return std::ranges::any_of(containers_, [&](const ContainerModule* module) {
        return std::ranges::any_of(module->extensions, isOne);
    });
}

bool FileTree::mayHaveImages(std::string_view path) const {
    if (imageFolders_.empty()) return false;
    const std::string_view extension = splitName(path).extension;
    const auto isOne = [&](std::string_view known) { return equalIgnoringCase(extension, known); };
    return std::ranges::any_of(imageFolders_, [&](const ImageFolderModule* module) {
        return std::ranges::any_of(module->container.extensions, isOne);
    });
}

const ImageFolderModule* FileTree::imageFolderOf(std::string_view imageName) const {
    const std::string_view extension = splitName(imageName).extension;
    const auto found = std::ranges::find_if(imageFolders_, [&](const ImageFolderModule* module) {
        return equalIgnoringCase(extension, module->memberExtension);
    });
    return found == imageFolders_.end() ? nullptr : *found;
}

const ContainerModule* FileTree::moduleOf(std::span<const std::byte> head, View view) const {
    if (view == View::Archive) return findContainer(containers_, head);
    const auto found = std::ranges::find_if(
        imageFolders_, [&](const ImageFolderModule* module) { return module->container.recognise(head); });
    return found == imageFolders_.end() ? nullptr : &(*found)->container;
}

Result<std::vector<std::byte>> FileTree::readMember(const Place& place, const std::string& path,
                                                    std::size_t limit) const {
    const ArchiveMember& member = place.archive->archive().members()[place.member->member];
    if (member.sizeBytes > limit) return fileTooLarge(path, member.sizeBytes, limit);
    Result<std::vector<std::byte>> bytes = place.archive->archive().read(place.member->member, limit);
    if (!bytes) return inFile(place.archivePath, bytes.error());
    return bytes;
}

Result<std::vector<std::byte>> FileTree::read(const std::string& path, std::size_t limit, Journal* journal) {
    FileStatus status;
    Result<std::vector<std::byte>> bytes = readFile(path, limit, disk_, &status);
    const bool hasArchives = !containers_.empty() || !imageFolders_.empty();
    if (!bytes && hasArchives) {
        const DiskResult<std::size_t> fileEnd = fileEndIn(path);
        if (!fileEnd || fileEnd.value == 0) {
            const Error error = unreachable(path, bytes.error(), fileEnd);
            noteFailure(path, error, disk_, journal);
            return error;
        }
        noteArchive(path, journal);
        const Result<Place> place = locate(path, fileEnd.value);
        if (!place) {
            noteFailure(path, place.error(), disk_, journal);
            return place.error();
        }
        bytes = readMember(*place, path, limit);
        status = {};
    }
    noteRead(path, status, bytes, disk_, journal);
    if (!bytes || !hasArchives) return bytes;
    return wrapped_.unwrap(std::move(*bytes), path, limit);
}

SharedBytes FileTree::heldMember(const std::string& path, std::size_t limit, Journal* journal) {
    const DiskResult<std::size_t> fileEnd = fileEndIn(path);
    if (!fileEnd || fileEnd.value == 0) return {};
    const Result<Place> place = locate(path, fileEnd.value);
    if (!place) return {};
    const Archive& archive = place->archive->archive();
    const ArchiveMember& member = archive.members()[place->member->member];
    const bool isHeld = member.offset && member.problem.empty() && archive.source()->heldBytes() > 0;
    if (!isHeld || member.sizeBytes > limit) return {};
    const Result<SharedBytes> bytes = archive.source()->readPart(*member.offset, member.sizeBytes);
    if (!bytes || wrapped_.wrapperOf(*bytes) != nullptr) return {};
    noteArchive(path, journal);
    noteRead(path, {}, bytes, disk_, journal);
    return *bytes;
}

Result<SharedBytes> FileTree::readShared(const std::string& path, std::size_t limit, Journal* journal) {
    if (!containers_.empty() && !disk_.lookAt(Disk::kNoFolder, path, Links::Refuse)) {
        SharedBytes held = heldMember(path, limit, journal);
        if (!held.empty()) return held;
    }
    Result<std::vector<std::byte>> bytes = read(path, limit, journal);
    if (!bytes) return bytes.error();
    return SharedBytes(std::move(*bytes));
}

void FileTree::noteArchive(const std::string& path, Journal* journal) {
    if (journal == nullptr) return;
    bool wasOpened = false;
    {
        const std::lock_guard lock(mutex_);
        wasOpened = openedFiles_.contains(path);
    }
    std::string file = path;
    // Asks the disk only about paths that may lead through an archive: searches note each archive for every
    // image.
    if (!wasOpened) {
        const DiskResult<std::size_t> fileEnd = fileEndIn(path);
        if (fileEnd && fileEnd.value > 0) file.resize(fileEnd.value);
    }
    Look look{.kind = LookKind::Archive, .path = file};
    {
        // The status when it was opened: the file may have changed since.
        const std::lock_guard lock(mutex_);
        const auto opened = openedFiles_.find(file);
        if (opened != openedFiles_.end()) {
            journal->add(withStatus(std::move(look), opened->second));
            return;
        }
    }
    const DiskResult<FileStatus> there = disk_.lookAt(Disk::kNoFolder, file, Links::Refuse);
    if (there) {
        look = withStatus(std::move(look), there.value);
    } else {
        look.kind = LookKind::Missing;
    }
    journal->add(std::move(look));
}

FileBeginning FileTree::beginningOfMember(const Place& place) {
    const std::size_t member = place.member->member;
    return {place.archive->archive().members()[member].sizeBytes,
            [archive = place.archive, member](std::uint64_t limit) {
                return archive->archive().read(member, limit);
            }};
}

Result<FileHead> FileTree::readHead(const std::string& path, std::size_t size) {
    Result<std::shared_ptr<const DiskFile>> file = DiskFile::open(path, disk_);
    if (file) return wrapped_.headOf(beginningOf(*file), path, size);
    const bool hasFolders = !containers_.empty() || !imageFolders_.empty();
    const DiskResult<std::size_t> fileEnd = hasFolders ? fileEndIn(path) : DiskResult<std::size_t>();
    if (!fileEnd || fileEnd.value == 0) return unreachable(path, file.error(), fileEnd);
    const Result<Place> place = locate(path, fileEnd.value);
    if (!place) return place.error();
    return wrapped_.headOf(beginningOfMember(*place), path, size);
}

Result<FileTree::Place> FileTree::locate(const std::string& path, std::size_t fileEnd) {
    Place place{.archivePath = path.substr(0, fileEnd), .archive = {}, .rest = path.substr(fileEnd + 1)};
    for (std::size_t depth = 0; depth < kMaximumNesting; ++depth) {
        Result<std::shared_ptr<const OpenArchive>> archive = openAny(place, depth == 0);
        if (!archive) return archive.error();
        if (*archive == nullptr)
            return kNoArchive.in(place.archivePath,
                                 fmt::format("is no archive, so it has no {}", quote(place.rest, 200)));
        place.archive = std::move(*archive);
        place.member = place.archive->find(place.rest);
        if (place.member != nullptr) return place;
        // Looks for an inner archive: a member above the wanted path.
        std::size_t slash = place.rest.rfind('/');
        for (; slash != std::string::npos && slash > 0; slash = place.rest.rfind('/', slash - 1)) {
            place.member = place.archive->find(std::string_view(place.rest).substr(0, slash));
            if (place.member != nullptr) break;
        }
        if (place.member == nullptr) {
            return kNoSuchMember.in(path, fmt::format("there is no member {} in {}", quote(place.rest, 200),
                                                      quote(place.archivePath, 200)));
        }
        place.archivePath += '/' + place.rest.substr(0, slash);
        place.rest.erase(0, slash + 1);
    }
    return kTooDeep.in(path, fmt::format("lies deeper than {} archives in each other", kMaximumNesting));
}

Result<std::shared_ptr<const OpenArchive>> FileTree::open(const FileBeginning& file,
                                                          const std::shared_ptr<const ByteSource>& source,
                                                          const std::string& path, View view) const {
    using Opened = std::shared_ptr<const OpenArchive>;
    const Result<std::vector<std::byte>> head = file.read(kHeadSize);
    if (!head) return inFile(path, head.error());
    const bool isWrapped = wrapped_.wrapperOf(*head) != nullptr;
    const ContainerModule* container = isWrapped ? nullptr : moduleOf(*head, view);
    if (!isWrapped && container == nullptr) return Opened();
    std::shared_ptr<const ByteSource> plain = source;
    if (isWrapped || plain == nullptr) {
        if (isWrapped) {
            const Result<FileHead> inside = wrapped_.headOf(file, path, kHeadSize);
            if (!inside) return inside.error();
            container = moduleOf(inside->bytes, view);
            if (container == nullptr) return Opened();
        }
        if (file.sizeBytes > kMaximumSourceBytes)
            return fileTooLarge(path, file.sizeBytes, kMaximumSourceBytes);
        Result<std::vector<std::byte>> bytes = file.read(file.sizeBytes);
        if (!bytes) return inFile(path, bytes.error());
        bytes = wrapped_.unwrap(std::move(*bytes), path, kMaximumSourceBytes);
        if (!bytes) return bytes.error();
        plain = std::make_shared<MemorySource>(std::move(*bytes));
    }
    Result<std::shared_ptr<const Archive>> archive = container->open(plain, limits_);
    if (!archive) return inFile(path, archive.error());
    return Opened(std::make_shared<OpenArchive>(*container, std::move(*archive)));
}

Result<std::shared_ptr<const OpenArchive>> FileTree::openOnDisk(const std::string& path, View view) {
    return archives_.at(keyOf(path, view == View::Images),
                        [&]() -> Result<std::shared_ptr<const OpenArchive>> {
                            const Result<std::shared_ptr<const DiskFile>> file = DiskFile::open(path, disk_);
                            if (!file) return file.error();
                            {
                                const std::lock_guard lock(mutex_);
                                openedFiles_.insert_or_assign(path, (*file)->status());
                            }
                            return open(beginningOf(*file), *file, path, view);
                        });
}

Result<std::shared_ptr<const OpenArchive>> FileTree::openAny(const Place& place, bool isOnDisk) {
    const std::string& path = place.archivePath;
    Result<std::shared_ptr<const OpenArchive>> archive =
        isOnDisk ? openOnDisk(path, View::Archive) : openMember(place, path, View::Archive);
    if (!archive || *archive != nullptr || imageFolders_.empty()) return archive;
    return isOnDisk ? openOnDisk(path, View::Images) : openMember(place, path, View::Images);
}

Result<std::shared_ptr<const OpenArchive>> FileTree::openMember(const Place& place, const std::string& path,
                                                                View view) {
    return archives_.at(
        keyOf(path, view == View::Images), [&]() -> Result<std::shared_ptr<const OpenArchive>> {
            const ArchiveMember& member = place.archive->archive().members()[place.member->member];
            if (member.sizeBytes > limits_.maximumBytes)
                return fileTooLarge(path, member.sizeBytes, limits_.maximumBytes);
            std::shared_ptr<const ByteSource> range;
            if (member.offset && member.problem.empty()) {
                range = std::make_shared<RangeSource>(place.archive->archive().source(), *member.offset,
                                                      member.sizeBytes);
            }
            return open(beginningOfMember(place), range, path, view);
        });
}

Result<std::shared_ptr<const OpenArchive>> FileTree::archiveAt(const std::string& path) {
    if (containers_.empty()) return std::shared_ptr<const OpenArchive>();
    const DiskResult<std::size_t> fileEnd = fileEndIn(path);
    if (!fileEnd) return cannotLookAt(path, fileEnd);
    if (fileEnd.value == 0) return openOnDisk(path, View::Archive);
    Result<Place> place = locate(path, fileEnd.value);
    if (!place) return place.error();
    return openMember(*place, path, View::Archive);
}

Result<std::shared_ptr<const OpenArchive>> FileTree::imagesAt(const std::string& path) {
    if (imageFolders_.empty()) return std::shared_ptr<const OpenArchive>();
    const DiskResult<std::size_t> fileEnd = fileEndIn(path);
    if (!fileEnd) return cannotLookAt(path, fileEnd);
    if (fileEnd.value == 0) return openOnDisk(path, View::Images);
    Result<Place> place = locate(path, fileEnd.value);
    if (!place) return place.error();
    return openMember(*place, path, View::Images);
}

std::optional<FileTree::ArchiveFolder> FileTree::archiveFolderAt(const std::string& path) {
    Result<std::optional<ArchiveFolder>> found = findArchiveFolder(path);
    return found ? std::move(*found) : std::nullopt;
}

Result<std::optional<FileTree::ArchiveFolder>> FileTree::findArchiveFolder(const std::string& path) {
    using Found = std::optional<ArchiveFolder>;
    if (containers_.empty()) return Found();
    const DiskResult<FileStatus> status = disk_.lookAt(Disk::kNoFolder, path, Links::Refuse);
    if (status) {
        if (status.value.type != FileType::File) return Found();
        Result<std::shared_ptr<const OpenArchive>> archive = openOnDisk(path, View::Archive);
        if (!archive && archive.error().kind() == ErrorKind::Environment) return archive.error();
        if (!archive || *archive == nullptr) return Found();
        return Found(ArchiveFolder{path, std::move(*archive), {}});
    }
    if (!isAbsent(status.problem)) return systemError(kCannotRead, path, "look at", status.problem);
    const DiskResult<std::size_t> fileEnd = fileEndIn(path);
    if (!fileEnd) return cannotLookAt(path, fileEnd);
    return fileEnd.value == 0 ? Found() : findInArchive(path, fileEnd.value);
}

/// Searches from the whole path upwards, to the file on the disk, whose path ends at `fileEnd`. The first
/// archive contains the folder.
Result<std::optional<FileTree::ArchiveFolder>> FileTree::findInArchive(const std::string& path,
                                                                       std::size_t fileEnd) {
    using Found = std::optional<ArchiveFolder>;
    for (std::size_t end = path.size(); end >= fileEnd; end = path.rfind('/', end - 1)) {
        const Result<std::shared_ptr<const OpenArchive>> archive = archiveAt(path.substr(0, end));
        if (archive && *archive != nullptr) {
            std::string folder = end == path.size() ? std::string() : path.substr(end + 1);
            if ((*archive)->below(folder).empty() && !folder.empty()) return Found();
            return Found(ArchiveFolder{path.substr(0, end), *archive, std::move(folder)});
        }
        // A path inside an archive that is no member is an Environment error, too. Only what the file on disk
        // says counts, and that comes last.
        if (end == fileEnd && !archive && archive.error().kind() == ErrorKind::Environment)
            return archive.error();
    }
    return Found();
}

}  // namespace rigkiln
