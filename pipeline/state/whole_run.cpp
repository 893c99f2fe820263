#include "pipeline/state/whole_run.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/state/freshness.hpp"
#include "pipeline/state/packed_bytes.hpp"
#include "pipeline/state/seen_folder.hpp"

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

/// Calls `take` with each number of the sums.
template <class Sums, class Take>
void forEachSum(Sums& sums, const Take& take) {
    for (auto* sum :
         {&sums.units, &sums.written, &sums.unchanged, &sums.failed, &sums.cancelled, &sums.inputs,
          &sums.converted, &sums.inputsFailed, &sums.inputsSkipped, &sums.inputsCancelled, &sums.clipsFailed,
          &sums.informations, &sums.warnings, &sums.errors, &sums.bytesIn, &sums.bytesOut})
        take(*sum);
    auto& counts = sums.counts;
    for (auto* count : {&counts.joints, &counts.meshes, &counts.vertices, &counts.triangles,
                        &counts.materials, &counts.textures, &counts.attachments, &counts.lights,
                        &counts.clips, &counts.keys, &counts.animationBytes})
        take(*count);
}

void writeParts(PackedWriter& writer, const RunParts& parts) {
    writer.number(parts.others.byFormat.size());
    for (const auto& [format, sums] : parts.others.byFormat) {
        writer.text(format);
        forEachSum(sums, [&](const std::size_t& sum) { writer.number(sum); });
    }
    writer.number(parts.others.models);
    writer.number(parts.others.positionError ? 1 : 0);
    if (parts.others.positionError) writer.real(*parts.others.positionError);
    const auto writeTexts = [&](const std::vector<std::string>& texts) {
        writer.number(texts.size());
        for (const std::string& text : texts)
            writer.text(text);
    };
    writeTexts(parts.others.outputRoots);
    writeTexts(parts.special);
    writer.number(parts.ignored.size());
    for (const IgnoredReport& file : parts.ignored) {
        writer.text(file.path);
        writer.text(file.description);
        writer.number(file.known ? 1 : 0);
    }
    writer.number(parts.rowCount);
    writer.fixed(parts.rows);
}

void readParts(PackedReader& reader, RunParts& parts) {
    const std::size_t formats = reader.count();
    for (std::size_t i = 0; i < formats && !reader.hasFailed(); ++i) {
        ReportTotals& sums = parts.others.byFormat[reader.text()];
        forEachSum(sums, [&](std::size_t& sum) { sum = static_cast<std::size_t>(reader.number()); });
    }
    parts.others.models = static_cast<std::size_t>(reader.number());
    if (reader.below(2) == 1) {
        const double error = reader.real();
        if (!std::isfinite(error) || error < 0) reader.fail();
        parts.others.positionError = error;
    }
    const auto readTexts = [&](std::vector<std::string>& texts) {
        const std::size_t count = reader.count();
        for (std::size_t i = 0; i < count && !reader.hasFailed(); ++i)
            texts.push_back(reader.text());
    };
    readTexts(parts.others.outputRoots);
    readTexts(parts.special);
    const std::size_t ignored = reader.count();
    for (std::size_t i = 0; i < ignored && !reader.hasFailed(); ++i) {
        IgnoredReport& file = parts.ignored.emplace_back();
        file.path = reader.text();
        file.description = reader.text();
        file.known = reader.below(2) == 1;
    }
    parts.rowCount = reader.number();
    parts.rows = reader.fixed();
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
    writer.number(run.parts ? 1 : 0);
    if (run.parts) writeParts(writer, *run.parts);
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
    if (reader.below(2) == 1) readParts(reader, run->parts.emplace());
    if (!reader.isDone()) run.reset();
    return run;
}

void addUnitFiles(SeenFiles& seen, std::span<const Look> looks, std::span<const OutputRecord> outputs) {
    for (const Look& look : looks)
        addLook(seen, look);
    for (const OutputRecord& output : outputs)
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

namespace {

/// Whether a folder that is not there had nothing.
bool wasEmpty(SeenFolderReader& folder) {
    SeenFolderReader::File file;
    if (folder.next(file) || folder.listing()) return false;
    std::string_view missing;
    while (folder.nextMissing(missing)) {
    }
    return folder.isDone();
}

/// Whether the listing of a folder is as it was, and files that were missing still are. Precondition: its
/// files were read.
bool lacksTheSame(SeenFolderReader& folder, int descriptor, Disk& disk) {
    if (const std::optional<FolderListing> listing = folder.listing()) {
        const DiskResult<std::vector<FolderEntry>> entries = disk.listFolder(descriptor);
        if (!entries || listingOf(entries.value) != *listing) return false;
    }
    std::string name;  // one for all: a longer one than all before it allocates
    std::string_view missing;
    while (folder.nextMissing(missing)) {
        name = missing;
        const DiskResult<FileStatus> there = disk.lookAt(descriptor, name, Links::Refuse);
        if (there || !isAbsent(there.problem)) return false;
    }
    return folder.isDone();
}

}  // namespace

std::optional<std::vector<std::string>> changedFiles(const std::string& path, std::string_view bytes,
                                                     Disk& disk) {
    SeenFolderReader folder(bytes);
    const DiskResult<int> opened = disk.openFolder(Disk::kNoFolder, path, Links::Follow);
    if (!opened && (!isAbsent(opened.problem) || !wasEmpty(folder))) return std::nullopt;
    std::string name;  // one for all: a longer one than all before it allocates
    std::vector<std::string> changed;
    if (opened) {
        const FileDescriptor descriptor(opened.value, disk);
        SeenFolderReader::File file;
        while (folder.next(file)) {
            name = file.name;
            const DiskResult<FileStatus> there = disk.lookAt(descriptor.get(), name, Links::Refuse);
            if (there && there.value == file.status) continue;
            if (!there || there.value.type != FileType::File) return std::nullopt;
            changed.push_back(name);
        }
        if (!lacksTheSame(folder, descriptor.get(), disk)) return std::nullopt;
    }
    return changed;
}

}  // namespace rigkiln
