#include "formats/containers/zip_directory.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::containers {
namespace {

// Sizes and places of "APPNOTE.TXT - .ZIP File Format Specification" 6.3.10, sections 4.3.7 to 4.3.16.
constexpr std::string_view kLocalMagic = "PK\3\4";
constexpr std::string_view kEntryMagic = "PK\1\2";
constexpr std::string_view kSignatureMagic = "PK\5\5";
constexpr std::string_view kEndMagic = "PK\5\6";
constexpr std::string_view kLargeEndMagic = "PK\6\6";
constexpr std::string_view kLocatorMagic = "PK\6\7";
constexpr std::size_t kLocalSize = 30;
constexpr std::size_t kEntrySize = 46;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kLargeEndSize = 56;
constexpr std::size_t kLocatorSize = 20;
constexpr std::size_t kLongestText = 0xFFFF;
constexpr std::size_t kLongestEntry = kEntrySize + 3 * kLongestText;
constexpr std::uint16_t kLargeSizes = 0x0001;  ///< id of the extra field with sizes of 64 bits
constexpr std::uint32_t kElsewhere = 0xFFFFFFFF;
constexpr std::uint16_t kElsewhere16 = 0xFFFF;

/// Little-endian numbers of a record. Precondition of all: they lie inside.
class Record {
public:
    explicit Record(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <class Number>
    [[nodiscard]] Number number(std::size_t at) const {
        Number value = 0;
        for (std::size_t i = sizeof(Number); i-- > 0;)
            value = static_cast<Number>(value << 8U | static_cast<Number>(bytes_[at + i]));
        return value;
    }
    [[nodiscard]] std::uint16_t u16(std::size_t at) const { return number<std::uint16_t>(at); }
    [[nodiscard]] std::uint32_t u32(std::size_t at) const { return number<std::uint32_t>(at); }
    [[nodiscard]] std::uint64_t u64(std::size_t at) const { return number<std::uint64_t>(at); }
    [[nodiscard]] std::string text(std::size_t at, std::size_t size) const {
        std::string text(size, '\0');
        if (size > 0) std::memcpy(text.data(), bytes_.data() + at, size);
        return text;
    }
    [[nodiscard]] bool begins(std::string_view magic) const {
        return bytes_.size() >= magic.size() && std::memcmp(bytes_.data(), magic.data(), magic.size()) == 0;
    }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }

private:
    std::span<const std::byte> bytes_;
};

Error problemAt(std::string_view place, std::uint64_t offset, const std::string& problem) {
    return kArchiveDamaged.at(fmt::format("{} at 0x{:X}", place, offset), problem);
}

/// Says what stands where a record should.
std::string otherThan(std::string_view magic, const Record& record) {
    const Record expected(std::as_bytes(std::span(magic)));
    return fmt::format("begins with 0x{:08X}, expected 0x{:08X}", record.u32(0), expected.u32(0));
}

/// Place of the directory, from the record at the end of the file.
struct End {
    std::uint64_t at = 0;  ///< the directory ends before it
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    std::uint64_t count = 0;
};

/// Returns the position of the record at the end, within the last bytes of the file. Comments may hold its
/// magic too: that of the file ends with the file.
std::optional<std::size_t> endIn(std::span<const std::byte> tail) {
    for (std::size_t at = tail.size() - kEndSize + 1; at-- > 0;) {
        const Record record(tail.subspan(at));
        constexpr std::size_t kCommentSizeAt = 20;
        if (record.begins(kEndMagic) && record.u16(kCommentSizeAt) == record.size() - kEndSize) return at;
    }
    return std::nullopt;
}

/// Replaces what does not fit into 32 bits by what a ZIP64 says, if this is one.
Status readLargeEnd(const ByteSource& source, End& end) {
    if (end.at < kLocatorSize) return Done{};
    const std::uint64_t locatorAt = end.at - kLocatorSize;
    const Result<SharedBytes> locatorBytes = source.readPart(locatorAt, kLocatorSize);
    if (!locatorBytes) return locatorBytes.error();
    const Record locator(*locatorBytes);
    if (!locator.begins(kLocatorMagic)) return Done{};
    const std::uint64_t at = locator.u64(8);
    if (at > locatorAt || locatorAt - at < kLargeEndSize) {
        return problemAt("ZIP64 locator", locatorAt,
                         fmt::format("names a record at 0x{:X}, of {} bytes at least", at, kLargeEndSize));
    }
    const Result<SharedBytes> bytes = source.readPart(at, kLargeEndSize);
    if (!bytes) return bytes.error();
    const Record record(*bytes);
    if (!record.begins(kLargeEndMagic))
        return problemAt("ZIP64 end record", at, otherThan(kLargeEndMagic, record));
    end = {.at = at, .begin = record.u64(48), .size = record.u64(40), .count = record.u64(32)};
    if (record.u64(24) != end.count || record.u32(16) != record.u32(20))
        return problemAt("ZIP64 end record", at,
                         fmt::format("has {} of {} members, the directory is on disk {}; archives in "
                                     "several files are not read",
                                     record.u64(24), end.count, record.u32(20)));
    return Done{};
}

Result<End> readEnd(const ByteSource& source) {
    const std::uint64_t size = source.size();
    if (size < kEndSize)
        return kArchiveDamaged.at("end record",
                                  fmt::format("needs {} bytes, the file has {}", kEndSize, size));
    const std::uint64_t tailSize = std::min<std::uint64_t>(size, kEndSize + kLongestText);
    const Result<SharedBytes> tail = source.readPart(size - tailSize, tailSize);
    if (!tail) return tail.error();
    const std::span<const std::byte> bytes = *tail;
    const std::optional<std::size_t> found = endIn(bytes);
    if (!found) {
        return kArchiveDamaged.at(
            "end record",
            fmt::format("is not in the last {} bytes; the file is cut short, or other bytes follow",
                        tailSize));
    }
    const Record record(bytes.subspan(*found));
    End end{.at = size - tailSize + *found,
            .begin = record.u32(16),
            .size = record.u32(12),
            .count = record.u16(10)};
    const std::uint64_t at = end.at;
    const bool isLarge = end.count == kElsewhere16 || end.size == kElsewhere || end.begin == kElsewhere;
    if (record.u16(8) != record.u16(10) || record.u16(4) != record.u16(6))
        return problemAt("end record", at,
                         fmt::format("has {} of {} members and is on disk {}, the directory on disk {}; "
                                     "archives in several files are not read",
                                     record.u16(8), record.u16(10), record.u16(4), record.u16(6)));
    if (isLarge) {
        if (const Status large = readLargeEnd(source, end); !large) return large.error();
    }
    if (end.begin > end.at || end.size > end.at - end.begin) {
        return problemAt("end record", at,
                         fmt::format("names a directory of {} bytes at 0x{:X}, which must end at 0x{:X}",
                                     end.size, end.begin, end.at));
    }
    if (end.count > end.size / kEntrySize) {
        return problemAt("end record", at,
                         fmt::format("names {} members, a directory of {} bytes holds {} at most", end.count,
                                     end.size, end.size / kEntrySize));
    }
    if (end.count > kMostZipMembers) {
        return problemAt("end record", at,
                         fmt::format("names {} members, at most {} are read", end.count, kMostZipMembers));
    }
    return end;
}

/// Reads the sizes that do not fit into the entry from its extra field.
std::optional<std::string> readLargeSizes(std::span<const std::byte> extra, ZipEntry& entry) {
    const std::array<std::uint64_t*, 3> numbers = {&entry.bytes, &entry.packedBytes, &entry.headerAt};
    if (std::ranges::none_of(numbers, [](const std::uint64_t* number) { return *number == kElsewhere; }))
        return std::nullopt;
    constexpr std::size_t kFieldHeader = 4;
    for (std::size_t at = 0; extra.size() - at >= kFieldHeader;) {
        const Record header(extra.subspan(at));
        const std::size_t size = header.u16(2);
        if (size > header.size() - kFieldHeader) break;
        const Record field(extra.subspan(at + kFieldHeader, size));
        at += kFieldHeader + size;
        if (header.u16(0) != kLargeSizes) continue;
        std::size_t next = 0;
        for (std::uint64_t* number : numbers) {
            if (*number != kElsewhere) continue;
            if (field.size() - next < sizeof(std::uint64_t))
                return fmt::format("has a ZIP64 field of {} bytes, which is too short", size);
            *number = field.u64(next);
            next += sizeof(std::uint64_t);
        }
        return std::nullopt;
    }
    // Some packers write the largest number for what it is.
    return std::nullopt;
}

/// Lets each member end where the next one begins.
void endMembers(std::vector<ZipEntry>& entries, std::uint64_t directoryBegin) {
    std::vector<std::uint64_t> begins;
    begins.reserve(entries.size() + 1);
    for (const ZipEntry& entry : entries)
        begins.push_back(entry.headerAt);
    begins.push_back(directoryBegin);
    std::ranges::sort(begins);
    for (ZipEntry& entry : entries) {
        const auto next = std::ranges::upper_bound(begins, entry.headerAt);
        entry.endAt = next == begins.end() ? directoryBegin : std::min(*next, directoryBegin);
    }
}

/// A part of the directory in memory, which moves on with it.
class Window {
public:
    Window(const ByteSource& source, std::uint64_t begin, std::uint64_t end)
        : source_(source), begin_(begin), end_(end) {}

