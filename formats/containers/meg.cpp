#include "formats/containers/meg.hpp"

#include <algorithm>
#include <array>
#include <libdeflate.h>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "formats/containers/member_ranges.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/byte_writer.hpp"
#include "pipeline/binary/guarded.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::containers {
namespace {

constexpr std::uint32_t kLaterVersion = 0xFFFFFFFF;
constexpr std::uint32_t kEncrypted = 0x8FFFFFFF;
constexpr std::uint32_t kId = 0x3F7D70A4;  ///< 0.99 as a float
constexpr std::size_t kFirstHeaderSize = 8;
constexpr std::size_t kSecondHeaderSize = 20;
constexpr std::size_t kThirdHeaderSize = 24;
constexpr std::size_t kRecordSize = 20;  ///< in all versions
constexpr std::size_t kShortestName = 2;
constexpr std::uint16_t kEncryptedMember = 1;
/// Limit for all tables together: nearly a million members with paths of 260 characters, Windows' maximum.
constexpr std::uint64_t kLargestTables = std::uint64_t{256} << 20U;

std::uint32_t wordAt(std::span<const std::byte> bytes, std::size_t offset) {
    FieldPath path;
    ByteReader reader(bytes.subspan(offset), path);
    return reader.read<std::uint32_t>("word");
}

bool isPrintable(std::byte byte) {
    return byte >= std::byte{0x20} && byte != std::byte{0x7F};
}

/// Version 1 has no magic. Checks that both counts are equal and that the first name is plausible.
bool looksLikeFirstVersion(std::span<const std::byte> head) {
    constexpr std::size_t kLengthSize = 2;
    if (head.size() <= kFirstHeaderSize + kLengthSize) return false;
    const std::uint32_t names = wordAt(head, 0);
    const std::uint32_t files = wordAt(head, 4);
    const std::size_t length = std::to_integer<std::size_t>(head[8]) | std::to_integer<std::size_t>(head[9])
                                                                           << 8U;
    constexpr std::size_t kLongestPath = 1024;
    const bool isPlausible = names == files && names > 0 && names < kLargestTables / kRecordSize &&
                             length > 0 && length <= kLongestPath;
    if (!isPlausible) return false;
    const std::span<const std::byte> text = head.subspan(kFirstHeaderSize + kLengthSize);
    return std::ranges::all_of(text.subspan(0, std::min(text.size(), length)), isPrintable);
}

bool isMeg(std::span<const std::byte> head) {
    if (head.size() < kFirstHeaderSize) return false;
    const std::uint32_t first = wordAt(head, 0);
    if (first == kLaterVersion || first == kEncrypted) return wordAt(head, 4) == kId;
    return looksLikeFirstVersion(head);
}

struct Header {
    MegVersion version = MegVersion::One;
    std::uint32_t nameCount = 0;
    std::uint32_t fileCount = 0;
    std::size_t size = kFirstHeaderSize;
};

/// Versions 2 and 3 begin alike, so bytes 20 to 23 decide. Version 3 stores the size of its name table there.
/// Version 2 has the beginning of its first name there, whose letters make a number too large for a size.
Header readLaterHeader(std::span<const std::byte> tables) {
    FieldPath path;
    ByteReader reader(tables, path);
    const auto first = reader.read<std::uint32_t>("flags");
    const auto id = reader.read<std::uint32_t>("id");
    if (id != kId) reader.failAt(4, "id", fmt::format("is 0x{:08X}, expected 0x{:08X}", id, kId));
    if (first == kEncrypted)
        reader.failAt(0, "flags", "say that the archive is encrypted (0x8FFFFFFF), which is not read");
    const std::uint64_t dataStart = reader.read<std::uint32_t>("dataStart");
    Header header{.version = MegVersion::Two, .size = kSecondHeaderSize};
    header.nameCount = reader.read<std::uint32_t>("nameCount");
    header.fileCount = reader.read<std::uint32_t>("fileCount");
    if (reader.left() < 4) return header;
    const std::uint64_t namesSize = reader.read<std::uint32_t>("nameTableSize");
    const bool fits =
        kThirdHeaderSize + namesSize + std::uint64_t{header.fileCount} * kRecordSize <= dataStart;
    const bool holdsNames = namesSize >= std::uint64_t{header.nameCount} * kShortestName;
    if (fits && holdsNames) {
        header.version = MegVersion::Three;
        header.size = kThirdHeaderSize;
    }
    return header;
}

Header readHeader(std::span<const std::byte> tables) {
    FieldPath path;
    ByteReader reader(tables, path);
    const auto first = reader.read<std::uint32_t>("nameCount");
    if (first == kLaterVersion || first == kEncrypted) return readLaterHeader(tables);
    return {
        .version = MegVersion::One, .nameCount = first, .fileCount = reader.read<std::uint32_t>("fileCount")};
}

std::vector<std::string> readNames(ByteReader& reader, std::uint32_t count) {
    reader.checkedCount("names", count, kShortestName);
    std::vector<std::string> names(count);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto scope = reader.enter("name", i);
        const auto length = reader.read<std::uint16_t>("length");
        const std::span<const std::byte> text = reader.take("text", length);
        names[i].resize(length);
        std::ranges::transform(text, names[i].begin(),
                               [](std::byte byte) { return static_cast<char>(byte); });
    }
    return names;
}

