#include "formats/containers/sarc.hpp"

#include <algorithm>
#include <array>
#include <cstring>
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

constexpr std::string_view kMagic = "SARC";
constexpr std::string_view kTableMagic = "SFAT";
constexpr std::string_view kNamesMagic = "SFNT";
constexpr std::size_t kHeaderSize = 0x14;
constexpr std::size_t kDataStartAt = 0x0C;
constexpr std::size_t kTableHeaderSize = 0x0C;
constexpr std::size_t kEntrySize = 0x10;
constexpr std::size_t kNamesHeaderSize = 8;
constexpr std::size_t kMostEntries = 0x3FFF;
constexpr std::uint32_t kNameOffsetMask = 0x00FFFFFF;
constexpr std::uint16_t kByteOrderMark = 0xFEFF;
constexpr std::uint16_t kVersion = 0x0100;
/// Upper bound of what entries and name offsets can address.
constexpr std::uint64_t kLargestTables = std::uint64_t{66} << 20U;

bool startsWith(std::span<const std::byte> bytes, std::string_view magic) {
    return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

bool isSarc(std::span<const std::byte> head) {
    return startsWith(head, kMagic);
}

void expectMagic(ByteReader& reader, std::string_view field, std::string_view magic) {
    const std::size_t offset = reader.offset();
    const std::span<const std::byte> bytes = reader.take(field, magic.size());
    if (!startsWith(bytes, magic)) reader.failAt(offset, field, fmt::format("is not {}", quote(magic)));
}

/// Returns the byte order. Its mark lies at offset 6, behind the magic and the header size.
std::endian orderOf(std::span<const std::byte> tables) {
    FieldPath path;
    ByteReader reader(tables, path, std::endian::big);
    expectMagic(reader, "magic", kMagic);
    reader.take("headerSize", 2);
    const auto mark = reader.read<std::uint16_t>("byteOrderMark");
    if (mark == kByteOrderMark) return std::endian::big;
    if (mark == 0xFFFE) return std::endian::little;
    reader.failAt(6, "byteOrderMark", fmt::format("is 0x{:04X}, expected 0xFEFF or 0xFFFE", mark));
}

struct RawEntry {
    std::uint32_t hash = 0;
    std::uint32_t attributes = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// Reads the name of an entry. `attributes` holds its offset from the first name, in units of 4 bytes.
std::string nameAt(const ByteReader& reader, std::size_t entryAt, std::span<const std::byte> names,
                   std::size_t namesAt, std::uint32_t attributes) {
    const std::size_t offset = std::size_t{attributes & kNameOffsetMask} * 4;
    if (offset >= names.size()) {
        reader.failAt(
            entryAt + 4, "attributes",
            fmt::format("name at 0x{:X}, the names end at 0x{:X}", namesAt + offset, namesAt + names.size()));
    }
    const std::span<const std::byte> rest = names.subspan(offset);
    const auto end = std::ranges::find(rest, std::byte{0});
    if (end == rest.end())
        reader.failAt(entryAt + 4, "attributes", fmt::format("name at 0x{:X} has no end", namesAt + offset));
    std::string name;
    std::transform(rest.begin(), end, std::back_inserter(name),
                   [](std::byte byte) { return static_cast<char>(byte); });
    return name;
}

std::uint64_t dataStartOf(std::span<const std::byte> header) {
    FieldPath path;
    const std::endian order = orderOf(header);
    ByteReader reader(header, path, order);
    reader.take("header", kDataStartAt);
    const std::uint64_t start = reader.read<std::uint32_t>("dataStart");
    if (start > kLargestTables)
        reader.failAt(kDataStartAt, "dataStart",
                      fmt::format("is 0x{:X}, at most 0x{:X} is possible", start, kLargestTables));
    return start;
}

Result<std::shared_ptr<const Archive>> openSarc(std::shared_ptr<const ByteSource> source,
                                                const ContainerLimits& /*limits*/) {
    Result<std::vector<std::byte>> header = readRange(*source, 0, kHeaderSize);
    if (!header) return header.error();
    const Result<std::uint64_t> start =
        guarded<std::uint64_t>([&] { return dataStartOf(*header); }, kArchiveDamaged);
    if (!start) return start.error();
    const Result<std::vector<std::byte>> tables = readRange(*source, 0, *start);
    if (!tables) return tables.error();
    const Result<SarcTable> table =
        guarded<SarcTable>([&] { return decodeSarcTable(*tables, source->size()); }, kArchiveDamaged);
    if (!table) return table.error();
    std::vector<ArchiveMember> members;
    members.reserve(table->entries.size());
    for (const SarcEntry& entry : table->entries) {
        members.push_back({.name = entry.name ? *entry.name : hashName(entry.hash),
                           .sizeBytes = entry.end - entry.begin,
                           .offset = entry.begin});
    }
    return std::shared_ptr<const Archive>(
        std::make_shared<PlainArchive>(std::move(source), std::move(members)));
}

constexpr std::array<std::string_view, 6> kExtensions = {".sarc", ".pack",       ".bactorpack",
                                                         ".bars", ".beventpack", ".blarc"};

std::size_t padded(std::size_t size, std::size_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

}  // namespace

constinit const ContainerModule kSarcContainer{
    .id = "sarc",
    .title = "SARC archive",
    .extensions = kExtensions,
    .kind = ContainerKind::Archive,
    .recognise = isSarc,
    .open = openSarc,
};

std::uint32_t sarcHash(std::string_view name, std::uint32_t multiplier) {
    std::uint32_t hash = 0;
    for (const char character : name)
        hash = hash * multiplier + static_cast<std::uint32_t>(static_cast<signed char>(character));
    return hash;
}

std::string hashName(std::uint32_t hash) {
    return fmt::format("0x{:08x}", hash);
}

SarcTable decodeSarcTable(std::span<const std::byte> tables, std::uint64_t fileSize) {
    FieldPath path;
    SarcTable table;
    table.order = orderOf(tables);
    ByteReader reader(tables, path, table.order);
    reader.take("magic", 4);
    const auto headerSize = reader.read<std::uint16_t>("headerSize");
    if (headerSize != kHeaderSize)
        reader.failAt(4, "headerSize", fmt::format("is {}, expected {}", headerSize, kHeaderSize));
    reader.take("byteOrderMark", 2);
    const std::uint64_t size = reader.read<std::uint32_t>("fileSize");
    if (size > fileSize)
        reader.failAt(8, "fileSize", fmt::format("is {}, the file has {} bytes", size, fileSize));
    const std::uint64_t dataStart = reader.read<std::uint32_t>("dataStart");
    if (dataStart > size)
        reader.failAt(kDataStartAt, "dataStart",
                      fmt::format("is 0x{:X}, the file ends at 0x{:X}", dataStart, size));
    reader.take("version", 4);
    expectMagic(reader, "table", kTableMagic);
    reader.take("tableHeaderSize", 2);
    const auto count = reader.read<std::uint16_t>("fileCount");
    reader.take("hashMultiplier", 4);
    if (count > kMostEntries)
        reader.failAt(0x1A, "fileCount", fmt::format("is {}, at most {} are possible", count, kMostEntries));
    reader.checkedCount("files", count, kEntrySize);
    std::vector<RawEntry> raw(count);
    for (RawEntry& entry : raw) {
        entry.hash = reader.read<std::uint32_t>("hash");
        entry.attributes = reader.read<std::uint32_t>("attributes");
        entry.begin = reader.read<std::uint32_t>("begin");
        entry.end = reader.read<std::uint32_t>("end");
    }
    expectMagic(reader, "names", kNamesMagic);
    reader.take("namesHeader", 4);
    const std::size_t namesAt = reader.offset();
    const std::size_t namesEnd = static_cast<std::size_t>(std::min<std::uint64_t>(dataStart, tables.size()));
    const std::span<const std::byte> names = tables.subspan(namesAt, namesEnd - std::min(namesAt, namesEnd));
    std::vector<MemberRange> ranges;
    ranges.reserve(count);
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const RawEntry& entry = raw[i];
        const auto scope = reader.enter("file", i);
        const std::size_t entryAt = kHeaderSize + kTableHeaderSize + i * kEntrySize;
        if (entry.begin > entry.end) {
            reader.failAt(entryAt + 8, "begin",
                          fmt::format("is 0x{:X}, behind the end at 0x{:X}", entry.begin, entry.end));
        }
        if (dataStart + entry.end > size) {
            reader.failAt(entryAt + 12, "end",
                          fmt::format("is 0x{:X}, the data has 0x{:X} bytes", entry.end, size - dataStart));
        }
        SarcEntry member{
            .hash = entry.hash, .name = {}, .begin = dataStart + entry.begin, .end = dataStart + entry.end};
        if (entry.attributes != 0) member.name = nameAt(reader, entryAt, names, namesAt, entry.attributes);
        ranges.push_back({member.begin, member.end});
        table.entries.push_back(std::move(member));
    }
    if (const auto overlap = overlapProblem(ranges)) {
        const auto scope = reader.enter("file", overlap->member);
        reader.failAt(kHeaderSize + kTableHeaderSize + overlap->member * kEntrySize + 8, "begin",
                      overlap->problem);
    }
    return table;
}

std::vector<std::byte> encodeSarc(const std::vector<SarcMember>& members, std::endian order) {
    constexpr std::size_t kDataAlignment = 0x100;
    constexpr std::size_t kMemberAlignment = 4;
    if (members.size() > kMostEntries)
        throw EncodeError("files",
                          fmt::format("{} members, at most {} are possible", members.size(), kMostEntries));
    std::vector<std::pair<std::uint32_t, const SarcMember*>> sorted;
    sorted.reserve(members.size());
    for (const SarcMember& member : members)
        sorted.emplace_back(member.name.empty() ? member.hash : sarcHash(member.name), &member);
    std::ranges::stable_sort(sorted, {}, &std::pair<std::uint32_t, const SarcMember*>::first);

    std::size_t namesSize = 0;
    std::size_t dataSize = 0;
    for (const auto& [hash, member] : sorted) {
        if (!member->name.empty()) namesSize += padded(member->name.size() + 1, 4);
        dataSize = padded(dataSize, kMemberAlignment) + member->bytes.size();
    }
    if (namesSize / 4 > kNameOffsetMask)
        throw EncodeError("names", fmt::format("{} bytes, at most {} are possible", namesSize,
                                               std::size_t{kNameOffsetMask} * 4));
    const std::size_t dataStart =
        padded(kHeaderSize + kTableHeaderSize + kEntrySize * members.size() + kNamesHeaderSize + namesSize,
               kDataAlignment);
    if (dataStart + dataSize > 0xFFFFFFFF)
        throw EncodeError("data", fmt::format("{} bytes, at most 4 GiB are possible", dataSize));

    ByteWriter writer(order);
    writer.writeText(kMagic);
    writer.write(static_cast<std::uint16_t>(kHeaderSize));
    writer.write(kByteOrderMark);
    writer.write(static_cast<std::uint32_t>(dataStart + dataSize));
    writer.write(static_cast<std::uint32_t>(dataStart));
    writer.write(kVersion);
    writer.write(std::uint16_t{0});
    writer.writeText(kTableMagic);
    writer.write(static_cast<std::uint16_t>(kTableHeaderSize));
    writer.write(static_cast<std::uint16_t>(members.size()));
    writer.write(kSarcMultiplier);
    std::size_t nameAt = 0;
    std::size_t begin = 0;
    std::uint32_t ordinal = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const auto& [hash, member] = sorted[i];
        ordinal = i > 0 && sorted[i - 1].first == hash ? ordinal + 1 : 1;
        begin = padded(begin, kMemberAlignment);
        writer.write(hash);
        writer.write(
            member->name.empty() ? 0U : (ordinal & 0xFFU) << 24U | static_cast<std::uint32_t>(nameAt / 4));
        writer.write(static_cast<std::uint32_t>(begin));
        begin += member->bytes.size();
        writer.write(static_cast<std::uint32_t>(begin));
        if (!member->name.empty()) nameAt += padded(member->name.size() + 1, 4);
    }
    const auto pad = [&](std::size_t to) {
        const std::vector<std::byte> zeros(to - writer.offset());
        writer.writeBytes(zeros);
    };
    writer.writeText(kNamesMagic);
    writer.write(static_cast<std::uint16_t>(kNamesHeaderSize));
    writer.write(std::uint16_t{0});
    for (const auto& [hash, member] : sorted) {
        if (member->name.empty()) continue;
        const std::size_t at = writer.offset();
        writer.writeText(member->name);
        pad(at + padded(member->name.size() + 1, 4));
    }
    pad(dataStart);
    for (const auto& [hash, member] : sorted) {
        pad(dataStart + padded(writer.offset() - dataStart, kMemberAlignment));
        writer.writeBytes(member->bytes);
    }
    return std::move(writer).finish();
}

}  // namespace rigkiln::containers
