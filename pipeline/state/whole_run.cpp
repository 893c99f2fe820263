#include "pipeline/state/whole_run.hpp"

#include <algorithm>
#include <vector>

#include "pipeline/state/freshness.hpp"
#include "pipeline/state/packed_bytes.hpp"

namespace rigkiln {
namespace {

constexpr std::uint64_t kExitCodes = 256;

void addLook(SeenFiles& seen, const Look& look) {
    switch (look.kind) {
        case LookKind::Read:
        case LookKind::Archive:
            // The archive of a member was looked at too.
            if (look.inode != 0) seen.addFile(look.path, statusOf(look), false);
            return;
        case LookKind::Missing:
            return seen.addMissing(look.path);
        case LookKind::Search:
        case LookKind::Listing:
            // Archives in the folder, which a search opens, are looks of their own.
            return seen.addSearch(look.path);
        case LookKind::Unread:
            return seen.doubt();
    }
}

/// Returns the entries of a folder; nothing where the disk does not tell all of them and their types.
std::optional<FolderListing> listingAt(const std::string& path, Disk& disk) {
    const DiskResult<int> opened = disk.openFolder(Disk::kNoFolder, path, Links::Follow);
    if (!opened) return std::nullopt;
    const FileDescriptor folder(opened.value, disk);
    const DiskResult<std::vector<FolderEntry>> entries = disk.listFolder(folder.get());
    if (!entries ||
        std::ranges::find(entries.value, FileType::Unknown, &FolderEntry::type) != entries.value.end())
        return std::nullopt;
    return listingOf(entries.value);
}

}  // namespace

std::string encodeWholeRun(const WholeRun& run) {
    PackedWriter writer;
    writer.fixed(run.key.high);
    writer.fixed(run.key.low);
    writer.number(run.rowCount);
    writer.fixed(run.rows);
    writer.plainText(run.summary);
    writer.number(static_cast<std::uint64_t>(run.exitCode));
    writer.number(run.unchanged);
    writer.number(run.converted);
    writer.number(run.failed);
    return writer.take();
}

std::optional<WholeRun> decodeWholeRun(std::string_view bytes) {
    PackedReader reader(bytes);
    std::optional<WholeRun> run(std::in_place);
    run->key.high = reader.fixed();
    run->key.low = reader.fixed();
    run->rowCount = reader.number();
    run->rows = reader.fixed();
    run->summary = reader.plainText();
    run->exitCode = static_cast<int>(reader.below(kExitCodes));
    run->unchanged = static_cast<std::size_t>(reader.number());
    run->converted = static_cast<std::size_t>(reader.number());
    run->failed = static_cast<std::size_t>(reader.number());
    if (!reader.isDone()) run.reset();
    return run;
}

void addRecord(SeenFiles& seen, const UnitRecord& record) {
    for (const Look& look : record.looks)
        addLook(seen, look);
    for (const OutputRecord& output : record.outputs)
        seen.addFile(output.path, output.status, true);
}

void listSearches(SeenFiles& seen, Disk& disk, const Moment& started) {
    for (const std::string& path : seen.searchesToList()) {
        const DiskResult<FileStatus> there = disk.lookAt(Disk::kNoFolder, path, Links::Follow);
        if (!there && isAbsent(there.problem)) {
            // A folder in an archive, or none. The archive is a look of its own.
            seen.addMissing(path);
            continue;
        }
        // An archive is a look of its own too.
        if (there && there.value.type == FileType::File) continue;
        // It had the same entries since before the run, if it is old enough.
        const bool isOld = there && there.value.type == FileType::Folder && !isRacy(there.value, started);
        const std::optional<FolderListing> listing = isOld ? listingAt(path, disk) : std::nullopt;
        if (!listing) return seen.doubt();
        seen.addListing(path, *listing);
    }
}

bool isAsSeen(const std::string& path, const SeenFolder& folder, Disk& disk) {
    const DiskResult<int> opened = disk.openFolder(Disk::kNoFolder, path, Links::Follow);
    if (!opened) return isAbsent(opened.problem) && folder.files.empty() && !folder.listing;
    const FileDescriptor descriptor(opened.value, disk);
    if (folder.listing) {
        const DiskResult<std::vector<FolderEntry>> entries = disk.listFolder(descriptor.get());
        if (!entries || listingOf(entries.value) != *folder.listing) return false;
    }
    const auto isSame = [&](const SeenFile& file) {
        const DiskResult<FileStatus> there = disk.lookAt(descriptor.get(), file.name, Links::Refuse);
        return there && there.value == file.status;
    };
    const auto isMissing = [&](const std::string& name) {
        const DiskResult<FileStatus> there = disk.lookAt(descriptor.get(), name, Links::Refuse);
        return !there && isAbsent(there.problem);
    };
    return std::ranges::all_of(folder.files, isSame) && std::ranges::all_of(folder.missing, isMissing);
}

}  // namespace rigkiln