struct Record {
    MegEntry entry{};
    std::uint32_t name = 0;
};

Record readRecord(ByteReader& reader, MegVersion version) {
    Record record;
    if (version == MegVersion::Three) {
        const auto flags = reader.read<std::uint16_t>("flags");
        if (flags == kEncryptedMember)
            reader.failAt(reader.offset() - 2, "flags",
                          "say that the member is encrypted (1), which is not read");
    }
    record.entry.crc = reader.read<std::uint32_t>("crc");
    reader.take("index", 4);
    record.entry.size = reader.read<std::uint32_t>("size");
    record.entry.offset = reader.read<std::uint32_t>("offset");
    record.name = version == MegVersion::Three ? reader.read<std::uint16_t>("name")
                                               : reader.read<std::uint32_t>("name");
    return record;
}

/// Reads the beginning of the file in growing windows, because version 1 does not store the size of its
/// tables.
Result<MegTable> readTable(const ByteSource& source) {
    constexpr std::uint64_t kUsualEntry = 80;
    constexpr std::uint64_t kGrowth = 4;
    const Result<std::vector<std::byte>> head = readRange(source, 0, kThirdHeaderSize);
    if (!head) return head.error();
    const Result<Header> header = guarded<Header>([&] { return readHeader(*head); }, kArchiveDamaged);
    if (!header) return header.error();
    const std::uint64_t most = std::min(source.size(), kLargestTables);
    std::uint64_t window =
        kThirdHeaderSize + (std::uint64_t{header->nameCount} + header->fileCount) * kUsualEntry;
    while (true) {
        const Result<std::vector<std::byte>> tables = readRange(source, 0, std::min(window, most));
        if (!tables) return tables.error();
        Result<MegTable> table =
            guarded<MegTable>([&] { return decodeMegTable(*tables, source.size()); }, kArchiveDamaged);
        if (table || window >= most) return table;
        window *= kGrowth;
    }
}

Result<std::shared_ptr<const Archive>> openMeg(std::shared_ptr<const ByteSource> source,
                                               const ContainerLimits& /*limits*/) {
    Result<MegTable> table = readTable(*source);
    if (!table) return table.error();
    std::vector<ArchiveMember> members;
    members.reserve(table->entries.size());
    for (MegEntry& entry : table->entries)
        members.push_back({.name = std::move(entry.name), .sizeBytes = entry.size, .offset = entry.offset});
    return std::shared_ptr<const Archive>(
        std::make_shared<PlainArchive>(std::move(source), std::move(members)));
}

constexpr std::array<std::string_view, 1> kExtensions = {".meg"};

struct EncodedMember {
    const MegMember* member = nullptr;
    std::string name{};
    std::uint32_t crc = 0;
};

std::vector<EncodedMember> sortedMembers(const std::vector<MegMember>& members) {
    constexpr std::size_t kLongestName = 0xFFFF;
    std::vector<EncodedMember> sorted;
    sorted.reserve(members.size());
    for (const MegMember& member : members) {
        std::string name = member.name;
        std::ranges::replace(name, '/', '\\');
        if (name.size() > kLongestName)
            throw EncodeError(
                "name", fmt::format("has {} bytes, at most {} are possible", name.size(), kLongestName));
        const std::uint32_t crc = megCrc(name);
        sorted.push_back({&member, std::move(name), crc});
    }
    std::ranges::stable_sort(sorted, {}, &EncodedMember::crc);
    return sorted;
}

void writeRecord(ByteWriter& writer, const EncodedMember& member, std::size_t index, std::size_t offset,
                 MegVersion version) {
    if (version == MegVersion::Three) writer.write(std::uint16_t{0});
    writer.write(member.crc);
    writer.write(static_cast<std::uint32_t>(index));
    writer.write(static_cast<std::uint32_t>(member.member->bytes.size()));
    writer.write(static_cast<std::uint32_t>(offset));
    if (version == MegVersion::Three) {
        writer.write(static_cast<std::uint16_t>(index));
    } else {
        writer.write(static_cast<std::uint32_t>(index));
    }
}

}  // namespace