    /// Returns the bytes from `offset` on: a whole entry of any size, unless the directory ends before.
    [[nodiscard]] Result<std::span<const std::byte>> from(std::uint64_t offset) {
        constexpr std::uint64_t kBytes = std::uint64_t{1} << 20U;
        const std::uint64_t needed = std::min<std::uint64_t>(end_ - offset, kLongestEntry);
        if (offset - begin_ + needed > bytes_.size()) {
            Result<SharedBytes> bytes = source_.readPart(offset, std::min(end_ - offset, kBytes));
            if (!bytes) return bytes.error();
            bytes_ = std::move(*bytes);
            begin_ = offset;
        }
        return std::span<const std::byte>(bytes_).subspan(static_cast<std::size_t>(offset - begin_));
    }

private:
    const ByteSource& source_;
    std::uint64_t begin_;
    std::uint64_t end_;
    SharedBytes bytes_{};
};

}  // namespace

Result<std::vector<ZipEntry>> readZipDirectory(const ByteSource& source) {
    const Result<End> end = readEnd(source);
    if (!end) return end.error();
    std::vector<ZipEntry> entries;
    entries.reserve(static_cast<std::size_t>(end->count));
    const std::uint64_t endAt = end->begin + end->size;
    Window window(source, end->begin, endAt);
    std::uint64_t at = end->begin;
    for (std::uint64_t i = 0; i < end->count; ++i) {
        checkStop();
        const auto problem = [&](const std::string& text) {
            return problemAt(fmt::format("directory[{}]", i), at, text);
        };
        const Result<std::span<const std::byte>> bytes = window.from(at);
        if (!bytes) return bytes.error();
        const Record record(*bytes);
        if (record.size() < kEntrySize)
            return problem(
                fmt::format("needs {} bytes, the directory ends after {}", kEntrySize, record.size()));
        if (!record.begins(kEntryMagic)) return problem(otherThan(kEntryMagic, record));
        const std::size_t nameSize = record.u16(28);
        const std::size_t extraSize = record.u16(30);
        const std::size_t size = kEntrySize + nameSize + extraSize + record.u16(32);
        if (size > record.size())
            return problem(fmt::format("has {} bytes, the directory ends after {}", size, record.size()));
        ZipEntry entry{.name = record.text(kEntrySize, nameSize),
                       .flags = record.u16(8),
                       .method = record.u16(10),
                       .checksum = record.u32(16),
                       .packedBytes = record.u32(20),
                       .bytes = record.u32(24),
                       .headerAt = record.u32(42)};
        if (const auto wrong = readLargeSizes(bytes->subspan(kEntrySize + nameSize, extraSize), entry))
            return problem(*wrong);
        entries.push_back(std::move(entry));
        at += size;
    }
    if (at != endAt) {
        const Result<std::span<const std::byte>> rest = window.from(at);
        if (!rest) return rest.error();
        if (!Record(*rest).begins(kSignatureMagic)) {
            return problemAt("directory", end->begin,
                             fmt::format("has {} bytes, its {} entries end at 0x{:X} and not at 0x{:X}",
                                         end->size, end->count, at, endAt));
        }
    }
    endMembers(entries, end->begin);
    return entries;
}

