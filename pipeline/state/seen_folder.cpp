#include "pipeline/state/seen_folder.hpp"

#include <algorithm>

namespace rigkiln {
namespace {

/// Number of a file that has no kind, and of the first kind.
constexpr std::uint64_t kOther = 0;
constexpr std::uint64_t kOutput = 1;
constexpr std::uint64_t kFirstKind = 2;

/// Difference that `plus` undoes, whatever the values.
std::int64_t minus(std::uint64_t value, std::uint64_t base) {
    return static_cast<std::int64_t>(value - base);
}
std::int64_t minus(std::int64_t value, std::int64_t base) {
    return minus(static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(base));
}
std::uint64_t plus(std::uint64_t base, std::int64_t difference) {
    return base + static_cast<std::uint64_t>(difference);
}
std::int64_t plus(std::int64_t base, std::int64_t difference) {
    return static_cast<std::int64_t>(plus(static_cast<std::uint64_t>(base), difference));
}

/// Files of a folder were often made one after another, so differences to the file before are small.
void writeStatus(PackedWriter& writer, const FileStatus& status, const FileStatus& before) {
    writer.number(status.sizeBytes);
    writer.signedNumber(minus(status.inode, before.inode));
    writer.signedNumber(minus(status.modifiedSeconds, before.modifiedSeconds));
    writer.signedNumber(status.modifiedNanoseconds);
    writer.signedNumber(minus(status.changedSeconds, status.modifiedSeconds));
    writer.signedNumber(minus(status.changedNanoseconds, status.modifiedNanoseconds));
}

FileStatus readStatus(PackedReader& reader, const FileStatus& before) {
    FileStatus status{.type = FileType::File};
    status.sizeBytes = reader.number();
    status.inode = plus(before.inode, reader.signedNumber());
    status.modifiedSeconds = plus(before.modifiedSeconds, reader.signedNumber());
    status.modifiedNanoseconds = reader.signedNumber();
    status.changedSeconds = plus(status.modifiedSeconds, reader.signedNumber());
    status.changedNanoseconds = plus(status.modifiedNanoseconds, reader.signedNumber());
    return status;
}

}  // namespace

std::string encodeSeenFolder(const SeenFolder& folder) {
    PackedWriter writer;
    writer.fixed(folder.modules);
    writer.number(folder.kinds.size());
    for (const SeenKind& kind : folder.kinds) {
        writer.text(kind.format);
        writer.text(kind.archive);
        writer.text(kind.description);
        writer.number(static_cast<std::uint64_t>(kind.kind));
    }
    writer.number(folder.files.size());
    FileStatus before;
    for (const SeenFile& file : folder.files) {
        writer.plainText(file.name);
        writeStatus(writer, file.status, before);
        before = file.status;
        const bool isKnown = file.kind != SeenFile::kNoKind;
        writer.number(isKnown ? kFirstKind + file.kind : file.isOutput ? kOutput : kOther);
        if (isKnown) writer.signedNumber(minus(file.sizeBytes, file.status.sizeBytes));
    }
    writer.number(folder.listing ? 1 : 0);
    if (folder.listing) {
        writer.number(folder.listing->count);
        writer.fixed(folder.listing->low);
        writer.fixed(folder.listing->high);
    }
    writer.number(folder.missing.size());
    for (const std::string& name : folder.missing)
        writer.plainText(name);
    return writer.take();
}

SeenFolderReader::SeenFolderReader(std::string_view bytes) : reader_(bytes) {
    modules_ = reader_.fixed();
    const std::size_t kinds = reader_.count();
    for (std::size_t i = 0; i < kinds && !reader_.hasFailed(); ++i) {
        SeenKind& kind = kinds_.emplace_back();
        kind.format = reader_.text();
        kind.archive = reader_.text();
        kind.description = reader_.text();
        kind.kind = static_cast<AssetKind>(reader_.below(static_cast<std::uint64_t>(AssetKind::Unclear) + 1));
    }
    kindCount_ = kinds_.size();
    fileCount_ = filesLeft_ = reader_.count();
}

bool SeenFolderReader::next(File& file) {
    if (filesLeft_ == 0 || reader_.hasFailed()) return false;
    const bool isFirst = filesLeft_ == fileCount_;
    --filesLeft_;
    file = {.name = reader_.plainText(), .status = readStatus(reader_, before_)};
    before_ = file.status;
    const std::uint64_t kind = reader_.below(kindCount_ + kFirstKind);
    file.isOutput = kind == kOutput;
    if (kind >= kFirstKind) {
        file.kind = static_cast<std::uint32_t>(kind - kFirstKind);
        file.sizeBytes = plus(file.status.sizeBytes, reader_.signedNumber());
    }
    const bool isSorted = isFirst || nameBefore_ < file.name;
    if (!isSorted || file.name.empty()) reader_.fail();
    nameBefore_ = file.name;
    return !reader_.hasFailed();
}

std::optional<FolderListing> SeenFolderReader::listing() {
    std::optional<FolderListing> listing;
    if (reader_.below(2) == 1) {
        listing.emplace();
        listing->count = reader_.number();
        listing->low = reader_.fixed();
        listing->high = reader_.fixed();
    }
    missingLeft_ = reader_.count();
    return listing;
}

bool SeenFolderReader::nextMissing(std::string_view& name) {
    if (missingLeft_ == 0 || reader_.hasFailed()) return false;
    --missingLeft_;
    name = reader_.plainText();
    return !reader_.hasFailed();
}

std::optional<SeenFolder> decodeSeenFolder(std::string_view bytes) {
    SeenFolderReader reader(bytes);
    std::optional<SeenFolder> folder(SeenFolder{.modules = reader.modules()});
    folder->kinds = reader.takeKinds();
    // A file takes eight bytes at least, so a wrong number reserves little.
    constexpr std::size_t kLeastBytes = 8;
    folder->files.reserve(std::min(reader.fileCount(), bytes.size() / kLeastBytes));
    SeenFolderReader::File file;
    while (reader.next(file)) {
        folder->files.push_back({.name = std::string(file.name),
                                 .status = file.status,
                                 .kind = file.kind,
                                 .sizeBytes = file.sizeBytes,
                                 .isOutput = file.isOutput});
    }
    folder->listing = reader.listing();
    std::string_view missing;
    while (reader.nextMissing(missing))
        folder->missing.emplace_back(missing);
    if (!reader.isDone()) folder.reset();
    return folder;
}

}  // namespace rigkiln