constinit const ContainerModule kMegContainer{
    .id = "meg",
    .title = "MEG archive",
    .extensions = kExtensions,
    .kind = ContainerKind::Archive,
    .recognise = isMeg,
    .open = openMeg,
};

std::uint32_t megCrc(std::string_view name) {
    std::string upper(name);
    std::ranges::transform(upper, upper.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return libdeflate_crc32(0, upper.data(), upper.size());
}

MegTable decodeMegTable(std::span<const std::byte> tables, std::uint64_t fileSize) {
    const Header header = readHeader(tables);
    FieldPath path;
    ByteReader reader(tables, path);
    reader.take("header", header.size);
    std::vector<std::string> names = readNames(reader, header.nameCount);
    const std::size_t recordsAt = reader.offset();
    reader.checkedCount("files", header.fileCount, kRecordSize);
    const std::uint64_t dataAt = recordsAt + std::uint64_t{header.fileCount} * kRecordSize;
    MegTable table{.version = header.version};
    table.entries.reserve(header.fileCount);
    std::vector<MemberRange> ranges;
    ranges.reserve(header.fileCount);
    for (std::size_t i = 0; i < header.fileCount; ++i) {
        const auto scope = reader.enter("file", i);
        const std::size_t recordAt = reader.offset();
        Record record = readRecord(reader, header.version);
        if (record.name >= names.size()) {
            reader.failAt(recordAt, "name",
                          fmt::format("is {}, there are {} names", record.name, names.size()));
        }
        MegEntry& entry = record.entry;
        const std::uint64_t end = std::uint64_t{entry.offset} + entry.size;
        if (entry.size > 0 && entry.offset < dataAt) {
            reader.failAt(recordAt, "offset",
                          fmt::format("is 0x{:X}, the tables end at 0x{:X}", entry.offset, dataAt));
        }
        if (end > fileSize) {
            reader.failAt(recordAt, "size",
                          fmt::format("is {} from 0x{:X} on, the file ends at 0x{:X}", entry.size,
                                      entry.offset, fileSize));
        }
        entry.name = names[record.name];
        ranges.push_back({entry.offset, end});
        table.entries.push_back(std::move(entry));
    }
    if (const auto overlap = overlapProblem(ranges)) {
        const auto scope = reader.enter("file", overlap->member);
        reader.failAt(recordsAt + overlap->member * kRecordSize, "offset", overlap->problem);
    }
    return table;
}

std::vector<std::byte> encodeMeg(const std::vector<MegMember>& members, MegVersion version) {
    const std::vector<EncodedMember> sorted = sortedMembers(members);
    std::size_t namesSize = 0;
    std::size_t dataSize = 0;
    for (const EncodedMember& member : sorted) {
        namesSize += kShortestName + member.name.size();
        dataSize += member.member->bytes.size();
    }
    const std::size_t headerSize = version == MegVersion::One   ? kFirstHeaderSize
                                   : version == MegVersion::Two ? kSecondHeaderSize
                                                                : kThirdHeaderSize;
    const std::size_t dataStart = headerSize + namesSize + kRecordSize * sorted.size();
    if (dataStart + dataSize > 0xFFFFFFFF)
        throw EncodeError("data", fmt::format("{} bytes, at most 4 GiB are possible", dataSize));
    if (version == MegVersion::Three && sorted.size() > 0xFFFF)
        throw EncodeError("files", fmt::format("{} members, at most 65535 are possible", sorted.size()));
    const auto count = static_cast<std::uint32_t>(sorted.size());

    ByteWriter writer;
    writer.reserve(dataStart + dataSize);
    if (version != MegVersion::One) {
        writer.write(kLaterVersion);
        writer.write(kId);
        writer.write(static_cast<std::uint32_t>(dataStart));
    }
    writer.write(count);
    writer.write(count);
    if (version == MegVersion::Three) writer.write(static_cast<std::uint32_t>(namesSize));
    for (const EncodedMember& member : sorted) {
        writer.write(static_cast<std::uint16_t>(member.name.size()));
        writer.writeText(member.name);
    }
    std::size_t offset = dataStart;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        writeRecord(writer, sorted[i], i, offset, version);
        offset += sorted[i].member->bytes.size();
    }
    for (const EncodedMember& member : sorted)
        writer.writeBytes(member.member->bytes);
    std::vector<std::byte> file = std::move(writer).finish();
    if (readHeader(file).version != version)
        throw EncodeError("names", "the first name would be taken for the size of all in version 3");
    return file;
}

}  // namespace rigkiln::containers