Result<std::uint64_t> findZipMember(const ByteSource& source, const ZipEntry& entry) {
    const auto problem = [&](const std::string& text) {
        return problemAt("local header", entry.headerAt, text);
    };
    const std::uint64_t left = entry.endAt - std::min(entry.headerAt, entry.endAt);
    if (left < kLocalSize)
        return problem(
            fmt::format("needs {} bytes, there are {} before 0x{:X}", kLocalSize, left, entry.endAt));
    const Result<SharedBytes> bytes =
        source.readPart(entry.headerAt, std::min<std::uint64_t>(left, kLocalSize + entry.name.size()));
    if (!bytes) return bytes.error();
    const Record header(*bytes);
    if (!header.begins(kLocalMagic)) return problem(otherThan(kLocalMagic, header));
    const std::size_t nameSize = header.u16(26);
    const std::string name = header.text(kLocalSize, std::min(nameSize, header.size() - kLocalSize));
    if (nameSize != entry.name.size() || name != entry.name) {
        return problem(
            fmt::format("is of {}, the directory names {}", quote(name, 200), quote(entry.name, 200)));
    }
    const std::uint64_t before = kLocalSize + nameSize + header.u16(28);
    if (before > left || entry.packedBytes > left - before) {
        return problem(fmt::format("{} packed bytes follow, there are {} before the next record at 0x{:X}",
                                   entry.packedBytes, left - std::min(left, before), entry.endAt));
    }
    return entry.headerAt + before;
}

}  // namespace rigkiln::containers
