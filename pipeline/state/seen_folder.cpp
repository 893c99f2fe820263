#include "pipeline/state/seen_folder.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "pipeline/state/packed_bytes.hpp"

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

std::optional<SeenFolder> decodeSeenFolder(std::string_view bytes) {
    PackedReader reader(bytes);
    std::optional<SeenFolder> folder(std::in_place);
    folder->modules = reader.fixed();
    const std::size_t kinds = reader.count();
    for (std::size_t i = 0; i < kinds && !reader.hasFailed(); ++i) {
        SeenKind& kind = folder->kinds.emplace_back();
        kind.format = reader.text();
        kind.archive = reader.text();
        kind.description = reader.text();
        kind.kind = static_cast<AssetKind>(reader.below(static_cast<std::uint64_t>(AssetKind::Unclear) + 1));
    }
    const std::size_t files = reader.count();
    // A file takes eight bytes at least, so a wrong number reserves little.
    constexpr std::size_t kLeastBytes = 8;
    folder->files.reserve(std::min(files, bytes.size() / kLeastBytes));
    FileStatus before;
    for (std::size_t i = 0; i < files && !reader.hasFailed(); ++i) {
        SeenFile file{.name = std::string(reader.plainText()), .status = readStatus(reader, before)};
        before = file.status;
        const std::uint64_t kind = reader.below(folder->kinds.size() + kFirstKind);
        file.isOutput = kind == kOutput;
        if (kind >= kFirstKind) {
            file.kind = static_cast<std::uint32_t>(kind - kFirstKind);
            file.sizeBytes = plus(file.status.sizeBytes, reader.signedNumber());
        }
        const bool isSorted = i == 0 || folder->files.back().name < file.name;
        if (!isSorted || file.name.empty()) reader.fail();
        folder->files.push_back(std::move(file));
    }
    if (reader.below(2) == 1) {
        FolderListing& listing = folder->listing.emplace();
        listing.count = reader.number();
        listing.low = reader.fixed();
        listing.high = reader.fixed();
    }
    const std::size_t missing = reader.count();
    for (std::size_t i = 0; i < missing && !reader.hasFailed(); ++i)
        folder->missing.emplace_back(reader.plainText());
    if (!reader.isDone()) folder.reset();
    return folder;
}

}  // namespace rigkiln
